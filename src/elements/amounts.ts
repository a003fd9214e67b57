/** Writes amounts as the language does, with every digit they have. */
export function createMoneyFormat(locale: string, currency: string): (amount: string | number) => string {
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, maximumFractionDigits: 15 })
  // A decimal as text is formatted exactly; the type of the language's year does not know that yet.
  return (amount) => format.format(amount as number)
}
