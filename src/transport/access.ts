export type HeadersRecord = Record<string, string>

/** Headers as they are, or how to get them at the moment of sending. */
export type HeadersSource = HeadersRecord | (() => HeadersRecord | Promise<HeadersRecord>)

/** How the service is reached. */
export interface ServiceAccess {
  baseUrl: string
  headers: HeadersSource
  credentials: 'omit' | 'same-origin' | 'include'
  timeoutMs: number
  /** A path below the base address or a URL that answers 2xx when the service is well; false asks the base address. */
  probe: string | false
}

/** Appends a path to the base address, whatever slashes either brings. */
export function joinUrl(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/+$/, '')}/${path.replace(/^\/+/, '')}`
}
