import type { Language } from '../languages.js'
import { english } from './texts-english.js'
import { italian } from './texts-italian.js'
import type { RegisterTexts } from './texts.js'

const texts: Record<Language, RegisterTexts> = { en: english, it: italian }

/** What the register says in a language. */
export function findTexts(language: Language): RegisterTexts {
  return texts[language]
}
