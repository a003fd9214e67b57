import type { MirrorKey } from '../../decide/mirror.js'
import { type Bytes, base64ToBytes, bytesToBase64 } from './base64.js'
import { decrypt, encrypt, unwrapForShop, wrapForShop } from './shop-key.js'

/** Seals copies under one key of its own. */
export interface MirrorSeal {
  /** The name of its key, and the key as a segment keeps it. */
  readonly name: string
  readonly key: MirrorKey
  seal: (label: string, text: string) => Promise<Bytes>
}

/** Opens copies that were sealed under one key; undefined for one that was damaged. */
export type MirrorOpener = (label: string, sealed: Bytes) => Promise<string | undefined>

const cipher = { name: 'AES-GCM', length: 256 }
const purpose = 'counterfoil mirror'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Makes a key of its own; with the shop's public key only the private one opens what it seals. */
export async function createMirrorSeal(shop?: JsonWebKey): Promise<MirrorSeal> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey('raw', raw, cipher, false, ['encrypt'])
  return {
    name: crypto.randomUUID(),
    key: shop ? { shop: await wrapForShop(shop, raw, purpose) } : { raw: bytesToBase64(raw) },
    seal: (label, text) => encrypt(key, label, encoder.encode(text)),
  }
}

/** Opens a key; rejects if the shop's private key is missing or is another one. */
export async function openMirrorKey(key: MirrorKey, shop?: JsonWebKey): Promise<MirrorOpener> {
  const raw =
    'raw' in key
      ? (base64ToBytes(key.raw) ?? new Uint8Array())
      : await unwrapForShop(shop ?? {}, key.shop, purpose)
  const opening = await crypto.subtle.importKey('raw', raw, cipher, false, ['decrypt'])
  return async (label, sealed) => {
    // A damaged copy is counted and left out.
    const plain = await decrypt(opening, label, sealed).catch(() => undefined)
    return plain && decoder.decode(plain)
  }
}
