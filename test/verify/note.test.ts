import { createPublicKey, verify } from 'node:crypto'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  createSigningKey,
  describeKey,
  emptyTree,
  isSignedBy,
  readHead,
  rootOf,
  signHead,
} from '../../src/journal/seal/index.js'
import { splitNotes } from '../../src/verify/log.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const origin = 'counterfoil/S01/T1/birth'

async function sign() {
  const key = await createSigningKey()
  const head = { origin, size: 7, root: await rootOf(emptyTree) }
  return { key, head, note: await signHead(key, head), publicKey: await describeKey(origin, key) }
}

/** As a browser without Ed25519. */
function lackEd25519(): void {
  const generate = crypto.subtle.generateKey.bind(crypto.subtle) as (...words: unknown[]) => Promise<never>
  vi.spyOn(crypto.subtle, 'generateKey').mockImplementation((...words: unknown[]) => {
    const { name } = words[0] as { name: string }
    return name === 'Ed25519' ? Promise.reject(new DOMException('', 'NotSupportedError')) : generate(...words)
  })
}

it('reads the checkpoint that the specification shows', async () => {
  const note = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`
  expect(readHead(note)).toEqual({
    origin: 'example.com/behind-the-sofa',
    size: 20_852_163,
    root: 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=',
  })
  expect(await isSignedBy((await sign()).publicKey, note)).toBe(false)
})

it('checks the note that Go’s own package documents', async () => {
  const publicKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
  const text = `If you think cryptography is the answer to your problem,
then you don't know what your problem is.
`
  const signature =
    'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM='
  expect(await isSignedBy(publicKey, `${text}\n— PeterNeumann ${signature}\n`)).toBe(true)
  expect(await isSignedBy(publicKey, `${text.toUpperCase()}\n— PeterNeumann ${signature}\n`)).toBe(false)
})

describe.each(['Ed25519', 'ECDSA'])('a note signed with %s', (type) => {
  it('is sound under its key alone, and altered nowhere', async () => {
    if (type === 'ECDSA') lackEd25519()
    for (let round = 0; round < 20; round += 1) {
      const { note, publicKey, head, key } = await sign()
      expect(key.type).toBe(type.toLowerCase())
      expect(key.private.extractable).toBe(false)
      expect(readHead(note)).toEqual(head)
      expect(await isSignedBy(publicKey, note)).toBe(true)
      expect(await isSignedBy((await sign()).publicKey, note)).toBe(false)
      for (const [before, after] of [
        ['7\n', '8\n'],
        ['birth\n', 'death\n'],
        ['=\n\n', '=\nmore\n\n'],
      ] as const)
        expect(await isSignedBy(publicKey, note.replace(before, after))).toBe(false)
    }
  })

  it('is unsound with any one character left out, put in or replaced', async () => {
    if (type === 'ECDSA') lackEd25519()
    const { note, publicKey, head } = await sign()
    const isSound = async (edited: string) =>
      JSON.stringify(readHead(edited)) === JSON.stringify(head) && (await isSignedBy(publicKey, edited))
    expect(await isSound(note)).toBe(true)
    for (let index = 0; index < note.length; index += 1) {
      const character = note.charAt(index)
      const [before, after] = [note.slice(0, index), note.slice(index + 1)]
      const other = character === 'a' ? 'b' : 'a'
      for (const edited of [before + after, before + other + after, `${before}${other}${character}${after}`])
        expect(await isSound(edited), `at ${index} of ${JSON.stringify(edited)}`).toBe(false)
    }
  })

  it('is sound for an implementation that is not ours', async () => {
    if (type === 'ECDSA') lackEd25519()
    const { note, publicKey } = await sign()
    const [text = '', line = ''] = note.split('\n\n')
    const signature = Buffer.from(line.trim().split(' ')[2] ?? '', 'base64')
    const [, keyId = '', coded = ''] = publicKey.split('+').slice(0, 3)
    const bytes = Buffer.from(publicKey.slice(publicKey.indexOf(keyId) + 9), 'base64').subarray(1)
    expect(signature.subarray(0, 4).toString('hex')).toBe(keyId)
    expect(coded).not.toBe('')
    const spki = type === 'Ed25519' ? Buffer.from('302a300506032b6570032100', 'hex') : Buffer.alloc(0)
    const key = createPublicKey({ key: Buffer.concat([spki, bytes]), format: 'der', type: 'spki' })
    const algorithm = type === 'Ed25519' ? null : 'sha256'
    expect(verify(algorithm, Buffer.from(`${text}\n`), key, signature.subarray(4))).toBe(true)
  })
})

it.each(['', 'x', 'x+00000000+AA==', `${origin}+zzzzzzzz+AQ==`])(
  '“%s” is no key and signs nothing',
  async (key) => {
    expect(await isSignedBy(key, (await sign()).note)).toBe(false)
  },
)

it('takes apart notes that follow one another, with blank lines between them or not', async () => {
  const notes = [(await sign()).note, (await sign()).note]
  expect(splitNotes(notes.join(''))).toEqual(notes)
  expect(splitNotes(`\n${notes.join('\n\n')}\n\n`)).toEqual(notes)
  expect(splitNotes(notes.join('').replaceAll('\n', '\r\n'))).toEqual(notes)
  expect(splitNotes('')).toEqual([])
})

it('reads notes that an editor of Windows has saved', async () => {
  const { note } = await sign()
  expect(splitNotes(`\uFEFF${note.replaceAll('\n', '\r\n')}`)).toEqual([note])
})
