export type Locks = Pick<LockManager, 'request'>

interface Waiter {
  begin: () => void
  fail: (error: Error) => void
}

/** What all tabs of one browser see as `navigator.locks`: one lock, which can be waited for, given up and stolen. */
export function createFakeLocks(): Locks {
  let holder: Waiter | undefined
  let line: Waiter[] = []

  function next(): void {
    if (holder) return
    holder = line.shift()
    holder?.begin()
  }

  function enter(waiter: Waiter, { steal, signal }: LockOptions): void {
    if (steal) {
      holder?.fail(new DOMException('stolen', 'AbortError'))
      holder = undefined
      line.unshift(waiter)
    } else line.push(waiter)
    signal?.addEventListener('abort', () => {
      if (!line.includes(waiter)) return
      line = line.filter((other) => other !== waiter)
      waiter.fail(new DOMException('given up', 'AbortError'))
    })
    next()
  }

  const request = (_name: string, options: LockOptions, callback: (lock: object | null) => unknown) =>
    new Promise((resolve, reject) => {
      if (options.ifAvailable && holder) {
        resolve(callback(null))
        return
      }
      const waiter: Waiter = {
        fail: reject,
        begin: () => {
          const work = Promise.resolve(callback({}))
          void work.then(resolve, reject).finally(() => {
            if (holder !== waiter) return
            holder = undefined
            next()
          })
        },
      }
      enter(waiter, options)
    })
  return { request: request as Locks['request'] }
}
