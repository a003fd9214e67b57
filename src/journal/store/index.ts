export { addAll, commit, deleteAll, getAll, putAll } from './batch.js'
export { connect, type Connection, type ConnectionState, type MakeRoom, type Plan } from './connection.js'
export { Database } from './database.js'
export { findRow, readLanes, rowToTicket } from './entry-rows.js'
export {
  BodyRow,
  type CounterRow,
  EntryRow,
  type HandOverRow,
  HistoryRow,
  isNewer,
  type KeysRow,
  lanesBehind,
  readRunRow,
  ReceiptRow,
  rowFormat,
  type RunRow,
  type SettingRow,
  type TallyRow,
  ValidatorsRow,
} from './rows.js'
export { findMismatch, readAddresses, serviceRow } from './service.js'
export {
  catchUp,
  countAll,
  type Counts,
  finiteOf,
  moveTally,
  readCounts,
  readKeptTally,
  readTally,
  readTallyFrom,
  recount,
  recountUnknownRows,
  type Step,
  tally,
} from './tally.js'
export { turnLog } from './turn-log.js'
export { findUnknownRows, labelUnindexed } from './unknown-rows.js'
export {
  acknowledgeLosses,
  createWitnessDeps,
  readDoubtedUpTo,
  readEpoch,
  type WitnessDeps,
  witnessPlan,
} from './witness.js'
