import type { Language } from '../languages.js'
import { createFormats, type Formats } from './formats.js'
import { english } from './texts-english.js'
import { italian } from './texts-italian.js'
import type { RegisterTexts } from './texts.js'

/** The texts and formats of the register in one language. */
export interface Voice {
  language: Language
  texts: RegisterTexts
  formats: Formats
}

/** The texts of the register in each language. */
export const registerTexts: Record<Language, RegisterTexts> = { en: english, it: italian }

/** Creates the texts and formats of one language. */
export function createVoice(language: Language): Voice {
  return { language, texts: registerTexts[language], formats: createFormats(language) }
}
