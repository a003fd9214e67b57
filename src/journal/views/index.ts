export { readDay } from './day.js'
export { noteDerivation } from './derivation.js'
export { type Rest, type Summary, watchState, watchSummary } from './live.js'
export { type JournalEnd, type Position, readEnd } from './end.js'
export {
  listWaiting,
  type MirrorChanges,
  type Mirrored,
  type MirrorEnd,
  readMirrorEnd,
  watchErased,
} from './mirror.js'
export { type News, type NewsLine, readNews } from './news.js'
export { type EntryFilter, list } from './read.js'
export { type KeptReceipt, listReceipts, type ReceiptFilter } from './receipts.js'
export { type Alteration, type Verification, verify } from './verify.js'
