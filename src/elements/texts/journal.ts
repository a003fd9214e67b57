import type { EntryState } from '../../domain/entry.js'
import type { Standing } from '../journal/filter.js'
import { createPlural } from './plural.js'

const plural = createPlural<'one' | 'other'>('en', 'other')

type Counted = (count: number, shown: string) => string

/** What the journal says in its own words. */
export interface JournalTexts {
  label: string
  search: string
  searchHint: string
  clear: string
  state: string
  standings: Record<Standing, string>
  kind: string
  anyKind: string
  from: string
  to: string
  states: Record<EntryState, string>
  time: string
  operation: string
  amount: string
  number: string
  numberOf: (number: string) => string
  reading: string
  readingOf: (read: string, total: string) => string
  searching: string
  count: Counted
  found: Counted
  atLeast: Counted
  lookedTo: (time: string) => string
  lookFurther: string
  none: string
  noneHint: string
  notFound: string
  notFoundHint: string
  showAll: string
  notReadable: (message: string) => string
  retrying: string
  retry: string
  back: string
  close: string
  opened: (title: string) => string
  missing: string
  decide: string
  cancel: string
  cancelConfirm: string
  cancelKeep: string
  cancelFix: string
  cancelDoubt: string
  cancelled: string
  facts: string
  rungUp: string
  operator: string
  settledAt: string
  dueAt: string
  shop: string
  status: string
  replaces: string
  replacedBy: string
  transactionOf: string
  unreadable: string
  slip: string
  history: string
  reply: string
  noReply: string
  body: string
  bodyHidden: string
  covered: string
  yes: string
  no: string
}

/** English. */
export const englishJournal: JournalTexts = {
  label: 'Journal',
  search: 'Search',
  searchHint: 'A card or its last digits (…42), a receipt number (#12), an order or an operation.',
  clear: 'Clear the search',
  state: 'State',
  standings: {
    all: 'All',
    waiting: 'Waiting',
    settled: 'Settled',
    parked: 'Needs attention',
    voided: 'Voided',
  },
  kind: 'Operation',
  anyKind: 'All',
  from: 'From day',
  to: 'To day',
  states: {
    queued: 'Waiting',
    sending: 'Being sent',
    settled: 'Settled',
    parked: 'Needs attention',
    voided: 'Voided',
  },
  time: 'Time',
  operation: 'Operation',
  amount: 'Amount',
  number: 'Receipt no.',
  numberOf: (number) => `No. ${number}`,
  reading: 'Reading…',
  readingOf: (read, total) => `Reading… ${read} of ${total}`,
  searching: 'Searching…',
  count: plural({ one: '1 operation', other: '# operations' }),
  found: plural({ one: '1 operation found', other: '# operations found' }),
  atLeast: plural({ one: '1 operation so far', other: '# operations so far' }),
  lookedTo: (time) => `Looked back to ${time}.`,
  lookFurther: 'Look further back',
  none: 'Nothing has been entered yet.',
  noneHint: 'Every operation of this till appears here, with everything that happened to it.',
  notFound: 'Nothing found.',
  notFoundHint: 'Look at more days, at every state or operation, or search for fewer digits.',
  showAll: 'Show everything',
  notReadable: (message) => `The journal cannot be read: ${message}`,
  retrying: 'The till tries again by itself.',
  retry: 'Try again',
  back: 'Back to the list',
  close: 'Close',
  opened: (title) => `Opened beside the list: ${title}`,
  missing: 'There is no such operation in this journal. It may have been deleted since.',
  decide: 'Decide what to do',
  cancel: 'Cancel this operation',
  cancelConfirm: 'Cancel the operation',
  cancelKeep: 'Keep it',
  cancelFix: 'Please fix:',
  cancelDoubt: 'It was sent before and may have gone through. Check the card first.',
  cancelled: 'Cancelled. It will not be sent.',
  facts: 'At a glance',
  rungUp: 'Entered',
  operator: 'By',
  settledAt: 'Settled',
  dueAt: 'Next try',
  shop: 'Shop / till',
  status: 'Answer',
  replaces: 'In place of',
  replacedBy: 'Replaced by',
  transactionOf: 'Waits for the transaction of',
  unreadable: 'Cannot be read',
  slip: 'Receipt',
  history: 'What happened',
  reply: 'What the service answered',
  noReply: 'The service has not answered yet.',
  body: 'What was entered',
  bodyHidden: 'What was entered cannot be shown.',
  covered: 'covered',
  yes: 'yes',
  no: 'no',
}
