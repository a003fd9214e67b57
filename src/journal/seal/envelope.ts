import { TransferRefused } from '../../domain/errors.js'
import type { Bytes } from './base64.js'
import {
  findLengthFault,
  formatMax,
  formatOffset,
  magic,
  type Obstacle,
  type Opened,
  parseContent,
  readBytes,
  tagBytes,
} from './file-format.js'
import { keyFormat, openKeyFile } from './key-file.js'

// One file: magic (5 bytes), format of the content (1), iterations (4), salt (16), nonce (12), length (8), then the
// sealed content. The header is not secret, but it is authenticated with the content: a changed byte is noticed.

const offsets = { iterations: 6, salt: 10, nonce: 26, length: 38 } as const
const headerBytes = 46

/** OWASP recommends this number for PBKDF2 with SHA-256 since 2023. */
const iterationsWritten = 600_000
/** A file may use more iterations, but not so many that the till hangs. */
const iterationsMax = 2_000_000
const passphraseLengthMin = 8

/** What a file is locked with: a passphrase, or the public key of the shop. */
export type FileLock = string | { publicKey: JsonWebKey }

/** What opens a file: its passphrase, or the private key of the shop that it is sealed to. */
export type FileSecret = string | { privateKey: JsonWebKey }

/** Throws if a passphrase is too short to protect the file. */
export function assertPassphrase(passphrase: string): void {
  if (isLongEnough(passphrase)) return
  throw new TransferRefused('exportJournal', 'passphrase-short', String(passphraseLengthMin))
}

/** Seals content into one file that only its passphrase opens. */
export async function sealFile(passphrase: string, content: object, format = 1): Promise<Blob> {
  assertPassphrase(passphrase)
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const header = createHeader(format, plain.length + tagBytes)
  const key = await deriveKey(passphrase, header, 'encrypt')
  const sealed = await crypto.subtle.encrypt(headerToCipher(header), key, plain)
  return new Blob([header, sealed], { type: 'application/octet-stream' })
}

/** Opens a file or returns why it cannot be opened; it neither throws nor hangs, whatever the bytes are. */
export async function openFile(blob: Blob, secret: FileSecret): Promise<Opened> {
  const header = await readBytes(blob.slice(0, headerBytes))
  const beginning = findBeginningFault(header)
  if (beginning) return { tag: beginning }
  const isForKey = header[formatOffset] === keyFormat
  if (typeof secret !== 'string')
    return isForKey ? openKeyFile(blob, secret.privateKey) : { tag: 'needs-passphrase' }
  return isForKey ? { tag: 'needs-key' } : openPassphraseFile(blob, header, secret)
}

async function openPassphraseFile(blob: Blob, header: Bytes, passphrase: string): Promise<Opened> {
  const obstacle = findObstacle(header, blob.size)
  if (obstacle) return { tag: obstacle }
  // No file was ever sealed with a shorter passphrase.
  if (!isLongEnough(passphrase)) return { tag: 'wrong-passphrase' }
  const key = await deriveKey(passphrase, header, 'decrypt')
  const sealed = await readBytes(blob.slice(headerBytes))
  // A wrong passphrase shows in this alone.
  const plain = await crypto.subtle.decrypt(headerToCipher(header), key, sealed).catch(() => undefined)
  return plain ? parseContent(plain) : { tag: 'wrong-passphrase' }
}

function findBeginningFault(header: Bytes): Obstacle | undefined {
  if (!header.every((byte, index) => index >= magic.length || byte === magic[index])) return 'not-ours'
  const written = header[formatOffset]
  if (written === undefined) return 'cut'
  if (written > formatMax) return 'newer'
  return written === 0 ? 'not-ours' : undefined
}

/** Checked before a key is derived and the rest is read, so that a hostile file costs nothing. */
function findObstacle(header: Bytes, size: number): Obstacle | undefined {
  if (header.length < headerBytes) return 'cut'
  const view = new DataView(header.buffer)
  const iterations = view.getUint32(offsets.iterations)
  if (iterations < iterationsWritten || iterations > iterationsMax) return 'not-ours'
  return findLengthFault(view.getBigUint64(offsets.length), size, headerBytes)
}

function createHeader(format: number, length: number): Bytes {
  const header = crypto.getRandomValues(new Uint8Array(headerBytes))
  header.set(magic)
  header[formatOffset] = format
  const view = new DataView(header.buffer)
  view.setUint32(offsets.iterations, iterationsWritten)
  view.setBigUint64(offsets.length, BigInt(length))
  return header
}

function headerToCipher(header: Bytes): AesGcmParams {
  return { name: 'AES-GCM', iv: header.slice(offsets.nonce, offsets.length), additionalData: header }
}

async function deriveKey(passphrase: string, header: Bytes, use: 'encrypt' | 'decrypt'): Promise<CryptoKey> {
  const secret = new TextEncoder().encode(passphrase.normalize('NFC'))
  const material = await crypto.subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey'])
  const derivation = {
    name: 'PBKDF2',
    hash: 'SHA-256',
    salt: header.slice(offsets.salt, offsets.nonce),
    iterations: new DataView(header.buffer).getUint32(offsets.iterations),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, [use])
}

/** Counted in composed characters, so that the way of typing does not change the length. */
function isLongEnough(passphrase: string): boolean {
  return Array.from(passphrase.normalize('NFC')).length >= passphraseLengthMin
}
