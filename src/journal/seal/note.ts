import { base64ToBytes, type Bytes, bytesToBase64, hashBytes } from './base64.js'

// The formats are public: c2sp.org/signed-note, c2sp.org/tlog-checkpoint. A public key is written as verifiers of such
// notes take it: name, key id and key, joined by plus signs.

/** The key that signs the till's checkpoints; this origin can use it, but not export it. */
export interface SigningKey {
  name: 'signing'
  v: 1
  type: KeyType
  private: CryptoKey
  /** In base64, as its type writes it. */
  public: string
}

type KeyType = 'ed25519' | 'ecdsa'

const typeBytes = { ed25519: 1, ecdsa: 2 } as const
const publicFormats = { ed25519: 'raw', ecdsa: 'spki' } as const
const generating = { ed25519: { name: 'Ed25519' }, ecdsa: { name: 'ECDSA', namedCurve: 'P-256' } } as const
const signing = { ed25519: { name: 'Ed25519' }, ecdsa: { name: 'ECDSA', hash: 'SHA-256' } } as const

/** The head of a log: which log, how many records, and the hash of them all. */
export interface LogHead {
  origin: string
  size: number
  root: string
}

/** A new key: Ed25519, or ECDSA with P-256 in a browser that lacks it. */
export async function createSigningKey(): Promise<SigningKey> {
  try {
    return await createKeyOf('ed25519')
  } catch {
    // An older browser has no Ed25519.
    return createKeyOf('ecdsa')
  }
}

async function createKeyOf(type: KeyType): Promise<SigningKey> {
  const pair = (await crypto.subtle.generateKey(generating[type], false, ['sign', 'verify'])) as CryptoKeyPair
  const exported = await crypto.subtle.exportKey(publicFormats[type], pair.publicKey)
  return {
    name: 'signing',
    v: 1,
    type,
    private: pair.privateKey,
    public: bytesToBase64(new Uint8Array(exported)),
  }
}

/** The public key of a log as text. */
export async function describeKey(origin: string, key: SigningKey): Promise<string> {
  const bytes = base64ToBytes(key.public) ?? new Uint8Array()
  const id = await findKeyId(origin, key.type, bytes)
  return `${origin}+${bytesToHex(id)}+${bytesToBase64(Uint8Array.of(typeBytes[key.type], ...bytes))}`
}

function bytesToHex(bytes: Bytes): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

async function findKeyId(origin: string, type: KeyType, bytes: Bytes): Promise<Bytes> {
  const prefix = new TextEncoder().encode(`${origin}\n`)
  const hashed =
    type === 'ed25519' ? hashBytes(prefix, Uint8Array.of(typeBytes[type]), bytes) : hashBytes(bytes)
  return (await hashed).slice(0, keyIdBytes)
}

const keyIdBytes = 4

/** Signs the head of a log. */
export async function signHead(key: SigningKey, { origin, size, root }: LogHead): Promise<string> {
  const text = `${origin}\n${size}\n${root}\n`
  const raw = await crypto.subtle.sign(signing[key.type], key.private, new TextEncoder().encode(text))
  const signature = key.type === 'ecdsa' ? rawToDer(new Uint8Array(raw)) : new Uint8Array(raw)
  const id = await findKeyId(origin, key.type, base64ToBytes(key.public) ?? new Uint8Array())
  return `${text}\n— ${origin} ${bytesToBase64(Uint8Array.of(...id, ...signature))}\n`
}

/** Reads the head of a signed log; undefined if the text is no checkpoint. Proves nothing: see `isSignedBy`. */
export function readHead(note: string): LogHead | undefined {
  const [origin = '', size = '', root = '', end] = note.split('\n')
  const isWhole = origin !== '' && /^(0|[1-9]\d{0,15})$/.test(size) && base64ToBytes(root)?.length === 32
  return isWhole && end === '' ? { origin, size: Number(size), root } : undefined
}

/** Whether a note has a sound signature of this public key. */
export async function isSignedBy(publicKey: string, note: string): Promise<boolean> {
  const key = readKey(publicKey)
  const end = note.lastIndexOf('\n\n')
  if (!key || end < 0 || !note.endsWith('\n')) return false
  const text = new TextEncoder().encode(note.slice(0, end + 1))
  const id = await findKeyId(key.origin, key.type, key.bytes)
  if (bytesToHex(id) !== key.id) return false
  const usages: KeyUsage[] = ['verify']
  const imported = await crypto.subtle
    .importKey(publicFormats[key.type], key.bytes, generating[key.type], false, usages)
    // A text that is no key has signed nothing.
    .catch(() => undefined)
  if (!imported) return false
  for (const line of note.slice(end + 2).split('\n')) {
    const signature = readSignature(line, key.origin, id)
    const raw = signature && (key.type === 'ecdsa' ? derToRaw(signature) : signature)
    if (raw && (await crypto.subtle.verify(signing[key.type], imported, raw, text))) return true
  }
  return false
}

interface PublicKey {
  origin: string
  id: string
  type: KeyType
  bytes: Bytes
}

function readKey(text: string): PublicKey | undefined {
  const [, origin = '', id = '', coded = ''] = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? []
  const [typeByte, ...bytes] = base64ToBytes(coded) ?? []
  const type = (['ed25519', 'ecdsa'] as const).find((one) => typeBytes[one] === typeByte)
  return type && { origin, id, type, bytes: Uint8Array.from(bytes) }
}

function readSignature(line: string, origin: string, id: Bytes): Bytes | undefined {
  const start = `— ${origin} `
  const bytes = line.startsWith(start) ? base64ToBytes(line.slice(start.length)) : undefined
  const isOurs = bytes && id.every((byte, index) => bytes[index] === byte)
  return isOurs ? bytes.slice(keyIdBytes) : undefined
}

const halfBytes = 32

/** Browsers write both numbers of an ECDSA signature side by side; notes have them as DER. */
function rawToDer(raw: Bytes): Bytes {
  const numbers = [raw.slice(0, halfBytes), raw.slice(halfBytes)].flatMap((half) => {
    const first = half.findIndex((byte) => byte !== 0)
    const short = half.slice(first < 0 ? halfBytes - 1 : first)
    const whole = (short[0] ?? 0) > 127 ? [0, ...short] : [...short]
    return [2, whole.length, ...whole]
  })
  return Uint8Array.of(0x30, numbers.length, ...numbers)
}

/** Undefined for bytes that `rawToDer` would not write: the same numbers in another form are an altered signature. */
function derToRaw(der: Bytes): Bytes | undefined {
  const raw = new Uint8Array(2 * halfBytes)
  let offset = 2
  for (const end of [halfBytes, 2 * halfBytes]) {
    const number = der.slice(offset + 2, offset + 2 + (der[offset + 1] ?? 0))
    const digits = number.slice(number[0] === 0 ? 1 : 0)
    if (digits.length > halfBytes) return undefined
    raw.set(digits, end - digits.length)
    offset += 2 + number.length
  }
  return bytesToHex(rawToDer(raw)) === bytesToHex(der) ? raw : undefined
}
