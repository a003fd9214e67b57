/** Appends a path to the base address, whatever slashes either brings. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}

/** Whether an address is of another origin than whoever asks for it. */
export function isElsewhere(url: string): boolean {
  const here = (globalThis as { location?: { origin: string } }).location?.origin
  return here !== undefined && new URL(url, here).origin !== here
}
