// What this room uses of the rooms below it.

export {
  BodyRow,
  countAll,
  type Database,
  EntryRow,
  findById,
  findInState,
  findRow,
  findUnknownRows,
  finiteOf,
  hasReceipt,
  HistoryRow,
  isNewer,
  readEpoch,
  readFiledUpTo,
  readKeptTally,
  readPruned,
  readRunRow,
  readTally,
  readUnfiled,
  type ReceiptFacts,
  ReceiptRow,
  rowToReceipt,
  type Unfiled,
} from '../store/index.js'
export {
  labelOf,
  markLine,
  markOrigin,
  openBody,
  rowsToEntries,
  type Store,
  type Vault,
} from '../seal/index.js'
export {
  fingerprintText,
  laneAfter,
  listUnusedNumbers,
  type PreparedDraft,
  prepareDraft,
} from '../queue/index.js'
