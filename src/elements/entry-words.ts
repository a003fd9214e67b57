import type { HistoryItem, ListedEntry } from '../domain/entry.js'
import type { OutcomeTag } from '../domain/outcome.js'
import { isStoredReply } from '../domain/stored-reply.js'
import { sumExactly } from '../domain/money.js'
import type { Voice } from './element.js'
import { sanitizeText } from './foreign.js'
import { nameMigrated } from './receipt/slip.js'
import { withColon } from './colon.js'

interface Amounts {
  StoredValueCardReceipt?: { Total?: number; Payments?: readonly { Amount?: number }[] }
  Payments?: readonly { Value?: number }[]
  OrderID?: number
  ExternalOrderID?: string
}

/** The amount of a body: a receipt's total, or the sum of the payments. */
function bodyToAmount(body: object): number | undefined {
  const { StoredValueCardReceipt: receipt, Payments: payments } = body as Amounts
  if (receipt?.Total !== undefined) return receipt.Total
  const paid = [
    ...(receipt?.Payments ?? []).map(({ Amount }) => Amount),
    ...(payments ?? []).map(({ Value }) => Value),
  ].filter((amount) => amount !== undefined)
  return paid.length === 0 ? undefined : sumExactly(paid).toNumber()
}

/** The amount of a body in the language's format; empty if there is none. */
export function amountToWords(body: object, { formats }: Voice): string {
  const amount = bodyToAmount(body)
  return amount === undefined ? '' : formats.money(amount)
}

/** The cards of an entry; of a migration, which is the old one and which the new. */
export function cardsToWords(
  cards: string,
  { oldCard, newCard }: Migrated,
  { texts }: Pick<Voice, 'texts'>,
): string {
  return oldCard === undefined || newCard === undefined ? cards : texts.slip.migrated(oldCard, newCard)
}

interface Migrated {
  oldCard?: string
  newCard?: string
}

/** The cards of an entry where its kind stands beside them; of a migration, the old one before the new one. */
export function cardsToShort(cards: string, { oldCard, newCard }: Migrated): string {
  const shorten = (card: string) => card.replace(/^•+/u, '…')
  return oldCard === undefined || newCard === undefined ? cards : `${shorten(oldCard)} → ${shorten(newCard)}`
}

/** The card or order of an entry. */
export function subjectToWords({ cards, request }: ListedEntry, voice: Voice): string {
  const { texts } = voice
  if (cards.length > 0) return cardsToWords(cards.join(', '), nameMigrated(request), voice)
  const { OrderID: order, ExternalOrderID: external } = request as Amounts
  const name = order ?? external
  return name === undefined ? '' : texts.list.order(String(name))
}

/** Kind, amount and subject in one line: the title of a row. */
export function entryToTitle(entry: ListedEntry, voice: Voice): string {
  const parts = [
    voice.texts.kinds[entry.kind],
    amountToWords(entry.request, voice),
    subjectToWords(entry, voice),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** When the operation was saved, and by whom. */
export function ringingUpToWords(entry: ListedEntry, { texts, formats }: Voice, now: Date): string {
  if (!entry.createdAt) return ''
  const time = formats.time(entry.createdAt, now)
  const operator = 'operator' in entry ? entry.operator : undefined
  return operator === undefined ? texts.list.rungUp(time) : texts.list.rungUpBy(time, operator)
}

/** Why an entry needs attention. */
export function reasonToWords(entry: ListedEntry, { texts }: Voice): string {
  if (entry.state !== 'parked') return ''
  if (entry.reason !== 'unknown') return texts.reasons[entry.reason]
  const { probablyApplied, answered, stored } = texts.reasonDetails
  if (entry.reply && isStoredReply(entry.reply)) return stored
  const why = entry.reply ? answered : texts.reasons.unknown
  return isEcho(entry) ? `${probablyApplied} ${why}` : why
}

/** A refusal or conflict after an attempt without an answer suggests that the attempt was applied. */
function isEcho({ history }: ListedEntry): boolean {
  const last = history.flatMap(({ what, outcome }) => (what === 'look-up' ? [] : (outcome ?? []))).at(-1)
  return last !== undefined && evidence.includes(last)
}

const evidence: readonly OutcomeTag[] = ['conflict', 'precondition', 'rejected', 'unauthorized']

/** The service's explanation, or at least its status. */
export function replyToWords(entry: ListedEntry, { texts }: Voice): string[] {
  const reply = 'reply' in entry ? entry.reply : undefined
  if (!reply) return []
  const { title, detail } = reply.problem ?? {}
  const parts = [title, detail].filter((text) => text !== undefined && text !== '')
  return parts.length > 0
    ? parts.map((text) => sanitizeText(String(text)))
    : [texts.list.saidStatus(String(reply.status))]
}

function outcomeToWords({ what, outcome }: HistoryItem, texts: Voice['texts']): string {
  if (outcome !== undefined) return texts.outcomes[outcome]
  return what === 'look-up' ? texts.desk.found.unknown : ''
}

/** A detail that the till writes in words of its own is not shown: the outcome says the same in every language. */
const plainOutcomes: readonly OutcomeTag[] = ['interrupted', 'expired', 'unrepeatable']

function detailToWords({ outcome, detail }: HistoryItem, { history }: Voice['texts']): string | undefined {
  if (outcome === 'silent' && (detail === 'network' || detail === 'timeout')) return history.silence[detail]
  return outcome !== undefined && plainOutcomes.includes(outcome) ? undefined : detail
}

/** A line of an entry's history in words. */
export function historyToWords(item: HistoryItem, { texts }: Voice): string {
  const { what, by, status, reason } = item
  const detail = detailToWords(item, texts)
  const notes = [status === undefined ? undefined : texts.history.status(String(status)), detail, reason]
  const details = notes
    .filter((note) => note !== undefined)
    .map(sanitizeText)
    .join(', ')
  const event = by === undefined ? texts.events[what] : `${texts.events[what]} ${texts.history.by(by)}`
  const outcome = outcomeToWords(item, texts)
  return [
    outcome === '' ? event : `${withColon(event, texts)} ${outcome}`,
    details === '' ? '' : ` (${details})`,
  ].join('')
}
