// Every till of a test takes ten megabytes in reserve, and Chromium begins five new logs for it. What the files of one page
// do hundreds of times does not show more than what a few do: tests of the reserve and of power cuts have all of it.

const sizeMin = 1_000_000

// Files that share a page share what is put in place there.
const shared = globalThis as { put?: IDBObjectStore['put']; request?: LockManager['request'] }

/** A reserve takes a byte. */
export function spareReserves(): void {
  const { prototype } = IDBObjectStore
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called on the store that it is read from
  const put = (shared.put ??= prototype.put)
  prototype.put = function (value: unknown, key?: IDBValidKey) {
    const isReserve = this.transaction.db.name.endsWith(':reserve') && value instanceof Uint8Array
    const spared = isReserve && value.length >= sizeMin ? new Uint8Array(1) : value
    return key === undefined ? put.call(this, spared) : put.call(this, spared, key)
  }
}

/** No till begins a new log, as if another tab were at it. */
export function refuseTurns(): void {
  const { locks } = navigator
  const request = (shared.request ??= locks.request.bind(locks)) as (...words: unknown[]) => Promise<unknown>
  locks.request = (...words: unknown[]) =>
    words[0] === 'counterfoil-turn' ? Promise.resolve() : request(...words)
}

/** Until the end of a file, logs begin anew as they do in use. */
export function allowTurns(): void {
  if (shared.request) navigator.locks.request = shared.request
}
