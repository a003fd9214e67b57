/**
 * Room that is really taken, to be given back when the browser takes nothing more: Chromium's estimate always
 * tells of ten free gigabytes, and says nothing of the room there is.
 */
export interface Reserve {
  /** Whether the room is taken; missing while that is not known, or cannot be. */
  readonly isThere: boolean | undefined
  /** Tells at every change, from now on. */
  watch: (tell: () => void) => void
  /** Takes the room if there is enough; waits for nothing. */
  take: () => void
  /** Gives the room back; every other tab hears of it. Tells whether there was any. */
  release: () => Promise<boolean>
  /** Takes nothing any more, and leaves what is taken. */
  stop: () => void
}

const reserveBytes = 8_000_000

/** Taken along and given back at once, so that the reserve does not come back out of its own room. */
const marginBytes = 2_000_000

const store = 'room'

/** The reserve of a till, in a database of its own: only a whole one's end gives room back at once. */
export function createReserve(name: string): Reserve {
  let isThere: boolean | undefined
  let handle: IDBDatabase | undefined
  let isTaking = false
  let isStopped = false
  let tell: () => void = () => undefined

  function settle(found: boolean | undefined): void {
    if (found !== true) {
      handle?.close()
      handle = undefined
    }
    isThere = found
    tell()
  }

  async function tryToTake(): Promise<void> {
    const opened = await open(nameToReserve(name))
    handle = opened
    opened.onversionchange = () => {
      settle(false)
    }
    opened.onclose = () => {
      settle(undefined)
    }
    await fill(opened)
    if (isStopped) opened.close()
    // Whoever wanted it back meanwhile has had the handle closed.
    else if (handle === opened) settle(true)
  }

  return {
    get isThere() {
      return isThere
    },
    watch(listener) {
      tell = listener
    },
    take() {
      if (isThere === true || isTaking || isStopped) return
      isTaking = true
      tryToTake()
        .catch((error: unknown) => {
          settle(isNoRoom(error) ? false : undefined)
        })
        .finally(() => {
          isTaking = false
        })
    },
    async release() {
      const wasThere = isThere !== false
      settle(false)
      await requestToPromise(indexedDB.deleteDatabase(nameToReserve(name)))
      return wasThere
    },
    stop() {
      isStopped = true
      handle?.close()
    },
  }
}

function nameToReserve(name: string): string {
  return `${name}:reserve`
}

function isNoRoom(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'QuotaExceededError'
}

function open(name: string): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return requestToPromise(request)
}

async function fill(database: IDBDatabase): Promise<void> {
  const rooms = database.transaction(store).objectStore(store)
  if ((await requestToPromise(rooms.count())) > 0) return
  await write(database, (taken) => {
    taken.put(createBytes(reserveBytes), 'reserve')
    taken.put(createBytes(marginBytes), 'margin')
  })
  await write(database, (taken) => taken.delete('margin'))
}

function write(database: IDBDatabase, work: (taken: IDBObjectStore) => void): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'relaxed' })
  work(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve()
    }
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the reserve was not taken'))
    }
  })
}

const chunkBytes = 65_536

/** Browsers compress what they store; noise stays as large as it is. */
function createBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += chunkBytes) crypto.getRandomValues(bytes.subarray(at, at + chunkBytes))
  return bytes
}

function requestToPromise<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result)
    }
    request.onerror = () => {
      reject(request.error ?? new Error('the reserve was not found'))
    }
  })
}
