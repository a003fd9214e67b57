import type {
  EntryReply,
  EntryState,
  HistoryItem,
  ListedEntry,
  OperationKind,
  OutcomeTag,
  ParkReason,
  StorageState,
  TillPause,
  TillStatus,
  WorkerState,
} from '../index.js'

const locale = 'en-IE'
const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
const whole = new Intl.NumberFormat(locale)
const clockTime = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' })
const dayAndTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

export const unknownMark = '–'

export function amountToText(amount: number | undefined): string {
  return amount === undefined || Number.isNaN(amount) ? unknownMark : money.format(amount)
}

/** A count that could not be read is not zero. */
export function countToText(count: number | undefined): string {
  return count === undefined ? unknownMark : whole.format(count)
}

/** The time alone for today, with its day for any other. */
export function timeToText(at: Date, now: Date): string {
  return at.toDateString() === now.toDateString() ? clockTime.format(at) : dayAndTime.format(at)
}

const kindWords: Record<OperationKind | 'unknown', string> = {
  associate: 'Association',
  refund: 'Refund',
  migrate: 'Migration',
  updateReceipt: 'Receipt update',
  confirmOrder: 'Order confirmation',
  unknown: 'Unknown operation',
}

export function kindToWords(kind: OperationKind | 'unknown'): string {
  return kindWords[kind]
}

const stateWords: Record<EntryState, string> = {
  queued: 'Waiting',
  sending: 'Sending',
  settled: 'Settled',
  parked: 'Needs a person',
  voided: 'Voided',
}

export function stateToWords(state: EntryState): string {
  return stateWords[state]
}

const reasonWords: Record<ParkReason, string> = {
  unknown: 'Sent, no answer. Check the card before sending it again.',
  conflict: 'The service holds something that contradicts it.',
  precondition: 'The record was changed by somebody else in the meantime.',
  rejected: 'The service rejected it.',
  refused: 'The service did not let this till do it.',
  reference: 'It waits for a transaction that will not come.',
  expired: 'It has grown too old to be sent without asking.',
  moved: 'It was handed over to another till.',
  unreadable: 'Its record cannot be read here. It is kept as it is.',
}

/** Why it needs a person, and what the service said of it if it answered. */
export function parkToWords(reason: ParkReason, reply?: EntryReply): string {
  if (reason === 'unknown' && reply) {
    return 'Sent, but the answer leaves open whether it was done. Check the card before sending it again.'
  }
  const said = reply?.problem?.title ?? reply?.problem?.detail
  return said === undefined ? reasonWords[reason] : `${reasonWords[reason]} “${said}”`
}

const reachWords: Record<TillStatus['reach'], string> = {
  online: 'Online',
  offline: 'Offline',
  unknown: 'Not known',
}

export function reachToWords(reach: TillStatus['reach']): string {
  return reachWords[reach]
}

const pauseWords: Record<TillPause['reason'], string> = {
  offline: 'The card service cannot be reached.',
  'not-the-service': 'Something other than the card service answers, perhaps a sign-in page of this network.',
  unsent: 'The till could not put its requests together.',
  unauthorized: 'The card service does not accept this till’s credentials.',
  busy: 'The card service asks for a pause.',
  misconfigured: 'The card service does not know one of its addresses.',
  failing: 'The card service fails at one kind of operation.',
  held: 'Delivery is paused by hand.',
}

export function pauseToWords({ reason, until }: TillPause, now: Date): string {
  const again = until ? ` The till tries again at ${timeToText(until, now)}.` : ''
  return `${pauseWords[reason]}${again}`
}

const storageWords: Record<Exclude<StorageState, 'open'>, string> = {
  low: 'This device is nearly full. Nothing new can be rung up until there is room; what waits is still delivered.',
  outdated:
    'A newer version of this till is running in this browser. Load this page again; nothing has been lost.',
  deleted:
    'This till’s data was deleted from the browser, with whatever was waiting. Call support, then load the page again to begin anew.',
  lost: 'The browser has lost hold of this till’s data. Nothing can be rung up until it is found again; the till keeps trying.',
}

/** What stands in the way of the till's data, in plain words; nothing if nothing does. */
export function storageToWords({ state }: TillStatus['storage']): string {
  return state === 'open' ? '' : storageWords[state]
}

export function workerToWords(worker: WorkerState): string {
  switch (worker.state) {
    case 'starting':
      return 'Background delivery is starting.'
    case 'active':
      return 'Background delivery is ready.'
    case 'none':
      return `Delivers while this page is open: ${worker.detail}.`
    case 'held-back':
      if (worker.detail === 'outdated')
        return 'Delivers while this page is open: background delivery waits for its own update.'
      return `Delivers while this page is open: the option ${worker.detail} stays with the page.`
    case 'failed':
      return `Delivers while this page is open: background delivery did not start (${worker.detail}).`
  }
}

const outcomeWords: Record<OutcomeTag, string> = {
  acknowledged: 'the service has it',
  unacknowledged: 'an answer that acknowledges nothing',
  'not-the-service': 'something other than the service answered',
  rejected: 'the service rejected it',
  unauthorized: 'the service did not let this till do it',
  misconfigured: 'the service has no such address',
  conflict: 'it contradicts what the service holds',
  precondition: 'the record had been changed in the meantime',
  busy: 'the service is busy',
  failed: 'the service failed',
  silent: 'no answer',
  unsent: 'it did not leave the till',
  interrupted: 'the till stopped before the answer came',
  unreadable: 'its record cannot be read',
  unreferenced: 'the transaction it needs is not known',
  expired: 'it was older than the till lets pass',
  'found-applied': 'the service was asked and has it',
  'found-absent': 'the service was asked and does not have it',
}

const eventWords: Record<HistoryItem['what'], string> = {
  'rung-up': 'Rung up',
  'limit-overridden': 'Let through over a limit',
  'duplicate-allowed': 'Let through as no duplicate',
  imported: 'Taken over from a file',
  attempt: 'Sent',
  recovery: 'Looked at again',
  resolved: 'Conflict resolved',
  expired: 'Grown too old',
  'handed-over': 'Handed over to another till',
  'take-back': 'Taken back from another till',
  'send-again': 'Sent again',
  'mark-applied': 'Marked as done',
  amend: 'Corrected',
  void: 'Voided',
}

export function historyToWords({ what, by, status, outcome, detail, reason }: HistoryItem): string {
  const notes = [status === undefined ? undefined : `status ${status}`, detail, reason].filter(
    (note) => note !== undefined,
  )
  return [
    eventWords[what],
    by === undefined ? '' : ` by ${by}`,
    outcome === undefined ? '' : `: ${outcomeWords[outcome]}`,
    notes.length === 0 ? '' : ` (${notes.join(', ')})`,
  ].join('')
}

export function errorToText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** The end of an id: what comes before it is mostly the time. */
export function idToText(id: string): string {
  return id.slice(-8)
}

/** Which card or order an entry is about. */
export function entryToSubject({ cards, request }: ListedEntry): string {
  if (cards.length > 0) return cards.join(', ')
  const { OrderID: order, ExternalOrderID: external } = request as OrderNames
  const name = order ?? external
  return name === undefined ? '' : `Order ${name}`
}

interface OrderNames {
  OrderID?: number
  ExternalOrderID?: string
}

/** Enough of a card's code to tell it from its neighbour. */
export function maskCard(code: string): string {
  return `••••${code.slice(Math.max(4, code.length - 4))}`
}
