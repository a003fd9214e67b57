export { addAll, commit, deleteAll, getAll, putAll } from './batch.js'
export { type Binding, readBinding } from './binding.js'
export { connect, type Connection, type ConnectionState, type Plan } from './connection.js'
export type { MakeRoom } from './space.js'
export { Database } from './database.js'
export { findById, findInState, findRow, nameOf, readLanes } from './entry-rows.js'
export { fileAmong } from './file-among.js'
export { hasReceipt, keyOfNumber, readFiledUpTo, readUnfiled, rowToReceipt, type Unfiled } from './filing.js'
export { noteBared, notePruned, readErased, readPruned, readPrunedSpans } from './pruned.js'
export {
  type BodyRow,
  type CounterRow,
  EntryRow,
  type HandOverRow,
  HistoryRow,
  type ImportRow,
  isNewer,
  type KeysRow,
  lanesBehind,
  readRunRow,
  type ReceiptFacts,
  type ReceiptRow,
  rowFormat,
  type RunRow,
  type SettingRow,
  type TallyRow,
  ValidatorsRow,
} from './rows.js'
export {
  findCurrency,
  findMismatch,
  listAddresses,
  listNames,
  mismatchOf,
  readAddresses,
  readJournalCurrency,
  readNames,
  serviceRow,
} from './service.js'
export { isSoundBody, isSoundEntry, isSoundLine, isSoundReceipt, kindOf, unreadableState } from './sound.js'
export { rowToTicket, standingOf } from './standing.js'
export {
  countAll,
  type Counts,
  finiteOf,
  readCounts,
  readKeptTally,
  readTally,
  readTallyFrom,
  recount,
  recountUnknownRows,
  type Step,
  tally,
} from './tally.js'
export { catchUp, moveOn } from './tail.js'
export { turnLog } from './turn-log.js'
export { labelUnindexed } from './unindexed.js'
export { findUnknownRows } from './unknown-rows.js'
export { createWitnessDeps, type WitnessDeps, witnessPlan } from './witness.js'
export { acknowledgeLosses, readDoubtedUpTo, readEpoch, readLostUntil } from './witnessed.js'
