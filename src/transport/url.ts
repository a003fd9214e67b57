/** Appends a path to the base address, with one slash between them. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/** Whether an address belongs to another origin. */
export function isElsewhere(url: string): boolean {
  const here = (globalThis as { location?: { origin: string } }).location?.origin
  return here !== undefined && new URL(url, here).origin !== here
}
