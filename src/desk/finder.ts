import type { ListedEntry } from '../domain/entry.js'
import type { Voice } from '../elements/element.js'
import { entryToTitle, reasonToWords } from '../elements/entry-words.js'
import { bodyToNumber } from '../elements/journal/rows.js'
import { entryToText, searchToWords } from '../open/journal-file.js'

type Test = (entry: ListedEntry) => boolean

/**
 * Finds the entries that have every word of a text, in what the file holds of them or in the words that are shown, the
 * newest first. `#12` is a receipt number, and what stands before the last digits of a card does not count.
 */
export function createFinder(
  entries: readonly ListedEntry[],
  voice: () => Voice,
): (text: string) => ListedEntry[] {
  const newestFirst = [...entries].reverse()
  const texts = new Map<string, string>()
  let voiced: Voice | undefined

  function textOf(entry: ListedEntry): string {
    if (voiced !== voice()) {
      voiced = voice()
      texts.clear()
    }
    const known = texts.get(entry.id)
    if (known !== undefined) return known
    const text = `${entryToText(entry)} ${shownWords(entry, voiced).toLowerCase()}`
    texts.set(entry.id, text)
    return text
  }

  return (text) => {
    const tests = searchToWords(text).map((word) => wordToTest(word, textOf))
    return newestFirst.filter((entry) => tests.every((test) => test(entry)))
  }
}

function wordToTest(word: string, textOf: (entry: ListedEntry) => string): Test {
  const [, number] = /^#(\d{1,15})$/.exec(word) ?? []
  if (number !== undefined) return ({ request }) => bodyToNumber(request) === Number(number)
  const bare = word.replace(/^(…|\.{2,}|\*|•)+/, '')
  return (entry) => textOf(entry).includes(bare)
}

function shownWords(entry: ListedEntry, voice: Voice): string {
  return [
    entryToTitle(entry, voice),
    voice.texts.journal.states[entry.state],
    reasonToWords(entry, voice),
  ].join(' ')
}
