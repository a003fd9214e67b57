const storageName = 'counterfoil-person'

/** Who decides in this tab, and why they last did so, so that nobody is asked twice. */
interface Person {
  name: string
  /** The last reason for each kind of act. */
  reasons: Record<string, string>
}

const nobody: Person = { name: '', reasons: {} }
let inThisPage = nobody

/** What is remembered until the tab is closed. */
export function readPerson(): Person {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageName) ?? 'null')
    return isPerson(kept) ? kept : nobody
  } catch {
    return inThisPage
  }
}

/** Who decides, as far as anybody has said so: the host, or somebody in this tab. */
export function findName(operator: string | undefined): string {
  const signedIn = operator?.trim() ?? ''
  return signedIn === '' ? readPerson().name : signedIn
}

/** Remembers who decided, and why; another name begins anew. */
export function notePerson(name: string, act: string, reason: string): void {
  const before = readPerson()
  const reasons = before.name === name ? before.reasons : {}
  inThisPage = { name, reasons: { ...reasons, [act]: reason } }
  try {
    sessionStorage.setItem(storageName, JSON.stringify(inThisPage))
  } catch {
    // A browser that keeps nothing still knows until the page is left.
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
