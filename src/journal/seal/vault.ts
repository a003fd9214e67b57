import type { Dexie, Table } from 'dexie'
import type { CardReader } from '../../domain/cards.js'
import { KeysLost } from '../../domain/errors.js'
import type { ServiceIdentity } from '../../domain/service-address.js'
import { type Database, type EntryRow, type HistoryRow, type KeysRow, rowFormat } from './below.js'

/** Seals texts on disk, and makes marks by which a text is found again without being stored. */
export interface Vault {
  /** Seals a text under a label: it opens under no other one. */
  seal: (label: string, text: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Rejects if the text was altered, or sealed under another label or key. */
  open: (label: string, sealed: Uint8Array<ArrayBuffer>) => Promise<string>
  /** The same mark for the same text; without the key it reveals nothing of the text. */
  mark: (text: string) => Promise<string>
}

/** The database, and the vault that opens its rows. */
export interface Store {
  database: Database
  vault: Vault
  /** The host's way of reading a card code; the default is used without it. */
  reader?: CardReader | undefined
  /** The card service that the journal is opened for. */
  service?: ServiceIdentity
  /** What this page has just saved, by id, for a mirror to copy unopened; kept from its first step on. */
  recent?: Map<string, Recent>
}

/** A new entry as it was saved, with its exact body. */
export interface Recent {
  place: number
  row: Omit<EntryRow, 'place'>
  text: string
  lines: readonly Omit<HistoryRow, 'n'>[]
  /** A step of the mirror has left it. */
  isPassed?: boolean
}

const ivBytes = 12
const markBytes = 16
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Opens the vault of a database; new keys are created only if nothing is sealed yet. */
export async function openVault({ keys }: { keys: Table<KeysRow, string> }): Promise<Vault> {
  const existing = await keys.get('vault')
  if (existing) return proveVault(createVault(existing))
  const fresh = await createKeys()
  // Several tabs may open a new till at once: the first write is used by all.
  const row = await keys.db.transaction('rw', ['keys', 'settings', ...sealedTables], async () => {
    const first = await keys.get('vault')
    if (first) return first
    // With new keys an operation stored before would not be recognised, and would be sent again.
    if (await isAnythingSealed(keys.db)) throw new KeysLost('missing')
    await keys.add(fresh)
    return fresh
  })
  return createVault(row)
}

const sealedTables = ['entries', 'bodies', 'history']

/** Rows of format 1 were not sealed. */
async function isAnythingSealed(database: Dexie): Promise<boolean> {
  const isBehind = (await database.table('settings').get('formatBehind')) !== undefined
  const counts = await Promise.all(
    sealedTables.map((name) => {
      const table = database.table<{ v?: unknown }>(name)
      return isBehind ? table.filter(({ v }) => v === rowFormat).count() : table.count()
    }),
  )
  return counts.some((count) => count > 0)
}

/** Damaged keys would make every append fail, so the till is not opened with them. */
async function proveVault(vault: Vault): Promise<Vault> {
  try {
    await Promise.all([vault.open('proof', await vault.seal('proof', '')), vault.mark('proof')])
    return vault
  } catch (cause) {
    throw new KeysLost('unusable', cause)
  }
}

async function createKeys(): Promise<KeysRow> {
  const [sealing, marking] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ])
  return { name: 'vault', v: 1, sealing, marking }
}

function createVault({ sealing, marking }: KeysRow): Vault {
  return {
    async seal(label, text) {
      const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
      const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(label) }
      const hidden = new Uint8Array(await crypto.subtle.encrypt(how, sealing, encoder.encode(text)))
      const sealed = new Uint8Array(ivBytes + hidden.length)
      sealed.set(iv)
      sealed.set(hidden, ivBytes)
      return sealed
    },
    async open(label, sealed) {
      const how = {
        name: 'AES-GCM',
        iv: sealed.subarray(0, ivBytes),
        additionalData: encoder.encode(label),
      }
      return decoder.decode(await crypto.subtle.decrypt(how, sealing, sealed.subarray(ivBytes)))
    },
    async mark(text) {
      const digest = await crypto.subtle.sign('HMAC', marking, encoder.encode(text))
      return bytesToText(new Uint8Array(digest, 0, markBytes))
    },
  }
}

function bytesToText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}
