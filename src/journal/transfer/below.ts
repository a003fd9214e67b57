// What this room uses of the rooms below it.

export {
  BodyRow,
  type Database,
  EntryRow,
  findMismatch,
  findRow,
  findUnknownRows,
  type HandOverRow,
  HistoryRow,
  moveOn,
  readAddresses,
  rowFormat,
  rowToTicket,
  serviceRow,
  tally,
  type ValidatorsRow,
} from '../store/index.js'
export {
  composeEntry,
  eraseSecrets,
  isBodyOf,
  labelOf,
  openBody,
  type Recent,
  type Store,
} from '../seal/index.js'
export {
  addEntries,
  addReferenceLane,
  chainEntry,
  type Draft,
  findObstacle,
  type Guard,
  noteOf,
  type Obstacle,
  type PreparedDecision,
  type PreparedDraft,
  prepareDecisions,
  prepareDraft,
  record,
  recordedTables,
} from '../queue/index.js'
