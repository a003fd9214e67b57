/** The currency of a shop: its ISO 4217 code, and the decimals of its smallest unit. */
export interface Currency {
  code: string
  digits: number
}

const euro = 'EUR'

/** The currency of a code; euros for anything that is no code. */
export function codeToCurrency(code: string | null): Currency {
  const known = code !== null && /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : euro
  const format = new Intl.NumberFormat('en', { style: 'currency', currency: known })
  return { code: known, digits: format.resolvedOptions().maximumFractionDigits ?? 2 }
}

/** The currency of this page, by its address: `?currency=JPY`. */
export const shopCurrency = codeToCurrency(
  'location' in globalThis ? new URLSearchParams(location.search).get('currency') : null,
)

/** Whether this is the currency of the demo's own prices. */
export function isEuro({ code }: Currency): boolean {
  return code === euro
}

/** A whole amount of euros as an amount that is as usual in this currency: 5 becomes 500 yen. */
export function fitWhole(amount: number, { digits } = shopCurrency): number {
  return digits === 0 ? amount * 100 : amount
}

/** A price of the demo, such as 24.90, with the decimals of this currency: 2490 yen, 24.900 dinars. */
export function fitPrice(price: string, { digits } = shopCurrency): string {
  const [whole = '', decimals = ''] = price.split('.')
  if (digits < 2) return `${whole}${decimals.padEnd(2, '0')}`.replace(/^0+(?=\d)/, '')
  return `${whole}.${decimals.padEnd(digits, '0')}`
}

/** A typed number with at least the decimals of this currency. */
export function padDecimals(number: string, { digits } = shopCurrency): string {
  const [whole = '', decimals = ''] = number.split('.')
  const padded = decimals.padEnd(digits, '0')
  return padded === '' ? whole : `${whole}.${padded}`
}
