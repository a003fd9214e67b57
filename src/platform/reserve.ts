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

/** The reserve of a till, in a database of its own: only a whole one's end gives room back at once. `onHeld` is told once. */
export function createReserve(name: string, onHeld: () => void = () => undefined): Reserve {
  let isThere: boolean | undefined
  let handle: IDBDatabase | undefined
  let isTaking = false
  let wasHeld = false
  let isStopped = false
  let tell: () => void = () => undefined

  function settle(found: boolean | undefined): void {
    isThere = found
    tell()
  }

  async function tryToTake(): Promise<void> {
    try {
      handle = await takeRoom(nameToReserve(name), settle)
      if (isStopped) handle?.close()
      else if (handle) {
        settle(true)
        if (!wasHeld) onHeld()
        wasHeld = true
      }
    } catch (error) {
      settle(isNoRoom(error) ? false : undefined)
    }
    isTaking = false
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
      void tryToTake()
    },
    async release() {
      const wasThere = isThere !== false
      settle(false)
      // If the browser cannot even delete, whoever asked will find no room again, and say so.
      await requestToPromise(indexedDB.deleteDatabase(nameToReserve(name))).catch(() => undefined)
      return wasThere
    },
    stop() {
      isStopped = true
      handle?.close()
    },
  }
}

/** Resolves with a handle that holds the room until it is lost; with none if it was wanted back meanwhile. */
async function takeRoom(
  name: string,
  onLost: (isThere: false | undefined) => void,
): Promise<IDBDatabase | undefined> {
  const opened = await open(name)
  const losing = new AbortController()
  const lose = (isThere: false | undefined) => {
    losing.abort()
    opened.close()
    onLost(isThere)
  }
  opened.onversionchange = () => {
    lose(false)
  }
  opened.onclose = () => {
    lose(undefined)
  }
  try {
    await fill(opened)
  } catch (error) {
    opened.close()
    throw error
  }
  return losing.signal.aborted ? undefined : opened
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

const randomBytesMax = 65_536
const noiseBytes = 1_048_576

/** Browsers compress what they store; noise stays as large as it is, even if it comes again after a megabyte. */
function createBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  const noise = bytes.subarray(0, noiseBytes)
  for (let at = 0; at < noise.length; at += randomBytesMax) {
    crypto.getRandomValues(noise.subarray(at, at + randomBytesMax))
  }
  for (let at = noiseBytes; at < size; at += noiseBytes)
    bytes.copyWithin(at, 0, Math.min(noiseBytes, size - at))
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
