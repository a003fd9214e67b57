import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { openFile, sealFile, sealFileForShop } from '../../src/journal/seal/index.js'
import { createShopKeys, type ShopKeys } from '../support/shop-keys.js'

const content = { format: 1, entries: [{ id: 'e1', request: { Notes: 'für später' } }, null, 0.1] }
const headerBytes = 151

type Bytes = Uint8Array<ArrayBuffer>

let keys: ShopKeys
let blob: Blob
let bytes: Bytes

beforeAll(async () => {
  keys = await createShopKeys()
  blob = await sealFileForShop(keys.publicKey, content)
  bytes = new Uint8Array(await blob.arrayBuffer())
})

const open = async (bytes: Bytes, privateKey = keys.privateKey) =>
  (await openFile(new Blob([bytes]), { privateKey })).tag

function flip(at: number): Bytes {
  const copy = bytes.slice()
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}

describe('a file that is sealed to a shop’s key', () => {
  it('opens with its private key to what was sealed', async () => {
    expect(await openFile(blob, { privateKey: keys.privateKey })).toEqual({ tag: 'opened', content })
  })

  it('is no file of an older release, which calls it newer', () => {
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('CFOIL')
    expect(bytes[5]).toBe(4)
    expect(new DataView(bytes.buffer).getBigUint64(143)).toBe(BigInt(bytes.length - headerBytes))
  })

  it('opens whatever the key was said to be for as it was written down', async () => {
    const privateKey = { ...keys.privateKey, key_ops: ['deriveKey'], use: 'enc', ext: false }
    expect(await open(bytes, privateKey)).toBe('opened')
    const publicKey = { ...keys.publicKey, key_ops: ['verify'], use: 'sig', ext: false }
    const other = await sealFileForShop(publicKey, content)
    expect(await openFile(other, { privateKey: keys.privateKey })).toEqual({ tag: 'opened', content })
  })

  it('opens by the standard’s own means, without this module', async () => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const own = await crypto.subtle.importKey('jwk', keys.privateKey, curve, false, ['deriveBits'])
    const sender = await crypto.subtle.importKey('raw', bytes.slice(6, 71), curve, true, [])
    const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: sender }, own, 256)
    const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
    const salt = Buffer.from(Buffer.from(bytes.slice(6, 71)).toString('base64'))
    const derivation = { name: 'HKDF', hash: 'SHA-256', salt, info: Buffer.from('counterfoil file') }
    const cipher = { name: 'AES-GCM', length: 256 }
    const wrapping = await crypto.subtle.deriveKey(derivation, material, cipher, false, ['decrypt'])
    const secret = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.slice(71, 83), additionalData: salt },
      wrapping,
      bytes.slice(83, 131),
    )
    const key = await crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['decrypt'])
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: bytes.slice(131, 143), additionalData: bytes.slice(0, headerBytes) },
      key,
      bytes.slice(headerBytes),
    )
    expect(JSON.parse(new TextDecoder().decode(plain))).toEqual(content)
  })

  it('does not open with another key, a public one, none, or a passphrase', async () => {
    const other = await createShopKeys()
    for (const privateKey of [other.privateKey, keys.publicKey, {}])
      expect(await open(bytes, privateKey)).toBe('wrong-key')
    expect(await openFile(blob, 'seven green bottles')).toEqual({ tag: 'needs-key' })
  })

  it('is told apart from one under a passphrase', async () => {
    const other = await sealFile('seven green bottles', content)
    expect(await openFile(other, { privateKey: keys.privateKey })).toEqual({ tag: 'needs-passphrase' })
  })

  it('names what is wrong with any of its bytes', async () => {
    for (let at = 0; at < 5; at += 1) expect(await open(flip(at))).toBe('not-ours')
    for (let at = 6; at < 143; at += 1) expect(await open(flip(at)), `byte ${at}`).toBe('wrong-key')
    for (let at = 143; at < headerBytes; at += 1) expect(['cut', 'not-ours']).toContain(await open(flip(at)))
    for (const at of [headerBytes, bytes.length - 1]) expect(await open(flip(at))).toBe('wrong-key')
    expect(await open(new Uint8Array([...bytes, 0]))).toBe('not-ours')
  })

  it('is cut wherever it ends too early, and never throws', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 6, max: bytes.length - 1 }), async (end) => {
        expect(await open(bytes.slice(0, end))).toBe('cut')
      }),
    )
  })
})
