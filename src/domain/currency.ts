/** Whether a code has the form of ISO 4217; browsers do not show which codes are in use. */
export function isCurrency(code: string): boolean {
  return /^[A-Za-z]{3}$/.test(code)
}

/** The ISO 4217 code of the currency; EUR for an invalid code. */
export function readCurrency(code: string): string {
  return isCurrency(code) ? code.toUpperCase() : 'EUR'
}

/** The number of decimals of a currency: two for EUR, none for JPY, three for KWD. */
export function currencyToDigits(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: readCurrency(code) })
  return format.resolvedOptions().maximumFractionDigits ?? 2
}
