export { AuditContent, auditFormat, isNewerAudit, Segment } from './audit-file.js'
export { labelOf, openBody, sealBody } from './bodies.js'
export { isBodyOf, type Opened, readBody } from './read-body.js'
export { type ChainedLine, chainLine, markLine, markOrigin } from './chain.js'
export { auditToEntry, composeEntry, find, rowsToEntries } from './entries.js'
export { assertPassphrase, type FileLock, type FileSecret, openFile, sealFile } from './envelope.js'
export type { Obstacle } from './file-format.js'
export { sealFileForShop } from './key-file.js'
export { type Recent, type Store } from './vault.js'
export { addLeaf, addLeaves, emptyTree, isSoundTree, rootOf, type Tree } from './merkle.js'
export { createMirrorSeal, type MirrorOpener, type MirrorSeal, openMirrorKey } from './mirror-seal.js'
export {
  createSigningKey,
  describeKey,
  isSignedBy,
  type LogHead,
  readHead,
  signHead,
  type SigningKey,
} from './note.js'
export {
  type Audited,
  AuditEntry,
  auditEntry,
  EntryRecord,
  hashClean,
  hashEntry,
  LogRecord,
  type TimeRecord,
  type UnreadableAuditEntry,
} from './records.js'
export { erasePersonal } from './personal.js'
export { eraseSecrets } from './secrets.js'
export { openVault, type Vault } from './vault.js'
export { deleteSetting, readSetting, sealSetting, writeSetting } from './settings.js'
