import type { MirrorKey } from '../decide/mirror.js'

/** Seals copies under one key of its own. */
export interface MirrorSeal {
  /** The name of its key, and the key as a segment keeps it. */
  readonly name: string
  readonly key: MirrorKey
  seal: (label: string, text: string) => Promise<Uint8Array<ArrayBuffer>>
}

/** Opens copies that were sealed under one key; undefined for one that was damaged. */
export type MirrorOpener = (label: string, sealed: Uint8Array<ArrayBuffer>) => Promise<string | undefined>

type Bytes = Uint8Array<ArrayBuffer>

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const cipher = { name: 'AES-GCM', length: 256 }
const ivBytes = 12
const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Makes a key of its own; with the shop's public key only the private one opens what it seals. */
export async function createMirrorSeal(shop?: JsonWebKey): Promise<MirrorSeal> {
  const raw = crypto.getRandomValues(new Uint8Array(32))
  const key = await crypto.subtle.importKey('raw', raw, cipher, false, ['encrypt'])
  return {
    name: crypto.randomUUID(),
    key: shop ? { shop: await wrap(shop, raw) } : { raw: bytesToText(raw) },
    seal: (label, text) => encrypt(key, label, encoder.encode(text)),
  }
}

/** Opens a key; rejects if the shop's private key is missing or is another one. */
export async function openMirrorKey(key: MirrorKey, shop?: JsonWebKey): Promise<MirrorOpener> {
  const raw = 'raw' in key ? textToBytes(key.raw) : await unwrap(key.shop, shop ?? {})
  const opening = await crypto.subtle.importKey('raw', raw, cipher, false, ['decrypt'])
  return async (label, sealed) => {
    // A damaged copy is counted and left out.
    const plain = await decrypt(opening, label, sealed).catch(() => undefined)
    return plain && decoder.decode(plain)
  }
}

/** Whether a key can be used to seal copies for its owner alone. */
export async function isShopKey(key: JsonWebKey): Promise<boolean> {
  const imported = crypto.subtle.importKey('jwk', key, curve, true, [])
  return imported.then(
    ({ type }) => type === 'public',
    () => false,
  )
}

/** A key pair for each use: its public half travels with what it wrapped. */
async function wrap(shop: JsonWebKey, raw: Bytes): Promise<{ sender: string; wrapped: string }> {
  const [recipient, pair] = await Promise.all([
    crypto.subtle.importKey('jwk', shop, curve, true, []),
    crypto.subtle.generateKey(curve, false, ['deriveBits']),
  ])
  const sender = bytesToText(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const wrapping = await deriveWrapping(pair.privateKey, recipient, sender, 'encrypt')
  return { sender, wrapped: bytesToText(await encrypt(wrapping, sender, raw)) }
}

async function unwrap(
  { sender, wrapped }: { sender: string; wrapped: string },
  shop: JsonWebKey,
): Promise<Bytes> {
  const [own, other] = await Promise.all([
    crypto.subtle.importKey('jwk', shop, curve, false, ['deriveBits']),
    crypto.subtle.importKey('raw', textToBytes(sender), curve, true, []),
  ])
  return decrypt(await deriveWrapping(own, other, sender, 'decrypt'), sender, textToBytes(wrapped))
}

async function deriveWrapping(
  own: CryptoKey,
  other: CryptoKey,
  sender: string,
  use: 'encrypt' | 'decrypt',
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = encoder.encode('counterfoil mirror')
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(sender), info }
  return crypto.subtle.deriveKey(derivation, material, cipher, false, [use])
}

async function encrypt(key: CryptoKey, label: string, plain: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(label) }
  const hidden = new Uint8Array(await crypto.subtle.encrypt(how, key, plain))
  const sealed = new Uint8Array(ivBytes + hidden.length)
  sealed.set(iv)
  sealed.set(hidden, ivBytes)
  return sealed
}

async function decrypt(key: CryptoKey, label: string, sealed: Bytes): Promise<Bytes> {
  const iv = sealed.subarray(0, ivBytes)
  const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(label) }
  return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.subarray(ivBytes)))
}

function bytesToText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function textToBytes(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
}
