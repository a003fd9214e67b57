import { fitPrice, shopCurrency } from '../currency.js'
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
  const formats = createFormats(language)
  return { language, texts: fitSample(texts, formats), formats }
}

/** The texts with their sample of an amount in the form of the shop's currency. */
export function fitSample(texts: RegisterTexts, formats: Formats, currency = shopCurrency): RegisterTexts {
  const sample = formats.typed(fitPrice('12.50', currency))
  return { ...texts, faults: { ...texts.faults, amount: texts.faults.amount.replace(/12[.,]50/, sample) } }
}
