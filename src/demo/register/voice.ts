import type { Language } from '../languages.js'
import { createFormats, type Formats } from './formats.js'
import type { RegisterTexts } from './texts.js'

/** The texts and formats of the register in one language. */
export interface Voice {
  language: Language
  texts: RegisterTexts
  formats: Formats
}

/** Creates the texts and formats of one language. */
export function createVoice(language: Language, texts: RegisterTexts): Voice {
  return { language, texts, formats: createFormats(language) }
}
