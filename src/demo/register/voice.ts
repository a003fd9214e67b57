import type { Language } from '../languages.js'
import { createFormats, type Formats } from './formats.js'
import { findTexts } from './find-texts.js'
import type { RegisterTexts } from './texts.js'

/** What the register speaks with: its words, and how its language writes money and time. */
export interface Voice {
  language: Language
  texts: RegisterTexts
  formats: Formats
}

/** The voice of one language. */
export function createVoice(language: Language): Voice {
  return { language, texts: findTexts(language), formats: createFormats(language) }
}
