import { TransferRefused } from '../domain/errors.js'

// One file: magic (5 bytes), format (1), iterations (4), salt (16), nonce (12), length (8), then the sealed content.
// The header is not secret, but it is authenticated with the content: nobody changes a byte of it unnoticed.

const magic = new TextEncoder().encode('CFOIL')
const format = 1
const offsets = { format: 5, iterations: 6, salt: 10, nonce: 26, length: 38 } as const
const headerBytes = 46
const tagBytes = 16

/** What OWASP asks of PBKDF2 with SHA-256 since 2023. */
const iterationsWritten = 600_000
/** A file may have been written with more than that, but not with so many that the till stands still over it. */
const iterationsMax = 2_000_000
const passphraseLengthMin = 8
/** More than any engine holds as one text, so no till has ever written it. */
const fileBytesMax = 2 ** 31

/** Why a file stays shut. */
export type Obstacle =
  /** No file of ours, or one whose header makes no sense. */
  | 'not-ours'
  /** The file ends before its content does. */
  | 'cut'
  /** A newer release wrote it. */
  | 'newer'
  /** Or what was sealed has been changed since: no cipher can tell the two apart. */
  | 'wrong-passphrase'

/** What a file turned out to hold. */
export type Opened = { tag: 'opened'; content: unknown } | { tag: Obstacle }

/** Throws if a passphrase is too short to keep anything secret. */
export function assertPassphrase(passphrase: string): void {
  if (isLongEnough(passphrase)) return
  const why = `its passphrase has fewer than ${passphraseLengthMin} characters. Choose a longer one`
  throw new TransferRefused('the export', why)
}

/** Seals content into one file that its passphrase alone can open. */
export async function sealFile(passphrase: string, content: object): Promise<Blob> {
  assertPassphrase(passphrase)
  const plain = new TextEncoder().encode(JSON.stringify(content))
  const header = createHeader(plain.length + tagBytes)
  const key = await deriveKey(passphrase, header, 'encrypt')
  const sealed = await crypto.subtle.encrypt(headerToCipher(header), key, plain)
  return new Blob([header, sealed], { type: 'application/octet-stream' })
}

/** Opens a file or says what keeps it shut; whatever bytes it holds, it neither throws nor hangs. */
export async function openFile(blob: Blob, passphrase: string): Promise<Opened> {
  const header = await readBytes(blob.slice(0, headerBytes))
  const obstacle = findObstacle(header, blob.size)
  if (obstacle) return { tag: obstacle }
  // Nothing was ever sealed under so short a passphrase.
  if (!isLongEnough(passphrase)) return { tag: 'wrong-passphrase' }
  const key = await deriveKey(passphrase, header, 'decrypt')
  const sealed = await readBytes(blob.slice(headerBytes))
  const plain = await crypto.subtle.decrypt(headerToCipher(header), key, sealed).catch(() => undefined)
  return plain ? parseContent(plain) : { tag: 'wrong-passphrase' }
}

function parseContent(plain: ArrayBuffer): Opened {
  try {
    return { tag: 'opened', content: JSON.parse(new TextDecoder().decode(plain)) as unknown }
  } catch {
    return { tag: 'not-ours' }
  }
}

/** Looked at before a key is derived or the rest is read, so that a hostile file costs nothing. */
function findObstacle(header: Bytes, size: number): Obstacle | undefined {
  if (!header.every((byte, index) => index >= magic.length || byte === magic[index])) return 'not-ours'
  const written = header[offsets.format]
  if (written === undefined) return 'cut'
  if (written !== format) return written > format ? 'newer' : 'not-ours'
  if (header.length < headerBytes) return 'cut'
  const view = new DataView(header.buffer)
  const iterations = view.getUint32(offsets.iterations)
  if (iterations < iterationsWritten || iterations > iterationsMax) return 'not-ours'
  if (size > fileBytesMax) return 'not-ours'
  const missing = view.getBigUint64(offsets.length) - BigInt(size - headerBytes)
  if (missing !== 0n) return missing > 0n ? 'cut' : 'not-ours'
  return size < headerBytes + tagBytes ? 'not-ours' : undefined
}

function createHeader(length: number): Bytes {
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

/** Counted as composed characters: typed in another way, the same passphrase is neither longer nor shorter. */
function isLongEnough(passphrase: string): boolean {
  return Array.from(passphrase.normalize('NFC')).length >= passphraseLengthMin
}

type Bytes = Uint8Array<ArrayBuffer>

async function readBytes(blob: Blob): Promise<Bytes> {
  return new Uint8Array(await blob.arrayBuffer())
}
