import type { Language } from './languages.js'
import type { DemoTexts } from './texts/texts.js'

/** Each language is a file of its own, so that a page loads one. */
const loaders: Record<Language, () => Promise<DemoTexts>> = {
  en: async () => (await import('./texts/english.js')).english,
  de: async () => (await import('./texts/german.js')).german,
  fr: async () => (await import('./texts/french.js')).french,
  es: async () => (await import('./texts/spanish.js')).spanish,
  it: async () => (await import('./texts/italian.js')).italian,
  nl: async () => (await import('./texts/dutch.js')).dutch,
  pl: async () => (await import('./texts/polish.js')).polish,
  pt: async () => (await import('./texts/portuguese.js')).portuguese,
}

/** Loads the texts of a language. */
export function loadTexts(language: Language): Promise<DemoTexts> {
  return loaders[language]()
}
