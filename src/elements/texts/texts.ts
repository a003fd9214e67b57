import type { DayTexts } from './day.js'
import type { ErrorTexts } from './errors.js'
import type { NameTexts } from './names.js'
import type { DayWords } from '../../domain/day-words/words.js'
import type { ActName, DeskTexts } from './desk.js'
import type { JournalTexts } from './journal.js'
import type { OutcomeTexts } from './outcome.js'
import type { SlipTexts } from './slip.js'
import type { FailureKind } from '../failure-words.js'
import type { HistoryItem, ParkReason } from '../../domain/entry.js'
import type { OperationKind } from '../../domain/models.js'
import type { OutcomeTag } from '../../domain/outcome.js'
import type { MissingPart } from '../../platform/registration.js'
import type { StorageLoss, StorageState } from '../../till/storage.js'
import type { TillHint, TillPause } from '../../till/status.js'

/** How the line to the card service stands, as a cashier needs to know it. */
export type Line =
  'online' | 'offline' | 'unknown' | 'stopped' | 'paused' | 'blocked' | 'busy' | 'partly' | 'stalled'

/** The fields of a body that a person may correct or choose between, by the last part of their name. */
export type FieldName =
  | 'Card'
  | 'CardCode'
  | 'StoredValueCardCode'
  | 'OldCardCode'
  | 'TransactionID'
  | 'OrderID'
  | 'ExternalOrderID'
  | 'Total'
  | 'Price'
  | 'Quantity'
  | 'Amount'
  | 'Value'
  | 'PaymentCode'
  | 'Notes'
  | 'AuthorizationCode'
  | 'AuthorizationPin'
  | 'Password'
  | 'UserData'
  | 'IssueDate'
  | 'Products'
  | 'Payments'
  | 'Name'
  | 'Code'
  | 'Mode'
  | 'Family'
  | 'Method'
  | 'Number'
  | 'Shop'
  | 'Terminal'
  | 'CashDrawer'
  | 'Operator'
  | 'Type'
  | 'Address'
  | 'Telephone'
  | 'EMail'
  | 'VATNumber'

/** Words for a number; `shown` is the number as the language writes it. */
type Count = (count: number, shown: string) => string

/** Everything the elements say, in groups; a host may replace any of it. */
export interface Texts {
  /** What stands in the file of a day’s figures. */
  csv: DayWords
  day: DayTexts
  errors: ErrorTexts
  desk: DeskTexts
  journal: JournalTexts
  names: NameTexts
  outcome: OutcomeTexts
  slip: SlipTexts
  kinds: Record<OperationKind | 'unknown', string>
  /** How the line to the card service stands. */
  reach: Record<Line, string>
  reachChanges: { online: string }
  pauses: Record<Exclude<TillPause['reason'], 'held'>, string>
  hints: Record<TillHint['likely'], string>
  storage: Record<Exclude<StorageState, 'open' | 'replaced'>, string>
  /** That the browser lost saved operations. */
  loss: Record<StorageLoss['how'], { what: (time: string) => string; missing: Count; advice: string }> & {
    none: string
    acknowledge: string
    acknowledged: string
    /** How many of the lost operations can be brought back, and what that does. */
    kept: Count
    effect: string
    bringBack: string
    key: string
    broughtBack: Count
    damaged: Count
    clashing: Count
    left: Count
    /** Not to bring them back, which deletes their copies. */
    without: string
    sure: string
  }
  worker: {
    starting: string
    active: string
    none: (detail: string) => string
    heldBack: (option: string) => string
    outdated: string
    reload: string
    missing: Record<MissingPart, (script: string) => string>
    failed: (detail: string) => string
  }
  status: {
    label: string
    line: string
    waiting: Count
    waitingUnknown: string
    parked: Count
    parkedUnknown: string
    nothingWaits: string
    delivering: (done: string, total: string) => string
    secondsLeft: Count
    minutesLeft: Count
    replay: string
    pause: string
    resume: string
    held: (time: string, name: string | undefined) => string
    resumed: string
    replaying: string
    replayFailed: (message: string) => string
    settledNow: Count
    parkedNow: Count
    requeuedNow: Count
    stillDown: string
    nothingToSend: string
    pauseOf: (kind: string, pause: string) => string
    /** In how long the till tries again. */
    nextTry: (duration: string) => string
    tryingNow: string
    keepServing: string
    /** How long the oldest operation has waited. */
    stalled: (duration: string) => string
    oldest: (time: string) => string
    notPersistent: string
    /** Since when no copy has left the device. */
    copiesFailing: (time: string) => string
    trouble: (fault: string) => string
    reload: string
    details: string
    clockAhead: (time: string) => string
    clockBehind: (time: string) => string
    room: (used: string, quota: string) => string
  }
  reasons: Record<ParkReason, string>
  reasonDetails: { answered: string; stored: string; probablyApplied: string }
  events: Record<HistoryItem['what'], string>
  outcomes: Record<OutcomeTag, string>
  history: {
    by: (name: string) => string
    status: (status: string) => string
    /** Why there was no answer. */
    silence: { network: string; timeout: string }
  }
  list: {
    label: string
    count: Count
    empty: string
    emptyHint: string
    loading: string
    notReadable: (message: string) => string
    rungUp: (time: string) => string
    rungUpBy: (time: string, name: string) => string
    order: (name: string) => string
    said: string
    saidStatus: (status: string) => string
    history: string
    operation: string
    pages: string
    range: (from: string, to: string) => string
    rangeOf: (from: string, to: string, total: string) => string
    previous: string
    next: string
    select: (what: string) => string
    takeBack: Count
    bulk: Count
    bulkHint: string
  }
  acts: Record<ActName, string>
  effects: Record<ActName, string> & {
    'send-unknown': string
    'amend-bare': string
    'void-moved': string
    bulk: string
    'bulk-back': string
  }
  confirm: Record<ActName, string>
  done: Record<ActName, string>
  act: {
    by: string
    as: (name: string) => string
    change: string
    reason: string
    review: string
    back: string
    cancel: string
    confirmBulk: Count
    confirmBulkBack: Count
    doneBulk: Count
    doneBulkBack: Count
    leftBulk: Count
    nameNeeded: string
    reasonNeeded: string
    refused: string
    gone: string
    failed: (message: string) => string
    invalid: string
    reviewTitle: string
    willSend: string
    unchanged: string
    cards: string
    amount: string
    operation: string
  }
  fields: Record<FieldName, string>
  /** What is wrong with a field that the till does not accept. */
  failures: Record<FailureKind, (expected: string, found: string) => string>
  form: {
    item: (name: string, number: string) => string
    notANumber: (field: string) => string
    notAWhole: (field: string) => string
    /** An amount has more decimals than its currency, as 1.250 does where a thousand is meant. */
    tooFine: (field: string) => string
    transaction: string
    whole: string
    wholeHint: string
    notJson: string
    secretAsked: (field: string) => string
    was: string
    becomes: string
  }
  merge: {
    title: string
    field: string
    ours: string
    theirs: string
    nothing: string
    clean: string
    hint: string
    choose: string
    total: string
    unavailable: string
  }
}

/** What the list of parked entries says, and what a person may do there. */
export type AttentionTexts = Pick<
  Texts,
  'list' | 'acts' | 'effects' | 'confirm' | 'done' | 'act' | 'fields' | 'failures' | 'form' | 'merge'
>

/** Some entries of a table, at every depth; a text, a list and a function are given whole. */
type Some<Table> = Table extends string | readonly unknown[] | ((...values: never[]) => string)
  ? Table
  : { [Name in keyof Table]?: Some<Table[Name]> }

/** Some of the texts, for a host that says a few things its own way, or adds a language. */
export type TextsChange = Some<Texts>
