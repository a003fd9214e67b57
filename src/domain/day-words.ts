import { dutchDayWords } from './day-words/dutch.js'
import { englishDayWords } from './day-words/english.js'
import { frenchDayWords } from './day-words/french.js'
import { germanDayWords } from './day-words/german.js'
import { italianDayWords } from './day-words/italian.js'
import { polishDayWords } from './day-words/polish.js'
import { portugueseDayWords } from './day-words/portuguese.js'
import { spanishDayWords } from './day-words/spanish.js'
import type { DayWords } from './day-words/words.js'

const languages: Readonly<Record<string, DayWords>> = {
  en: englishDayWords,
  de: germanDayWords,
  es: spanishDayWords,
  fr: frenchDayWords,
  it: italianDayWords,
  nl: dutchDayWords,
  pl: polishDayWords,
  pt: portugueseDayWords,
}

/** The words in the locale's language; English for a language that is not built in. */
export function localeToDayWords(locale: string): DayWords {
  return languages[new Intl.Locale(locale).language] ?? englishDayWords
}
