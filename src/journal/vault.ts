import type { Table } from 'dexie'
import type { KeysRow } from './rows.js'

/** Seals what lies on disk, and gives names to what must be found again without being told. */
export interface Vault {
  /** The label says whose text it is; sealed text that was moved elsewhere does not open. */
  seal: (label: string, text: string) => Promise<Uint8Array<ArrayBuffer>>
  /** Fails if the text was altered, or sealed under another label or key. */
  open: (label: string, sealed: Uint8Array<ArrayBuffer>) => Promise<string>
  /** The same name for the same text, which tells nothing of the text without the key. */
  mark: (text: string) => Promise<string>
}

const ivBytes = 12
const markBytes = 16
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Opens the vault of a database, making its keys if it has none yet. */
export async function openVault({ keys }: { keys: Table<KeysRow, string> }): Promise<Vault> {
  const standing = await keys.get('vault')
  if (standing) return proveVault(createVault(standing))
  const fresh = await createKeys()
  // Several tabs may open a new till at once: the first to write decides for all.
  const row = await keys.db.transaction('rw', keys, async () => {
    const first = await keys.get('vault')
    if (!first) await keys.add(fresh)
    return first ?? fresh
  })
  return createVault(row)
}

/** Keys that were replaced by something else would fail each time anything is kept: better not to open at all. */
async function proveVault(vault: Vault): Promise<Vault> {
  try {
    await Promise.all([vault.open('proof', await vault.seal('proof', '')), vault.mark('proof')])
    return vault
  } catch (cause) {
    throw new Error('the till’s keys cannot be used', { cause })
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
