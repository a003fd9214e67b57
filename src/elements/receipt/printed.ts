const storageName = 'counterfoil-printed'
const keptMax = 1_000

const inThisPage = new Set<string>()
const watchers = new Set<() => void>()

/** Whether a slip was printed on this device before, as far as is remembered. */
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
    // If the browser stores nothing, it is known until the page is left.
  }
  for (const notify of watchers) notify()
}

/** Calls back whenever a slip was printed, in this page or in another one of the device. */
export function watchPrinted(notify: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === storageName || key === null) notify()
  }
  watchers.add(notify)
  addEventListener('storage', onStorage)
  return () => {
    watchers.delete(notify)
    removeEventListener('storage', onStorage)
  }
}

function readIds(): string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(storageName) ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : []
  } catch {
    // A browser that keeps nothing remembers no slips.
    return []
  }
}
