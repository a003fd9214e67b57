export const roles = ['cashier', 'supervisor'] as const
export type Role = (typeof roles)[number]

/** A person who signs in with a PIN. */
export interface Person {
  name: string
  role: Role
}

/** Whether a PIN was the person's; after three wrong ones the person must wait. A try that cannot be noted is none. */
export type PinAnswer =
  { tag: 'right' } | { tag: 'wrong'; left: number } | { tag: 'wait'; until: number } | { tag: 'not-noted' }

/** The people of the till, in a store of their own, which knows PINs as salted hashes alone. */
export interface People {
  list(): readonly Person[]
  add(person: Person, pin: string): Promise<void>
  remove(name: string): void
  check(name: string, pin: string): Promise<PinAnswer>
  /** Calls back with each change; returns a function that stops it. */
  subscribe(listener: () => void): () => void
}

/** What is stored of a person. */
interface Kept extends Person {
  salt: string
  hash: string
  rounds: number
  /** Wrong tries in a row. */
  wrong: number
  /** Until when no try counts. */
  until: number
}

export interface PeopleDeps {
  storage: Pick<Storage, 'getItem' | 'setItem'>
  now: () => number
  rounds?: number
  /** Calls back with the name of what another tab changed in the storage; null if it changed all. */
  watch?: (listener: (name: string | null) => void) => void
}

const storageName = 'counterfoil-demo-people'
const triesMax = 3
const waitMs = 30_000
const waitMsMax = 900_000
/** As OWASP recommends for PBKDF2 with SHA-256; a PIN is short, so that the wait after three tries counts for more. */
const roundsDefault = 600_000

export function createPeople({ storage, now, rounds = roundsDefault, watch }: PeopleDeps): People {
  const listeners = new Set<() => void>()
  const read = () => readKept(storage)
  const write = (people: readonly Kept[]) => {
    writeKept(storage, people)
  }
  const list = () => read().map(({ name, role }) => ({ name, role }))
  let told = JSON.stringify(list())
  const tell = () => {
    told = JSON.stringify(list())
    for (const listener of listeners) listener()
  }
  watch?.((name) => {
    // A wrong try is stored too, and changes no person.
    if ((name === storageName || name === null) && JSON.stringify(list()) !== told) tell()
  })

  return {
    list,
    async add({ name, role }, pin) {
      const salt = bytesToText(crypto.getRandomValues(new Uint8Array(16)))
      const hash = await hashPin(pin, salt, rounds)
      const others = read().filter((person) => person.name !== name)
      write([...others, { name, role, salt, hash, rounds, wrong: 0, until: 0 }])
      tell()
    },
    remove(name) {
      write(read().filter((person) => person.name !== name))
      tell()
    },
    async check(name, pin) {
      const person = read().find((one) => one.name === name)
      if (!person) return { tag: 'wrong', left: 0 }
      if (isWaiting(person, now())) return { tag: 'wait', until: person.until }
      // The try counts before the PIN is compared, so that a reload or a second window gains none.
      const wrong = person.wrong + 1
      const until = wrong % triesMax === 0 ? now() + findWait(wrong) : 0
      // No PIN is compared that could be tried without end.
      if (!noteTries(storage, name, { wrong, until })) return { tag: 'not-noted' }
      if ((await hashPin(pin, person.salt, person.rounds)) === person.hash) {
        // Where this is not noted, the tries before it count on.
        noteTries(storage, name, { wrong: 0, until: 0 })
        return { tag: 'right' }
      }
      return until > 0 ? { tag: 'wait', until } : { tag: 'wrong', left: triesMax - (wrong % triesMax) }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** A wait that is longer than any was written by a clock that was wrong. */
function isWaiting({ until }: Kept, now: number): boolean {
  return until > now && until <= now + waitMsMax
}

/** The wait doubles with every three wrong tries. */
function findWait(wrong: number): number {
  return Math.min(waitMsMax, waitMs * 2 ** (wrong / triesMax - 1))
}

/** Whether a text can be a PIN: four to eight digits. */
export function isPin(text: string): boolean {
  return /^\d{4,8}$/.test(text)
}

async function hashPin(pin: string, salt: string, iterations: number): Promise<string> {
  const encoder = new TextEncoder()
  const key = await crypto.subtle.importKey('raw', encoder.encode(pin), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations }
  return bytesToText(new Uint8Array(await crypto.subtle.deriveBits(how, key, 256)))
}

function bytesToText(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function writeKept(storage: PeopleDeps['storage'], people: readonly Kept[]): void {
  storage.setItem(storageName, JSON.stringify(people))
}

/** Returns whether they could be stored. */
function noteTries(
  storage: PeopleDeps['storage'],
  name: string,
  tries: Pick<Kept, 'wrong' | 'until'>,
): boolean {
  try {
    const people = readKept(storage)
    writeKept(
      storage,
      people.map((person) => (person.name === name ? { ...person, ...tries } : person)),
    )
    return true
  } catch {
    // The browser has no room, or stores nothing any more.
    return false
  }
}

function readKept(storage: PeopleDeps['storage']): Kept[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(storageName) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    // Without a store, or with a damaged one, no person is known, and names are asked for as before.
    return []
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false
  const { name, role, salt, hash, rounds, wrong, until } = value as Partial<Record<keyof Kept, unknown>>
  return (
    [name, salt, hash].every((text) => typeof text === 'string') &&
    [rounds, wrong, until].every((number) => typeof number === 'number') &&
    roles.some((known) => known === role)
  )
}
