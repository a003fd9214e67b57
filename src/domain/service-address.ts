/** The card service of a till, its former addresses, and the currency of the till's amounts. */
export interface ServiceIdentity {
  address: string
  replaces: readonly string[]
  currency?: string
}

/** An address in the form for comparison: normalised, without slashes at its end. */
export function toServiceAddress(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '')
}
