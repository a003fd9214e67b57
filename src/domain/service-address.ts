/** The card service of a till, and its former addresses. */
export interface ServiceIdentity {
  address: string
  replaces: readonly string[]
}

/** An address in the form for comparison: normalised, without slashes at its end. */
export function toServiceAddress(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '')
}
