import type { ListedEntry } from '../domain/entry.js'
import { createMoneyFormat } from '../elements/amounts.js'
import { historyToWords } from '../elements/entry-words.js'
import { createFormats } from '../elements/formats.js'
import { entryToSlip } from '../elements/receipt/slip.js'
import { english } from '../elements/texts/english.js'
import { releaseBlanks, toPrintable } from '../escpos/characters.js'
import { slipToPaper } from '../escpos/paper.js'
import type { JournalFile } from './journal-file.js'

const columns = 42

/** What the file is, in lines. */
export function describeFile({ kind, shop, terminal, at, entries, left }: JournalFile): string[] {
  const names = { copy: 'A copy', 'hand-over': 'A hand-over', audit: 'A whole journal with its signed log' }
  const from = shop === undefined ? '' : ` of ${shop} / ${terminal ?? ''}`
  return [
    `${names[kind]}${from}${at ? `, written ${at.toISOString()} by the till's clock` : ''}`,
    `Operations: ${entries.length}`,
    ...(left.length > 0 ? [`Could not be read at the till: ${left.join(', ')}`] : []),
  ]
}

/** An entry in one line, for a list. */
export function describeEntry(entry: ListedEntry): string {
  const { id, kind, state, cards, createdAt } = entry
  const reason = 'reason' in entry ? `: ${entry.reason}` : ''
  const amount = 'amount' in entry ? String(entry.amount) : ''
  const parts = [createdAt?.toISOString() ?? '', kind, `${state}${reason}`, amount, cards.join(' '), id]
  return parts.filter((part) => part !== '').join('  ')
}

/** Every attempt and every act of a person, a line each. */
export function describeHistory(entry: ListedEntry, currency: string): string[] {
  const voice = { texts: english, formats: createFormats('en', currency) }
  return entry.history.map((item) => {
    const words = `${item.at.toISOString()}  ${historyToWords(item, voice)}`
    return item.detail === undefined ? words : `${words} [${item.detail}]`
  })
}

/** The slip as text, as a receipt printer would write it. */
export function describeSlip(entry: ListedEntry, currency: string): string[] {
  const { head, foot } = slipToPaper(entryToSlip(entry), {
    columns,
    voice: { texts: english, formats: createFormats('en', currency) },
    money: createMoneyFormat('en', currency),
    print: (text) => toPrintable(text, isAnything),
    isReprint: false,
  })
  return [...head, ...foot].map(({ text }) => releaseBlanks(text).trimEnd())
}

/** A screen has every character; control characters are taken out all the same. */
function isAnything(): boolean {
  return true
}
