/** Enough windows of one till; a further one goes without. */
const slotCount = 4
/** A page that is loaded anew waits so long for its old self to be gone. */
const waitMs = 500

export interface Slot {
  /** The number of the slot; undefined if other windows have them all. */
  number: Promise<number | undefined>
  release(): void
}

/** Claims a place for the drafts of this window: the one it had before, else one that a closed window left drafts in, else the first free one. */
export function claimSlot(till: string, hasDraft: (number: number) => Promise<boolean>): Slot {
  const stop = new AbortController()
  const name = `counterfoil-demo:slot:${till}`
  const hold = (number: number, how: LockOptions = { ifAvailable: true }) =>
    holdLock(`${name}:${number}`, how, stop.signal)

  async function claim(): Promise<number | undefined> {
    const own = readOwn(name)
    // A window that was duplicated has the number of the first, which goes on using it.
    if (own !== undefined && (await hold(own, { signal: AbortSignal.timeout(waitMs) }))) return own
    let free: { number: number; letGo: () => void } | undefined
    for (let number = 0; number < slotCount; number += 1) {
      const letGo = await hold(number)
      if (!letGo) continue
      if (await hasDraft(number)) {
        free?.letGo()
        return number
      }
      if (free) letGo()
      else free = { number, letGo }
    }
    return free?.number
  }

  return {
    number: claim().then((number) => {
      if (number !== undefined) writeOwn(name, number)
      return number
    }),
    release() {
      stop.abort()
    },
  }
}

/** Holds a lock until it is let go; undefined if another window has it. */
function holdLock(name: string, how: LockOptions, stop: AbortSignal): Promise<(() => void) | undefined> {
  return new Promise((resolve) => {
    const keep = (lock: Lock | null) => {
      if (lock === null || stop.aborted) {
        resolve(undefined)
        return undefined
      }
      return new Promise<void>((letGo) => {
        stop.addEventListener('abort', () => {
          letGo()
        })
        resolve(letGo)
      })
    }
    navigator.locks.request(name, how, keep).catch(() => {
      resolve(undefined)
    })
  })
}

function readOwn(name: string): number | undefined {
  try {
    const text = sessionStorage.getItem(name)
    return text !== null && /^\d$/.test(text) ? Number(text) : undefined
  } catch {
    return undefined
  }
}

function writeOwn(name: string, number: number): void {
  try {
    sessionStorage.setItem(name, String(number))
  } catch {
    // If storage is denied, the page takes a free slot when it is loaded anew.
  }
}
