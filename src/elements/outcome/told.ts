import type { HistoryEvent, ListedEntry } from '../../domain/entry.js'
import { isElsewhere, mayHaveArrived } from '../attention/acts.js'
import type { Voice } from '../element.js'
import { sanitizeText } from '../foreign.js'

/** How an operation stands, as a cashier needs to know it. */
export type Tone = 'saved' | 'confirmed' | 'stop' | 'cancelled'

/** What is told of an operation. */
export interface Told {
  tone: Tone
  title: string
  sentences: string[]
}

/** How an operation stands, from its state in the journal alone. */
export function entryToTone({ state }: ListedEntry): Tone {
  switch (state) {
    case 'queued':
    case 'sending':
      return 'saved'
    case 'settled':
      return 'confirmed'
    case 'parked':
      return 'stop'
    case 'voided':
      return 'cancelled'
  }
}

/** What is told of an operation; `original` is the one that it corrects. */
export function entryToTold(entry: ListedEntry, original: ListedEntry | undefined, voice: Voice): Told {
  const tone = entryToTone(entry)
  const texts = voice.texts.outcome
  const sentences = tone === 'stop' ? stopToWords(entry, voice) : []
  if (entry.state === 'sending') sentences.push(texts.sending)
  if (entry.state === 'voided') {
    const by = findActor(entry, 'void')
    if (by !== undefined) sentences.push(texts.cancelledBy(by))
  }
  if (original) {
    const by = findActor(original, 'amend')
    sentences.push(by === undefined ? texts.corrected : texts.correctedBy(by))
  }
  return { tone, title: entry.state === 'voided' ? cancelledToWords(entry, voice) : texts[tone], sentences }
}

function cancelledToWords(entry: ListedEntry, { texts: { outcome: texts } }: Voice): string {
  if (isElsewhere(entry)) return texts.cancelledHere
  return mayHaveArrived(entry) ? texts.cancelledInDoubt : texts.cancelled
}

function stopToWords(entry: ListedEntry, { texts: { outcome: texts } }: Voice): string[] {
  if (entry.state !== 'parked') return []
  const words = findServiceWords(entry)
  if (words === '') return [texts.reasons[entry.reason], texts.next]
  if (entry.reason !== 'rejected') return [texts.reasons[entry.reason], texts.said(words), texts.next]
  const refuse = entry.cards.length > 0 ? texts.refusedCard : texts.refusedOrder
  return [refuse(words), texts.next]
}

/** The service's own explanation; empty if it gave none. */
function findServiceWords(entry: ListedEntry): string {
  const { title, detail } = 'reply' in entry ? (entry.reply.problem ?? {}) : {}
  return [title, detail]
    .filter((text) => typeof text === 'string' && text.trim() !== '')
    .map((text) => sanitizeText(String(text)).trim())
    .map((text) => (/[.!?…]$/.test(text) ? text : `${text}.`))
    .join(' ')
}

function findActor({ history }: ListedEntry, what: HistoryEvent): string | undefined {
  const by = history.filter((item) => item.what === what).at(-1)?.by
  return by === undefined || by === '' ? undefined : sanitizeText(by)
}
