/**
 * Texts that depend on a number, by the plural rules of a language. `#` in a form stands for the number as the
 * language writes it; the last argument names the form for a category that has none of its own.
 */
export function createPlural<Form extends Intl.LDMLPluralRule>(
  language: string,
  otherwise: Form,
): (forms: Readonly<Record<Form, string>>) => (count: number, shown: string) => string {
  const rules = new Intl.PluralRules(language)
  return (forms) => {
    const known: Partial<Record<Intl.LDMLPluralRule, string>> = forms
    return (count, shown) => (known[rules.select(count)] ?? forms[otherwise]).replace('#', () => shown)
  }
}
