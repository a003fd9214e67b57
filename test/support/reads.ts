/** How many rows, and how many keys or counts, have been asked of IndexedDB. */
export interface Reads {
  rows: () => number
  keys: () => number
  reset: () => void
  stop: () => void
}

const rowReaders = ['get', 'getAll', 'openCursor'] as const
const keyReaders = ['getKey', 'getAllKeys', 'openKeyCursor', 'count'] as const
type Reader = (typeof rowReaders)[number] | (typeof keyReaders)[number]
type Reading = (this: unknown, ...words: unknown[]) => IDBRequest

/** Counts whatever IndexedDB hands out from now on, whoever asks. */
export function countReads(): Reads {
  let rows = 0
  let keys = 0
  const restores = [IDBObjectStore.prototype, IDBIndex.prototype].flatMap((place) => [
    ...rowReaders.map((name) =>
      listen(place, name, (found) => {
        rows += found
      }),
    ),
    ...keyReaders.map((name) =>
      listen(place, name, (found) => {
        keys += found
      }),
    ),
  ])
  return {
    rows: () => rows,
    keys: () => keys,
    reset() {
      rows = 0
      keys = 0
    },
    stop() {
      for (const restore of restores) restore()
    },
  }
}

function listen(place: object, name: Reader, note: (found: number) => void): () => void {
  const methods = place as Record<Reader, Reading>
  const original = methods[name]
  methods[name] = function (...words) {
    const request = original.apply(this, words)
    request.addEventListener('success', () => {
      const result: unknown = request.result
      note(Array.isArray(result) ? result.length : result === undefined || result === null ? 0 : 1)
    })
    return request
  }
  return () => {
    methods[name] = original
  }
}
