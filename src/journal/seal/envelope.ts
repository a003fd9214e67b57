import { TransferRefused } from '../../domain/errors.js'

// One file: magic (5 bytes), format of the content (1), iterations (4), salt (16), nonce (12), length (8), then the
// sealed content. The header is not secret, but it is authenticated with the content: a changed byte is noticed.

const magic = new TextEncoder().encode('CFOIL')
/** An older release refuses a file with a higher format; the format of the content is checked elsewhere. */
const formatMax = 3
const offsets = { format: 5, iterations: 6, salt: 10, nonce: 26, length: 38 } as const
const headerBytes = 46
const tagBytes = 16

/** OWASP recommends this number for PBKDF2 with SHA-256 since 2023. */
const iterationsWritten = 600_000
/** A file may use more iterations, but not so many that the till hangs. */
const iterationsMax = 2_000_000
const passphraseLengthMin = 8
/** No engine holds a longer text, so no till has written a larger file. */
const fileBytesMax = 2 ** 31

/** Why a file cannot be opened. */
export type Obstacle =
  /** Not a file of this package, or one with a meaningless header. */
  | 'not-ours'
  /** The file ends before its content does. */
  | 'cut'
  /** A newer release wrote it. */
  | 'newer'
  /** The passphrase is wrong or the sealed content was changed: a cipher cannot tell the two apart. */
  | 'wrong-passphrase'

/** The content of a file, or why it cannot be opened. */
export type Opened = { tag: 'opened'; content: unknown } | { tag: Obstacle }

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
export async function openFile(blob: Blob, passphrase: string): Promise<Opened> {
  const header = await readBytes(blob.slice(0, headerBytes))
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

function parseContent(plain: ArrayBuffer): Opened {
  try {
    return { tag: 'opened', content: JSON.parse(new TextDecoder().decode(plain)) as unknown }
  } catch {
    // The outcome says all there is: the file holds no JSON.
    return { tag: 'not-ours' }
  }
}

/** Checked before a key is derived and the rest is read, so that a hostile file costs nothing. */
function findObstacle(header: Bytes, size: number): Obstacle | undefined {
  if (!header.every((byte, index) => index >= magic.length || byte === magic[index])) return 'not-ours'
  const written = header[offsets.format]
  if (written === undefined) return 'cut'
  if (written > formatMax) return 'newer'
  if (written === 0) return 'not-ours'
  if (header.length < headerBytes) return 'cut'
  const view = new DataView(header.buffer)
  const iterations = view.getUint32(offsets.iterations)
  if (iterations < iterationsWritten || iterations > iterationsMax) return 'not-ours'
  if (size > fileBytesMax) return 'not-ours'
  const missing = view.getBigUint64(offsets.length) - BigInt(size - headerBytes)
  if (missing !== 0n) return missing > 0n ? 'cut' : 'not-ours'
  return size < headerBytes + tagBytes ? 'not-ours' : undefined
}

function createHeader(format: number, length: number): Bytes {
  const header = crypto.getRandomValues(new Uint8Array(headerBytes))
  header.set(magic)
  header[offsets.format] = format
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

type Bytes = Uint8Array<ArrayBuffer>

async function readBytes(blob: Blob): Promise<Bytes> {
  return new Uint8Array(await blob.arrayBuffer())
}
