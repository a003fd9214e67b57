// The public surface of `counterfoil`: each name once, with the file it comes from.

export { openTill } from './till/open.js'
export type { ReplayReport, Till } from './till/till.js'
export type { ServiceOptions, TillOptions } from './till/options.js'
export type { CopiesStatus, CopyInfo, CopyOptions } from './till/copy-options.js'
export type { CopyFaultReason } from './domain/copy-fault.js'
export type { FileLock, FileSecret } from './journal/seal/index.js'
export type { CardBalance, HostBalance } from './till/balance.js'
export type { Attention, Correction, LookUpAnswer, Seen } from './till/attention.js'
export type { Drafts, SavedDraft } from './till/drafts.js'
export type { Extra, Verdict } from './till/ring.js'
export type { Conflict, ReceiptMerge, Resolution } from './decide/resolve.js'
export type { Clash, Merge } from './decide/merge.js'
export type { Conditions, ConditionsAsked } from './domain/conditions.js'
export type { ReplayRule } from './domain/endpoints.js'
export type { HeadersAsked, HeadersSource, LookedUp } from './ports.js'
export type { TillListener } from './till/follow.js'
export type {
  AttemptedEvent,
  ClosedEvent,
  ConflictMetEvent,
  ConflictResolvedEvent,
  CopyEvent,
  EntryEvent,
  FlowingEvent,
  ImportedEvent,
  LetThroughEvent,
  ListeningEvent,
  ParkedEvent,
  PausedEvent,
  RequeuedEvent,
  ResumedEvent,
  RungUpEvent,
  SendingEvent,
  SettledEvent,
  StalledEvent,
  StorageChangedEvent,
  TillEvent,
  VoidedEvent,
  WholeTillEvent,
  WorkerChangedEvent,
} from './domain/event.js'
export type { StatusStore, TillHint, TillPause, TillStatus } from './till/status.js'
export type { EntryFilter } from './journal/views/index.js'
export { dayToCsv, type DayOrigin } from './domain/day-csv.js'
export type { DayFigure, DayFigures, DayMissing, DayReport } from './domain/day.js'
export type { UnusedNumber } from './domain/receipt.js'
export type { KeptReceipt, ReceiptFilter } from './journal/views/index.js'
export type { SignedCheckpoint } from './journal/checkpoints.js'
export type { Alteration, Verification } from './journal/views/index.js'
export type { Limits } from './decide/limits.js'
export type { Retention } from './decide/retention.js'
export type { ExportOptions, HandOver, ImportOptions, ImportReport } from './till/transfer.js'
export type { Safety, SafetyReason } from './till/safety.js'
export type { PartsStatus } from './till/part.js'
export type { StorageState, StorageStatus } from './till/storage.js'
export type { MissingPart, WorkerState } from './platform/registration.js'
export type {
  Entry,
  EntryReply,
  EntryState,
  HistoryEvent,
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
  BrowserRequired,
  CounterfoilError,
  DexieConflict,
  DuplicateOperation,
  InvalidOperation,
  InvalidOptions,
  InvalidReceipt,
  KeysLost,
  LimitReached,
  LoadFailed,
  OperationVoided,
  OutcomeUnknown,
  ServiceMismatch,
  StorageRefused,
  TillClosed,
  TransferRefused,
  TillOutdated,
  UnknownEntry,
  type ErrorCode,
  type ErrorParam,
  type ErrorParams,
  type FailureParams,
} from './domain/errors.js'
export type {
  ActReason,
  CheckedAction,
  FileEntry,
  StorageReason,
  TransferReason,
} from './domain/error-texts.js'
export type {
  Address,
  AssociateOperationViewModel,
  AssociateRequest,
  Buyer,
  CardCodeItem,
  CardData,
  ConfirmOrderRequest,
  Holder,
  IssuerData,
  JsonObject,
  JsonValue,
  MKTConfirmOrderRequestViewModel,
  MigrateRequest,
  MobileDevice,
  Models,
  OperationKind,
  OrderPayment,
  Partnership,
  Product,
  Promotion,
  Receipt,
  ReceiptPayment,
  RefundRequest,
  SVCAuthorizedOperationViewModel,
  SVCMigrationOperationViewModel,
  SVCUpdateReceiptOperationViewModel,
  SenderData,
  UpdateReceiptRequest,
} from './domain/models.js'
export type { CardCodeFault, CardCodeFormat, CardCodeRule } from './domain/card-code.js'
export type { CardReader } from './domain/cards.js'
export type { Need, TillRules, TillRulesOptions } from './domain/rules.js'
export { roundMoney } from './domain/money.js'
export { consoleTrace } from './platform/trace.js'
export type { TraceLine, TraceWhere, WakeReason } from './domain/trace.js'
export { withoutNulls, type WithoutNulls } from './domain/nulls.js'
export type { FieldFailure } from './domain/validate.js'
export type { OutcomeTag, PauseReason, PauseScope, Problem } from './domain/outcome.js'
