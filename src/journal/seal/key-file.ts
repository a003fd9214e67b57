import { type Bytes, base64ToBytes, bytesToBase64 } from './base64.js'
import {
  findLengthFault,
  formatOffset,
  magic,
  type Opened,
  type Obstacle,
  parseContent,
  readBytes,
  tagBytes,
} from './file-format.js'
import { unwrapForShop, wrapForShop } from './shop-key.js'

// One file: magic (5 bytes), format (1), the sender's public key (65), the wrapped secret (60), nonce (12), length (8),
// then the sealed content. The header is not secret, but it is authenticated with the content.

/** The number of a file that is sealed to a shop's key. */
export const keyFormat = 4
const offsets = { sender: formatOffset + 1, wrapped: 71, nonce: 131, length: 143 } as const
const headerBytes = 151
const purpose = 'counterfoil file'

/** Seals content into one file that only the shop's private key opens. */
export async function sealFileForShop(publicKey: JsonWebKey, content: object): Promise<Blob> {
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const { sender, wrapped } = await wrapForShop(publicKey, secret, purpose)
  const header = crypto.getRandomValues(new Uint8Array(headerBytes))
  header.set(magic)
  header[formatOffset] = keyFormat
  header.set(base64ToBytes(sender) ?? [], offsets.sender)
  header.set(base64ToBytes(wrapped) ?? [], offsets.wrapped)
  new DataView(header.buffer).setBigUint64(offsets.length, BigInt(plain.length + tagBytes))
  const key = await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt'])
  const sealed = await crypto.subtle.encrypt(headerToCipher(header), key, plain)
  return new Blob([header, sealed], { type: 'application/octet-stream' })
}

/** Opens such a file or returns why it cannot be opened; it neither throws nor hangs, whatever the bytes are. */
export async function openKeyFile(blob: Blob, privateKey: JsonWebKey): Promise<Opened> {
  const header = await readBytes(blob.slice(0, headerBytes))
  const obstacle = findObstacle(header, blob.size)
  if (obstacle) return { tag: obstacle }
  const wrapped = {
    sender: bytesToBase64(header.subarray(offsets.sender, offsets.wrapped)),
    wrapped: bytesToBase64(header.subarray(offsets.wrapped, offsets.nonce)),
  }
  try {
    const secret = await unwrapForShop(privateKey, wrapped, purpose)
    const key = await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt'])
    const sealed = await readBytes(blob.slice(headerBytes))
    return parseContent(await crypto.subtle.decrypt(headerToCipher(header), key, sealed))
  } catch {
    // A wrong key shows in this alone.
    return { tag: 'wrong-key' }
  }
}

function findObstacle(header: Bytes, size: number): Obstacle | undefined {
  if (header.length < headerBytes) return 'cut'
  return findLengthFault(new DataView(header.buffer).getBigUint64(offsets.length), size, headerBytes)
}

function headerToCipher(header: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv: header.slice(offsets.nonce, offsets.length), additionalData: header }
}
