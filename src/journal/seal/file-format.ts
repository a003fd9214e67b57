import type { Bytes } from './base64.js'

// Every file begins with these bytes and the number of its format. A file under a passphrase has the format of its
// content, 1 to 3 or 5; 4 is a file that is sealed to a shop's key, with content of any format.

export const magic = new TextEncoder().encode('CFOIL')
export const formatOffset = magic.length
export const formatMax = 5
export const tagBytes = 16
/** No engine holds a longer text, so no till has written a larger file. */
export const fileBytesMax = 2 ** 31

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
  /** It opens with the shop's private key, and a passphrase was given. */
  | 'needs-key'
  /** It opens with a passphrase, and a key was given. */
  | 'needs-passphrase'
  /** The key is another one or the sealed content was changed. */
  | 'wrong-key'

/** The content of a file, or why it cannot be opened. */
export type Opened = { tag: 'opened'; content: unknown } | { tag: Obstacle }

/** What is missing of a file, or too much, by the length that its header tells. */
export function findLengthFault(told: bigint, size: number, headerBytes: number): Obstacle | undefined {
  if (size > fileBytesMax) return 'not-ours'
  const missing = told - BigInt(size - headerBytes)
  if (missing !== 0n) return missing > 0n ? 'cut' : 'not-ours'
  return size < headerBytes + tagBytes ? 'not-ours' : undefined
}

export function parseContent(plain: BufferSource): Opened {
  try {
    return { tag: 'opened', content: JSON.parse(new TextDecoder().decode(plain)) as unknown }
  } catch {
    // The outcome says all there is: the file holds no JSON.
    return { tag: 'not-ours' }
  }
}

export async function readBytes(blob: Blob): Promise<Bytes> {
  return new Uint8Array(await blob.arrayBuffer())
}
