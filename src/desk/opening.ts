import { type FileSecret, type Obstacle, openFile } from '../journal/seal/index.js'
import { type JournalFile, readJournalFile } from '../open/journal-file.js'

/** What a file opens with. */
export type LockKind = 'passphrase' | 'key'

export interface Locked {
  tag: 'locked'
  kind: LockKind
}

/** Why a file is not shown. */
export type RefusalTag =
  Exclude<Obstacle, 'needs-key' | 'needs-passphrase'> | 'not-a-key' | 'unreadable' | 'unsound'
export type Refusal = { tag: Exclude<RefusalTag, 'unsound'> } | { tag: 'unsound'; why: string }

/** No file was ever sealed with it: a file tells by its refusal what it opens with. */
const noPassphrase = ''

/** Finds what a file opens with, by its first bytes; nothing is decrypted. */
export async function findLock(file: Blob): Promise<Locked | Refusal> {
  const opened = await attempt(file, noPassphrase)
  switch (opened.tag) {
    case 'needs-key':
      return { tag: 'locked', kind: 'key' }
    case 'wrong-passphrase':
    case 'needs-passphrase':
      return { tag: 'locked', kind: 'passphrase' }
    case 'opened':
      return { tag: 'not-ours' }
    default:
      return { tag: opened.tag }
  }
}

/** Opens a file and reads the journal in it. */
export async function openJournalFile(
  file: Blob,
  secret: FileSecret,
): Promise<{ tag: 'read'; file: JournalFile } | Locked | Refusal> {
  const opened = await attempt(file, secret)
  switch (opened.tag) {
    case 'opened':
      return readJournalFile(opened.content)
    case 'needs-key':
      return { tag: 'locked', kind: 'key' }
    case 'needs-passphrase':
      return { tag: 'locked', kind: 'passphrase' }
    default:
      return { tag: opened.tag }
  }
}

/** A file that is gone, or a folder, cannot be read. */
async function attempt(
  file: Blob,
  secret: FileSecret,
): Promise<Awaited<ReturnType<typeof openFile>> | { tag: 'unreadable' }> {
  try {
    return await openFile(file, secret)
  } catch {
    // The browser says in its own words no more than that.
    return { tag: 'unreadable' }
  }
}

/** The private key in a file; undefined if there is none. */
export async function readPrivateKey(file: Blob): Promise<JsonWebKey | undefined> {
  try {
    const key: unknown = JSON.parse(await file.text())
    const isKey = typeof key === 'object' && key !== null && 'kty' in key && 'd' in key
    return isKey ? (key as JsonWebKey) : undefined
  } catch {
    // What the parser says may have a part of the key in it.
    return undefined
  }
}
