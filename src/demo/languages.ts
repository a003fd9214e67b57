/** The languages of the demo. */
export const languages = ['en', 'it'] as const
export type Language = (typeof languages)[number]

/** The locale of each language, for money and times. */
export const locales: Record<Language, string> = { en: 'en-IE', it: 'it-IT' }

/** The language of the demo that fits a language tag best. */
export function textToLanguage(text: string): Language {
  return languages.find((language) => text.toLowerCase().split('-')[0] === language) ?? 'en'
}
