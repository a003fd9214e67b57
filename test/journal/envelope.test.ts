import * as fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { openFile, sealFile } from '../../src/journal/seal/envelope.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const passphrase = 'a green door, 1987'
const content = { till: 'T3', entries: [{ id: 'e1', request: { Notes: 'für später' } }, null, 0.1] }
const headerBytes = 46

async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}

const open = async (bytes: Uint8Array<ArrayBuffer>, words = passphrase) =>
  (await openFile(new Blob([bytes]), words)).tag

/** A copy in which some bytes are others. */
function patch(bytes: Uint8Array<ArrayBuffer>, at: number, others: readonly number[]) {
  const copy = bytes.slice()
  copy.set(others, at)
  return copy
}

function flip(bytes: Uint8Array<ArrayBuffer>, index: number) {
  return patch(bytes, index, [(bytes[index] ?? 0) ^ 1])
}

describe('an encrypted file', () => {
  let blob: Blob
  let bytes: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    blob = await sealFile(passphrase, content)
    bytes = await readBytes(blob)
  })

  it('opens with its passphrase to what was sealed', async () => {
    expect(await openFile(blob, passphrase)).toEqual({ tag: 'opened', content })
  })

  it('is laid out as its format says', () => {
    const view = new DataView(bytes.buffer)
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('CFOIL')
    expect(bytes[5]).toBe(1)
    expect(view.getUint32(6)).toBe(600_000)
    expect(view.getBigUint64(38)).toBe(BigInt(bytes.length - headerBytes))
  })

  it('opens by the standard’s own means, without this module', async () => {
    const word = await crypto.subtle.importKey('raw', new TextEncoder().encode(passphrase), 'PBKDF2', false, [
      'deriveKey',
    ])
    const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt: bytes.slice(10, 26), iterations: 600_000 }
    const key = await crypto.subtle.deriveKey(derivation, word, { name: 'AES-GCM', length: 256 }, false, [
      'decrypt',
    ])
    const cipher = { name: 'AES-GCM', iv: bytes.slice(26, 38), additionalData: bytes.slice(0, headerBytes) }
    const plain = await crypto.subtle.decrypt(cipher, key, bytes.slice(headerBytes))
    expect(JSON.parse(new TextDecoder().decode(plain))).toEqual(content)
  })

  it('shows nothing of what it holds, and is another each time', async () => {
    const again = await readBytes(await sealFile(passphrase, content))
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain('entries')
    expect(again.slice(10, 26)).not.toEqual(bytes.slice(10, 26))
    expect(again.slice(26, 38)).not.toEqual(bytes.slice(26, 38))
    expect(again.slice(headerBytes)).not.toEqual(bytes.slice(headerBytes))
  })

  it.each([
    'a green door, 1988',
    'A green door, 1987',
    'a green door, 1987 ',
    '',
    'short',
    '\ud800'.repeat(8),
  ])('stays shut for %j', async (words) => {
    expect(await openFile(blob, words)).toEqual({ tag: 'wrong-passphrase' })
  })

  it('opens however its letters were typed', async () => {
    const composed = 'caff\u00e8 per tutti'
    const decomposed = composed.normalize('NFD')
    expect(decomposed).not.toBe(composed)
    expect(await openFile(await sealFile(decomposed, content), composed)).toHaveProperty('tag', 'opened')
    expect(await openFile(await sealFile(composed, content), decomposed)).toHaveProperty('tag', 'opened')
    expect(await openFile(await sealFile(composed, content), 'caffe per tutti')).toHaveProperty(
      'tag',
      'wrong-passphrase',
    )
  })

  it.each(['', '1234567', 'e\u0301'.repeat(7), '🙂'.repeat(7)])('is not sealed under %j', async (words) => {
    await expect(sealFile(words, content)).rejects.toMatchObject({
      code: 'transfer-refused',
      name: 'TransferRefused',
      why: expect.stringContaining('fewer than 8 characters') as string,
    })
  })

  it('is sealed under eight characters, whichever they are', async () => {
    const words = '🙂'.repeat(8)
    expect(await openFile(await sealFile(words, {}), words)).toEqual({ tag: 'opened', content: {} })
  })

  it('is known to be cut at whichever byte it ends', async () => {
    const lengths = Array.from({ length: bytes.length }, (_, length) => length)
    const tags = await Promise.all(lengths.map((length) => open(bytes.slice(0, length))))
    expect(tags).toEqual(lengths.map(() => 'cut'))
  })

  it('does not open with bytes behind its end', async () => {
    expect(await open(new Uint8Array([...bytes, 0]))).toBe('not-ours')
  })

  it('does not open with any byte of its header flipped, and says what it looks like then', async () => {
    const indices = Array.from({ length: headerBytes }, (_, index) => index)
    const tags: string[] = []
    for (const index of indices) tags.push(await open(flip(bytes, index)))
    expect(tags.slice(0, 5)).toEqual(Array<string>(5).fill('not-ours'))
    // Format 0 never was, nor were fewer iterations than we write, or so many more; one more is another key's.
    expect(tags.slice(5, 10)).toEqual([...Array<string>(4).fill('not-ours'), 'wrong-passphrase'])
    expect(tags.slice(10, 38)).toEqual(Array<string>(28).fill('wrong-passphrase'))
    expect(tags.slice(38, 45)).toEqual(Array<string>(7).fill('cut'))
    expect(tags[45]).toBe(bytes.length % 2 === 0 ? 'cut' : 'not-ours')
  })

  it.each([0, 1, 20, 60])('does not open with byte %d of its content flipped', async (index) => {
    expect(await open(flip(bytes, headerBytes + index))).toBe('wrong-passphrase')
  })

  it('does not open with its last byte flipped', async () => {
    expect(await open(flip(bytes, bytes.length - 1))).toBe('wrong-passphrase')
  })

  it('of format 2 says so in its header, and opens to what was sealed', async () => {
    const second = await sealFile(passphrase, content, 2)
    expect((await readBytes(second))[5]).toBe(2)
    expect(await openFile(second, passphrase)).toEqual({ tag: 'opened', content })
    // What release 0.1 reads is format 1 alone: a byte of the header that was changed shows.
    expect(await open(patch(await readBytes(second), 5, [1]))).toBe('wrong-passphrase')
  })

  it.each([6, 255])('of format %d is a newer release’s, whatever follows', async (format) => {
    expect(await open(patch(bytes, 5, [format]))).toBe('newer')
    expect(await open(patch(bytes, 5, [format]).slice(0, 6))).toBe('newer')
  })

  it.each([0, 1, 599_999, 2_000_001, 0x7fffffff, 0xffffffff])(
    'that asks for %d iterations is turned away before a key is made',
    async (iterations) => {
      const hostile = bytes.slice()
      new DataView(hostile.buffer).setUint32(6, iterations)
      const derive = vi.spyOn(crypto.subtle, 'deriveKey')
      expect(await open(hostile)).toBe('not-ours')
      expect(derive).not.toHaveBeenCalled()
    },
  )

  it('that claims to hold less than a seal is turned away', async () => {
    const empty = bytes.slice(0, headerBytes + 15)
    new DataView(empty.buffer).setBigUint64(38, 15n)
    expect(await open(empty)).toBe('not-ours')
  })

  it('carries more than a megabyte', async () => {
    const large = { rows: Array.from({ length: 20_000 }, (_, n) => ({ n, text: 'ž'.repeat(40) })) }
    const sealed = await sealFile(passphrase, large)
    expect(sealed.size).toBeGreaterThan(1_000_000)
    expect(await openFile(sealed, passphrase)).toEqual({ tag: 'opened', content: large })
  })

  it('is nobody’s when the bytes are anything at all', async () => {
    const junk = fc.uint8Array({ maxLength: 200 }).map((some) => new Uint8Array(some))
    const begun = junk.map((some) => new Uint8Array([...bytes.slice(0, 10), ...some]))
    await fc.assert(
      fc.asyncProperty(fc.oneof(junk, begun), fc.string({ unit: 'binary' }), async (some, words) => {
        expect(['not-ours', 'cut', 'newer', 'wrong-passphrase']).toContain(await open(some, words))
      }),
      { numRuns: 500 },
    )
  })

  it('is nobody’s when the header alone is sound', async () => {
    const sealed = fc.uint8Array({ minLength: 16, maxLength: 200 })
    await fc.assert(
      fc.asyncProperty(sealed, async (some) => {
        const forged = new Uint8Array([...bytes.slice(0, headerBytes), ...some])
        new DataView(forged.buffer).setBigUint64(38, BigInt(some.length))
        expect(await open(forged)).toBe('wrong-passphrase')
      }),
      { numRuns: 10 },
    )
  })
})
