const storageName = 'counterfoil-printed'
const keptMax = 1_000

const inThisPage = new Set<string>()

/** Whether a slip has been printed on this device before, as far as it remembers. */
export function isPrinted(id: string): boolean {
  return inThisPage.has(id) || readIds().includes(id)
}

/** Remembers that a slip was printed, for the newest thousand. */
export function notePrinted(id: string): void {
  inThisPage.add(id)
  try {
    const ids = [...readIds().filter((other) => other !== id), id].slice(-keptMax)
    localStorage.setItem(storageName, JSON.stringify(ids))
  } catch {
    // A browser that keeps nothing still knows until the page is left.
  }
}

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
