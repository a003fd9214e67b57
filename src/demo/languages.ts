/** The languages that the demo speaks. */
export const languages = ['en', 'it'] as const
export type Language = (typeof languages)[number]

/** A language as this shop's country writes its money and its times. */
export const locales: Record<Language, string> = { en: 'en-IE', it: 'it-IT' }

/** The nearest language that the demo speaks. */
export function textToLanguage(text: string): Language {
  return languages.find((language) => text.toLowerCase().split('-')[0] === language) ?? 'en'
}
