import type { Voice } from '../elements/element.js'
import { createFormats } from '../elements/formats.js'
import { findTexts } from '../elements/texts/languages.js'
import { findPageTexts } from './languages.js'
import type { PageTexts } from './texts/texts.js'

/** The words of the page and those of the elements, in one language. */
export interface PageVoice extends Voice {
  page: PageTexts
}

/** The voice of a language whose texts are loaded. */
export function createVoice(tag: string, currency: string): PageVoice {
  return { page: findPageTexts(tag), texts: findTexts(tag), formats: createFormats(tag, currency) }
}
