import { describe, expect, it } from 'vitest'
import { findLock, openJournalFile, readPrivateKey } from '../../src/desk/opening.js'
import { sealFile, sealFileForShop } from '../../src/journal/seal/index.js'
import { createShopKeys } from '../support/shop-keys.js'

const passphrase = 'four words and not eight'
const journal = {
  format: 1,
  file: 'f',
  kind: 'copy',
  shop: 'S01',
  terminal: 'T3',
  at: 0,
  entries: [],
  left: [],
}

describe('what a file opens with', () => {
  it('is told by its first bytes', async () => {
    const { publicKey } = await createShopKeys()
    expect(await findLock(await sealFile(passphrase, journal))).toEqual({ tag: 'locked', kind: 'passphrase' })
    expect(await findLock(await sealFileForShop(publicKey, journal))).toEqual({ tag: 'locked', kind: 'key' })
    expect(await findLock(new Blob(['seven green bottles']))).toEqual({ tag: 'not-ours' })
  })

  it('cannot be told of a file that is gone', async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) }
    expect(await findLock(gone as unknown as Blob)).toEqual({ tag: 'unreadable' })
  })
})

describe('opening a file', () => {
  it('reads the journal in it', async () => {
    const opened = await openJournalFile(await sealFile(passphrase, journal), passphrase)
    expect(opened).toMatchObject({ tag: 'read', file: { kind: 'copy', shop: 'S01' } })
  })

  it('asks for a key where a passphrase was given, and the other way round', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const sealed = await sealFileForShop(publicKey, journal)
    expect(await openJournalFile(sealed, passphrase)).toEqual({ tag: 'locked', kind: 'key' })
    const file = await sealFile(passphrase, journal)
    expect(await openJournalFile(file, { privateKey })).toEqual({ tag: 'locked', kind: 'passphrase' })
  })

  it('says what is wrong with the content', async () => {
    const { left: _, ...lacking } = journal
    expect(await openJournalFile(await sealFile(passphrase, lacking), passphrase)).toMatchObject({
      tag: 'unsound',
      why: expect.stringContaining('left') as string,
    })
    const newer = await sealFile(passphrase, { ...journal, format: 4 })
    expect(await openJournalFile(newer, passphrase)).toEqual({ tag: 'newer' })
  })

  it('takes a private key for one only if it is one', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const read = (value: unknown) => readPrivateKey(new Blob([JSON.stringify(value)]))
    expect(await read(privateKey)).toEqual(privateKey)
    expect(await read(publicKey)).toBe(undefined)
    expect(await read(null)).toBe(undefined)
    expect(await readPrivateKey(new Blob(['seven']))).toBe(undefined)
  })
})
