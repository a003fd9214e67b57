import { type Bytes, base64ToBytes, bytesToBase64 } from './base64.js'

/** A secret that only the owner of the shop's private key can read. */
export interface Wrapped {
  /** The public half of the key pair that was made for this secret alone. */
  sender: string
  wrapped: string
}

/** What a wrapped secret opens, so that one of the mirror opens no file. */
export type WrapPurpose = 'counterfoil mirror' | 'counterfoil file'

const curve = { name: 'ECDH', namedCurve: 'P-256' }
const cipher = { name: 'AES-GCM', length: 256 }
const ivBytes = 12
const encoder = new TextEncoder()

/** Wraps a secret for the owner of a shop's public key. */
export async function wrapForShop(shop: JsonWebKey, secret: Bytes, purpose: WrapPurpose): Promise<Wrapped> {
  const [recipient, pair] = await Promise.all([
    crypto.subtle.importKey('jwk', toBareKey(shop), curve, true, []),
    crypto.subtle.generateKey(curve, false, ['deriveBits']),
  ])
  const sender = bytesToBase64(new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)))
  const wrapping = await deriveWrapping(pair.privateKey, recipient, { sender, purpose, use: 'encrypt' })
  return { sender, wrapped: bytesToBase64(await encrypt(wrapping, sender, secret)) }
}

/** Rejects if the key is not the private one of that shop. */
export async function unwrapForShop(
  shop: JsonWebKey,
  { sender, wrapped }: Wrapped,
  purpose: WrapPurpose,
): Promise<Bytes> {
  const [own, other] = await Promise.all([
    crypto.subtle.importKey('jwk', toBareKey(shop), curve, false, ['deriveBits']),
    crypto.subtle.importKey('raw', textToBytes(sender), curve, true, []),
  ])
  const wrapping = await deriveWrapping(own, other, { sender, purpose, use: 'decrypt' })
  return decrypt(wrapping, sender, textToBytes(wrapped))
}

/** Seals bytes under a key and a label that must be the same when they are opened. */
export async function encrypt(key: CryptoKey, label: string, plain: Bytes): Promise<Bytes> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes))
  const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(label) }
  const hidden = new Uint8Array(await crypto.subtle.encrypt(how, key, plain))
  const sealed = new Uint8Array(ivBytes + hidden.length)
  sealed.set(iv)
  sealed.set(hidden, ivBytes)
  return sealed
}

export async function decrypt(key: CryptoKey, label: string, sealed: Bytes): Promise<Bytes> {
  const iv = sealed.subarray(0, ivBytes)
  const how = { name: 'AES-GCM', iv, additionalData: encoder.encode(label) }
  return new Uint8Array(await crypto.subtle.decrypt(how, key, sealed.subarray(ivBytes)))
}

/** What a key was once made for does not matter: a browser refuses uses that do not fit. */
function toBareKey({ kty, crv, x, y, d }: JsonWebKey): JsonWebKey {
  return { ...(kty && { kty }), ...(crv && { crv }), ...(x && { x }), ...(y && { y }), ...(d && { d }) }
}

async function deriveWrapping(
  own: CryptoKey,
  other: CryptoKey,
  { sender, purpose, use }: { sender: string; purpose: WrapPurpose; use: 'encrypt' | 'decrypt' },
): Promise<CryptoKey> {
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = encoder.encode(purpose)
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: encoder.encode(sender), info }
  return crypto.subtle.deriveKey(derivation, material, cipher, false, [use])
}

function textToBytes(text: string): Bytes {
  const bytes = base64ToBytes(text)
  if (!bytes) throw new TypeError('not the base64 of bytes')
  return bytes
}
