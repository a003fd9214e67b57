import type { ParkReason } from '../../domain/entry.js'
import { createPlural } from './plural.js'

/** What a person may do about a parked entry; merging and correcting both amend it. */
export const actNames = ['send-again', 'mark-applied', 'merge', 'amend', 'void', 'take-back'] as const
/** What a person may do in the list of what needs one. */
export type ActName = (typeof actNames)[number]

const plural = createPlural<'one' | 'other'>('en', 'other')

/** What the supervisor's desk says, in the list of what needs attention. */
export interface DeskTexts {
  /** Reasons that a person may choose; none of them is chosen beforehand. */
  reasons: Record<ActName | 'send-unknown', readonly string[]>
  reasonsLabel: string
  notApproved: string
  selection: string
  byReason: string
  allReasons: string
  reasonNames: Record<ParkReason, string>
  byCard: string
  cardHint: string
  groupBy: string
  groupings: Record<'time' | 'reason' | 'card', string>
  noCard: string
  noneWanted: string
  showAll: string
  check: string
  card: string
  showCards: string
  showHint: string
  balance: string
  provisional: (amount: string) => string
  balanceFailed: string
  lastKnown: string
  lastNone: string
  behind: string
  behindNone: string
  behindMore: (count: number, shown: string) => string
  notRead: (message: string) => string
  correction: {
    more: (amount: string) => string
    less: (amount: string) => string
    same: string
    useSum: (amount: string) => string
    sum: string
    unchanged: string
  }
  lookUp: string
  lookingUp: string
  found: Record<'applied' | 'absent' | 'unknown', string>
}

/** English. */
export const englishDesk: DeskTexts = {
  reasons: {
    'send-again': ['The cause was fixed', 'The card service asked to try again'],
    'send-unknown': ['I checked the card: nothing was done', 'The card service says it has nothing'],
    'mark-applied': ['I saw it on the card', 'The card service confirmed it'],
    merge: ['Both receipts compared'],
    amend: ['Wrong card', 'Wrong amount', 'Wrong items'],
    void: ['Entered twice', 'The customer does not want it', 'Settled in another way'],
    'take-back': ['The file was lost', 'The other till did not import it'],
  },
  reasonsLabel: 'Choose a reason, or write your own',
  notApproved: 'Not approved. Nothing was done.',
  selection: 'Which operations are shown',
  byReason: 'Why',
  allReasons: 'All reasons',
  reasonNames: {
    unknown: 'Not known if it worked',
    conflict: 'Different details',
    precondition: 'Changed meanwhile',
    rejected: 'Refused',
    refused: 'Not allowed',
    reference: 'Original never went through',
    expired: 'Too old',
    moved: 'Handed over',
    invalid: 'Breaks a rule',
    unreadable: 'Cannot be read',
  },
  byCard: 'Card',
  cardHint: 'Last digits',
  groupBy: 'Group by',
  groupings: { time: 'Newest first', reason: 'Why', card: 'Card' },
  noCard: 'Without a card',
  noneWanted: 'Nothing here matches.',
  showAll: 'Show all',
  check: 'Check the card',
  card: 'Card',
  showCards: 'Show card number',
  showHint: 'Your name is recorded when you do.',
  balance: 'Balance',
  provisional: (amount) => `provisional: ${amount} waits on this card`,
  balanceFailed: 'The balance cannot be read now.',
  lastKnown: 'Last confirmed on this card',
  lastNone: 'Nothing on this till',
  behind: 'Waiting behind it',
  behindNone: 'Nothing',
  behindMore: plural({ one: 'and 1 more', other: 'and # more' }),
  notRead: (message) => `This cannot be read now: ${message}`,
  correction: {
    more: (amount) => `${amount} more than before`,
    less: (amount) => `${amount} less than before`,
    same: 'The total stays the same.',
    useSum: (amount) => `The items come to ${amount}: use it`,
    sum: 'Sum of the items',
    unchanged: 'Nothing has been changed, so there is nothing to send.',
  },
  lookUp: 'Look up now',
  lookingUp: 'Looking up…',
  found: {
    applied: 'The card service has it: it went through.',
    absent: 'The card service does not have it: nothing was done.',
    unknown: 'The card service does not know.',
  },
}
