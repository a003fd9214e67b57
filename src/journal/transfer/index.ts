export type { Import } from './arrival.js'
export {
  copyUnsettled,
  handOver,
  type MirrorCopy,
  openForMirror,
  type Seal,
  type TransferHead,
} from './export.js'
export {
  acknowledgeHandOver,
  type HandOverFacts,
  listHandOvers,
  listMoved,
  readHandOver,
  retireHandOvers,
} from './hand-over.js'
export { type Imported, importTransfer, showTransfer } from './import.js'
export { findCurrency } from './below.js'
export { nameService } from './service.js'
export { findTransferFault, Transfer, TransferredEntry } from './transfer.js'
