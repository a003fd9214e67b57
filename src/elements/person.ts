const storageName = 'counterfoil-person'

/** The person who decides in this tab, so that forms do not ask twice, and the last reasons, which forms offer. */
interface Person {
  /** The name that a person typed; empty while the host says who is signed in. */
  name: string
  /** The last reason for each kind of action. */
  reasons: Record<string, string>
}

const unnamed: Person = { name: '', reasons: {} }
let inThisPage = unnamed
/** The operator whom the host gave last. */
let signedIn = ''

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

/** The name of the person who decides, given by the host or typed in this tab. */
export function findName(operator: string | undefined): string {
  return nameOf(operator) || readPerson().name
}

/** Follows the host's sign-in: what is remembered of the person before is forgotten. */
export function followSignIn(operator: string | undefined): void {
  if (nameOf(operator) === signedIn) return
  signedIn = nameOf(operator)
  write(unnamed)
}

/** Remembers why a person decided, and who, unless the host says who is signed in; another name starts anew. */
export function notePerson(name: string, operator: string | undefined, act: string, reason: string): void {
  note(name, operator, { [act]: reason })
}

/** Remembers who is there, unless the host says who is signed in. */
export function noteName(name: string, operator: string | undefined): void {
  note(name, operator, {})
}

function note(name: string, operator: string | undefined, added: Person['reasons']): void {
  const typed = nameOf(operator) === '' ? name : ''
  // The host may sign the same operator in again after this person.
  if (typed !== '') signedIn = ''
  const before = readPerson()
  const reasons = before.name === typed ? before.reasons : {}
  write({ name: typed, reasons: { ...reasons, ...added } })
}

function nameOf(operator: string | undefined): string {
  return operator?.trim() ?? ''
}

function write(person: Person): void {
  inThisPage = person
  try {
    sessionStorage.setItem(storageName, JSON.stringify(person))
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
