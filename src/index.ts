export { openTill } from './till/open.js'
export type { ReplayReport, Till } from './till/till.js'
export type { ServiceOptions, TillOptions } from './till/options.js'
export type { Attention, Verdict } from './till/attention.js'
export type { Extra } from './till/ring.js'
export type { Conflict, Resolution } from './decide/resolve.js'
export type { Clash, Merge } from './decide/merge.js'
export type { Conditions, ConditionsAsked } from './domain/conditions.js'
export type { ReplayRule } from './domain/endpoints.js'
export type { StatusStore, TillPause, TillStatus } from './till/status.js'
export type { EntryFilter, KeptReceipt, ReceiptFilter } from './journal/read.js'
export type { StorageState, StorageStatus } from './till/storage.js'
export type { WorkerState } from './platform/registration.js'
export type {
  Entry,
  EntryReply,
  EntryState,
  HistoryItem,
  ListedEntry,
  ParkedEntry,
  ParkReason,
  QueuedEntry,
  SendingEntry,
  SettledEntry,
  UnreadableEntry,
  VoidedEntry,
} from './domain/entry.js'
export {
  ActRefused,
  CounterfoilError,
  DuplicateOperation,
  InvalidOperation,
  InvalidOptions,
  OperationVoided,
  StorageRefused,
  TillClosed,
  TillOutdated,
  UnknownEntry,
  type ErrorCode,
} from './domain/errors.js'
export type * from './domain/models.js'
export type { Need, TillRules, TillRulesOptions } from './domain/rules.js'
export type { FieldFailure } from './domain/validate.js'
export type { OutcomeTag, PauseReason, PauseScope, Problem } from './domain/outcome.js'
