/** From now on every commit of this page or worker is strict, whatever its code asks for. */
export function insistOnStrictness(): void {
  const begin = Reflect.get<IDBDatabase, 'transaction'>(IDBDatabase.prototype, 'transaction')
  IDBDatabase.prototype.transaction = function (this: IDBDatabase, names, mode, options) {
    return begin.call(this, names, mode, { ...options, durability: 'strict' })
  }
}

/** Tells when a strict transaction has been asked to commit: from then on only the disk is waited for. */
export function watchCommits(): { next: () => Promise<void>; stop: () => void } {
  const commit = Reflect.get<IDBTransaction, 'commit'>(IDBTransaction.prototype, 'commit')
  const { port1, port2 } = new MessageChannel()
  let tell: () => void = () => undefined
  port2.onmessage = () => {
    tell()
  }
  IDBTransaction.prototype.commit = function (this: IDBTransaction) {
    commit.call(this)
    // In a task of its own: what is done next is none of what this transaction's code does.
    if (this.mode === 'readwrite' && this.durability === 'strict') port1.postMessage('')
  }
  return {
    next: () =>
      new Promise((resolve) => {
        tell = resolve
      }),
    stop() {
      IDBTransaction.prototype.commit = commit
      port2.close()
    },
  }
}
