import type { HistoryItem, ListedEntry } from '../domain/entry.js'
import { sumExactly } from '../domain/money.js'
import type { Voice } from './element.js'
import { tellForeign } from './foreign.js'

interface Amounts {
  StoredValueCardReceipt?: { Total?: number; Payments?: readonly { Amount?: number }[] }
  Payments?: readonly { Value?: number }[]
  OrderID?: number
  ExternalOrderID?: string
}

/** The amount that a body names: a receipt's total, or what was paid. */
export function bodyToAmount(body: object): number | undefined {
  const { StoredValueCardReceipt: receipt, Payments: payments } = body as Amounts
  if (receipt?.Total !== undefined) return receipt.Total
  const paid = [
    ...(receipt?.Payments ?? []).map(({ Amount }) => Amount),
    ...(payments ?? []).map(({ Value }) => Value),
  ].filter((amount) => amount !== undefined)
  return paid.length === 0 ? undefined : sumExactly(paid).toNumber()
}

/** The amount of a body as its language writes money; nothing where none is named. */
export function amountToWords(body: object, { formats }: Voice): string {
  const amount = bodyToAmount(body)
  return amount === undefined ? '' : formats.money(amount)
}

/** Which card or order an entry is about. */
export function subjectToWords({ cards, request }: ListedEntry, { texts }: Voice): string {
  if (cards.length > 0) return cards.join(', ')
  const { OrderID: order, ExternalOrderID: external } = request as Amounts
  const name = order ?? external
  return name === undefined ? '' : texts.list.order(String(name))
}

/** Kind, amount and subject in one line: what a row is called. */
export function entryToTitle(entry: ListedEntry, voice: Voice): string {
  const parts = [
    voice.texts.kinds[entry.kind],
    amountToWords(entry.request, voice),
    subjectToWords(entry, voice),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

/** When it was rung up, and by whom. */
export function ringingUpToWords(entry: ListedEntry, { texts, formats }: Voice, now: Date): string {
  if (!entry.createdAt) return ''
  const time = formats.time(entry.createdAt, now)
  const operator = 'operator' in entry ? entry.operator : undefined
  return operator === undefined ? texts.list.rungUp(time) : texts.list.rungUpBy(time, operator)
}

/** Why an entry needs a person, as plainly as it can be said. */
export function reasonToWords(entry: ListedEntry, { texts }: Voice): string {
  if (entry.state !== 'parked') return ''
  if (entry.reason !== 'unknown') return texts.reasons[entry.reason]
  const { probablyApplied, answered } = texts.reasonDetails
  const why = entry.reply ? answered : texts.reasons.unknown
  return isEcho(entry) ? `${probablyApplied} ${why}` : why
}

/** A conflict after an attempt that was never answered is the echo of that attempt. */
function isEcho({ history }: ListedEntry): boolean {
  const last = history.flatMap(({ outcome }) => outcome ?? []).at(-1)
  return last === 'conflict' || last === 'precondition'
}

/** What the service said: its own explanation, or at least its status. */
export function replyToWords(entry: ListedEntry, { texts }: Voice): string[] {
  const reply = 'reply' in entry ? entry.reply : undefined
  if (!reply) return []
  const { title, detail } = reply.problem ?? {}
  const said = [title, detail].filter((text) => text !== undefined && text !== '')
  return said.length > 0
    ? said.map((text) => tellForeign(String(text)))
    : [texts.list.saidStatus(String(reply.status))]
}

/** One line of an entry's history. */
export function historyToWords(item: HistoryItem, { texts }: Voice): string {
  const { what, by, status, outcome, detail, reason } = item
  const notes = [status === undefined ? undefined : texts.history.status(String(status)), detail, reason]
  const told = notes
    .filter((note) => note !== undefined)
    .map(tellForeign)
    .join(', ')
  return [
    texts.events[what],
    by === undefined ? '' : ` ${texts.history.by(by)}`,
    outcome === undefined ? '' : `: ${texts.outcomes[outcome]}`,
    told === '' ? '' : ` (${told})`,
  ].join('')
}
