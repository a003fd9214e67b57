const storageName = 'counterfoil-person'

/** The person who decides in this tab, so that forms do not ask twice, and the last reasons, which forms offer. */
interface Person {
  name: string
  /** The last reason for each kind of action. */
  reasons: Record<string, string>
}

const unnamed: Person = { name: '', reasons: {} }
let inThisPage = unnamed

/** The person that is remembered until the tab is closed. */
function readPerson(): Person {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    return isPerson(kept) ? kept : unnamed
  } catch {
    // A browser that keeps nothing still knows until the page is left.
    return inThisPage
  }
}

/** The last reason for a kind of action in this tab. */
export function readReason(act: string): string | undefined {
  const { reasons } = readPerson()
  return Object.hasOwn(reasons, act) ? reasons[act] : undefined
}

/** The name of the person who decides, given by the host or in this tab. */
export function findName(operator: string | undefined): string {
  const signedIn = operator?.trim() ?? ''
  return signedIn === '' ? readPerson().name : signedIn
}

/** Remembers who decided and why; another name starts anew. */
export function notePerson(name: string, act: string, reason: string): void {
  write(name, { [act]: reason })
}

/** Remembers who is there. */
export function noteName(name: string): void {
  write(name, {})
}

function write(name: string, added: Person['reasons']): void {
  const before = readPerson()
  const reasons = before.name === name ? before.reasons : {}
  inThisPage = { name, reasons: { ...reasons, ...added } }
  try {
    sessionStorage.setItem(storageName, JSON.stringify(inThisPage))
  } catch {
    // If the browser stores nothing, the name is known until the page is left.
  }
}

function isPerson(value: unknown): value is Person {
  if (typeof value !== 'object' || value === null) return false
  const { name, reasons } = value as Partial<Record<keyof Person, unknown>>
  return (
    typeof name === 'string' &&
    typeof reasons === 'object' &&
    reasons !== null &&
    Object.values(reasons).every((reason) => typeof reason === 'string')
  )
}
