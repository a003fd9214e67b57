/** Why a text is no address that the till may use. */
export function findUrlFault(value: string): string | undefined {
  if (!URL.canParse(value, location.href)) return 'text that is not an address'
  const { protocol, hostname, username, password } = resolveUrl(value)
  if (username !== '' || password !== '') return 'an address with a user or password'
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
  return isSafe ? undefined : `an address on ${protocol}//${hostname}`
}

/** Paths are appended to the base address, so it must end in a path. */
export function findBaseFault(value: string): string | undefined {
  const fault = findUrlFault(value)
  if (fault !== undefined) return fault
  return /[?#]/.test(resolveUrl(value).href) ? 'an address with a query or a fragment' : undefined
}

/** An absolute address is probed as it is; a path is appended to the base address. */
export function findProbeFault(value: string): string | undefined {
  return isAddress(value) ? findUrlFault(value) : undefined
}

function isAddress(value: string): boolean {
  return /^\s*[a-z][a-z\d+.-]*:/i.test(value)
}

/** A browser accepts a worker only from the page's own origin. */
export function findScriptFault(value: string): string | undefined {
  const fault = findUrlFault(value)
  if (fault !== undefined) return fault
  return resolveUrl(value).origin === new URL(location.href).origin ? undefined : 'an address elsewhere'
}

function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}

/** An address as seen from this page. */
export function resolveUrl(value: string): URL {
  return new URL(value, location.href)
}
