import { delay } from './clock.js'

/**
 * Disk space that is really taken, to be freed when the disk is full: Chromium's estimate always reports ten free
 * gigabytes, whatever the free space.
 */
export interface Reserve {
  /** Whether the space is taken; undefined if that is unknown. */
  readonly isThere: boolean | undefined
  /** Reports every change from now on. */
  watch: (listener: () => void) => void
  /** Takes the space if there is enough, without waiting. */
  take: () => void
  /** Frees the space, in every tab; returns whether there was any. */
  release: () => Promise<boolean>
  /** Stops taking space; what is taken stays. */
  stop: () => void
}

const reserveBytes = 8_000_000

/** Taken and freed at once, so that the reserve never takes the last free space. */
const marginBytes = 2_000_000

/** Deleting takes milliseconds. */
const blockedMsMax = 3_000

const store = 'room'

/** The reserve, a database of its own, since only deleting one frees space at once. `onHeld` is called once. */
export function createReserve(name: string, onHeld: () => void = () => undefined): Reserve {
  let isThere: boolean | undefined
  let handle: IDBDatabase | undefined
  let isTaking = false
  let wasHeld = false
  let isStopped = false
  let listener: () => void = () => undefined

  function settle(found: boolean | undefined): void {
    isThere = found
    listener()
  }

  async function tryTaking(): Promise<void> {
    try {
      handle = await takeSpace(nameToReserve(name), settle)
      if (isStopped) handle?.close()
      else if (handle) {
        settle(true)
        if (!wasHeld) onHeld()
        wasHeld = true
      }
    } catch (error) {
      // The status says that the room is low, or nothing is known of it.
      settle(isOutOfSpace(error) ? false : undefined)
    }
    isTaking = false
  }

  return {
    get isThere() {
      return isThere
    },
    watch(onChange) {
      listener = onChange
    },
    take() {
      if (isThere === true || isTaking || isStopped) return
      isTaking = true
      void tryTaking()
    },
    async release() {
      const wasThere = isThere !== false
      settle(false)
      // If even the deletion fails, the caller finds no space again and reports it.
      const deleting = requestToPromise(indexedDB.deleteDatabase(nameToReserve(name))).catch(() => undefined)
      // A tab that is stopped cannot close its handle, and blocks the deletion until it goes on.
      await Promise.race([deleting, delay(blockedMsMax)])
      return wasThere
    },
    stop() {
      isStopped = true
      handle?.close()
    },
  }
}

/** Resolves with a handle that keeps the space until it is lost; undefined if the space was needed meanwhile. */
async function takeSpace(
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

function isOutOfSpace(error: unknown): boolean {
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
  await write(database, (space) => {
    space.put(createBytes(reserveBytes), 'reserve')
    space.put(createBytes(marginBytes), 'margin')
  })
  await write(database, (space) => space.delete('margin'))
}

function write(database: IDBDatabase, work: (space: IDBObjectStore) => void): Promise<void> {
  const transaction = database.transaction(store, 'readwrite', { durability: 'relaxed' })
  work(transaction.objectStore(store))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve()
    }
    transaction.onabort = () => {
      reject(transaction.error ?? new Error('the reserve was not written'))
    }
  })
}

const randomBytesMax = 65_536
const noiseBytes = 1_048_576

/** Browsers compress stored data; random bytes keep their size, even if they repeat after a megabyte. */
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
      reject(request.error ?? new Error('the reserve was not read'))
    }
  })
}
