/** The languages of the demo. */
export const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pl', 'pt'] as const
export type Language = (typeof languages)[number]

/** Each language by its own name. */
export const languageNames: Record<Language, string> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  pt: 'Português',
}

/** The locale of each language, for money and times. */
export const locales: Record<Language, string> = {
  en: 'en-IE',
  de: 'de-DE',
  fr: 'fr-FR',
  es: 'es-ES',
  it: 'it-IT',
  nl: 'nl-NL',
  pl: 'pl-PL',
  pt: 'pt-PT',
}

/** The language of the demo that fits a language tag best. */
export function textToLanguage(text: string): Language {
  return languages.find((language) => text.toLowerCase().split('-')[0] === language) ?? 'en'
}
