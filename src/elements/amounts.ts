import { currencyToDigits, readCurrency } from '../domain/currency.js'

/** How an amount is written, beside language and currency. */
interface MoneyStyle {
  display?: 'symbol' | 'code'
  sign?: 'auto' | 'exceptZero'
}

/** Formats amounts in a language, with the decimals of the currency and all further digits of the amount. */
export function createMoneyFormat(
  locale: string,
  currency: string,
  { display = 'symbol', sign = 'auto' }: MoneyStyle = {},
): (amount: string | number) => string {
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: readCurrency(currency),
    currencyDisplay: display,
    signDisplay: sign,
    minimumFractionDigits: currencyToDigits(currency),
    maximumFractionDigits: 15,
  })
  // Decimal text is formatted exactly; the types of this language version do not allow it yet.
  return (amount) => format.format(amount as number)
}
