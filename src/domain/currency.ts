/** Whether a code has the form of ISO 4217; browsers do not show which codes are in use. */
export function isCurrency(code: string): boolean {
  return /^[A-Za-z]{3}$/.test(code)
}

/** The ISO 4217 code of the currency; EUR for an invalid code. */
export function readCurrency(code: string): string {
  return isCurrency(code) ? code.toUpperCase() : 'EUR'
}

/** The number of decimals that are usual in a currency: two for EUR, none for JPY and HUF, three for KWD. */
export function currencyToDigits(code: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: readCurrency(code) })
  return format.resolvedOptions().minimumFractionDigits ?? 2
}

/** The currencies with another number of decimals than two in ISO 4217. */
const codesByDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
}

/** The number of decimals that amounts may have by ISO 4217: two for HUF, IDR and PKR, where none are usual. */
export function currencyToFinestDigits(code: string): number {
  const known = readCurrency(code)
  const [digits = '2'] = Object.entries(codesByDigits).find(([, codes]) => codes.includes(known)) ?? []
  return Number(digits)
}
