import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { LimitReached, type Till } from '../../src/index.js'
import { fullModelsOfRelease01, refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import { freshName } from '../support/journals.js'
import { readLedger } from '../support/sandbox.js'

beforeAll(standInForPage)

const passphrase = 'seven green bottles'
const who = { by: 'Ada', reason: 'the till is closing' }
const nowhere = 'http://127.0.0.1:9'

/** A till that holds its operations back, so that they wait whatever its service does. */
async function openHeld(...[baseUrl, options]: Parameters<typeof openNodeTill>): Promise<Till> {
  const till = await openNodeTill(baseUrl, options)
  await till.pause()
  return till
}

const bytesOf = async (file: Blob) => new Uint8Array(await file.arrayBuffer())

describe('the file of a hand-over', () => {
  it('is listed and given again to the letter after the page has died, until a person confirms it', async () => {
    const name = freshName()
    const till = await openHeld(nowhere, { name })
    const { id } = await till.refund(refundOf('A'))
    const given = await till.exportJournal(passphrase, { handOver: { ...who, to: 'T2' } })
    till.close()
    const again = await openHeld(nowhere, { name })
    const [listed, ...others] = await again.handOvers()
    expect(others).toEqual([])
    expect(listed).toEqual({
      ...who,
      file: listed?.file,
      at: expect.any(Date) as Date,
      to: 'T2',
      moved: 1,
      bytes: given.size,
    })
    const file = await again.handOverFile(listed?.file ?? '')
    expect(await bytesOf(file)).toEqual(await bytesOf(given))
    // Terminals of another shop have the same names.
    const elsewhere = await openHeld(nowhere, { shop: 'S02', terminal: 'T2' })
    await expect(elsewhere.importJournal(file, passphrase)).rejects.toThrow('S01 / T2')
    const other = await openHeld(nowhere, { terminal: 'T2' })
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 1 })
    const unnamed = again.acknowledgeHandOver(listed?.file ?? '', { by: '', reason: 'it is there' })
    await expect(unnamed).rejects.toMatchObject({ code: 'transfer-refused' })
    await again.acknowledgeHandOver(listed?.file ?? '', who)
    expect(await again.handOvers()).toMatchObject([{ moved: 1, acknowledged: { ...who } }])
    await expect(again.handOverFile(listed?.file ?? '')).rejects.toMatchObject({ code: 'transfer-refused' })
    await again.attention.markApplied(id, who)
    expect(await again.handOvers()).toEqual([])
  })

  it('that was lost: all its operations are taken back at once, in line, by a named person', async () => {
    const till = await openHeld(nowhere)
    const [first, second] = [await till.refund(refundOf('A')), await till.refund(refundOf('A', 7))]
    await till.exportJournal(passphrase, { handOver: who })
    const [listed] = await till.handOvers()
    const file = listed?.file ?? ''
    await expect(till.takeBackHandOver(file, { by: 'Ada', reason: '' })).rejects.toMatchObject({
      code: 'transfer-refused',
    })
    expect(await till.takeBackHandOver(file, { by: 'Ada', reason: 'the file was lost' })).toBe(2)
    for (const { id } of [first, second]) {
      const entry = await till.entry(id)
      expect(entry?.state).toBe('queued')
      expect(entry?.history.at(-1)).toMatchObject({
        what: 'take-back',
        by: 'Ada',
        reason: 'the file was lost',
      })
    }
    expect(await till.handOvers()).toEqual([])
  })

  it('that has arrived is not taken back: its operations could be done twice', async () => {
    const till = await openHeld(nowhere)
    const { id } = await till.refund(refundOf('A'))
    await till.exportJournal(passphrase, { handOver: who })
    const [listed] = await till.handOvers()
    const file = listed?.file ?? ''
    await till.acknowledgeHandOver(file, who)
    const refused = { code: 'transfer-refused', params: { reason: 'file-deleted' } }
    await expect(till.takeBackHandOver(file, who)).rejects.toMatchObject(refused)
    await expect(till.attention.takeBack(id, who)).rejects.toMatchObject(refused)
    expect(await till.entry(id)).toMatchObject({ state: 'parked', reason: 'moved' })
  })

  it('that no importing till could read is refused before anything is moved', async () => {
    const till = await openHeld(nowhere)
    const { id } = await till.refund(refundOf('A'))
    const handOver = { by: 'Ada', reason: 'a'.repeat(100_000) }
    await expect(till.exportJournal(passphrase, { handOver })).rejects.toMatchObject({
      code: 'transfer-refused',
    })
    expect(await till.entry(id)).toMatchObject({ state: 'queued' })
  })

  it('tells its header’s format, so that an older release says that a newer one wrote it', async () => {
    const till = await openHeld(nowhere, { service: { baseUrl: nowhere, idempotencyKey: true } })
    await till.refund(refundOf('A'))
    const copy = await bytesOf(await till.exportJournal(passphrase))
    expect(copy[5]).toBe(2)
  })

  it('that release 0.1 wrote still opens, to the letter', async () => {
    const till = await openHeld(nowhere)
    const file = new Blob([readFileSync('test/samples/handed-over.counterfoil')])
    expect(await till.importJournal(file, passphrase)).toMatchObject({ imported: 5 })
    const entries = await till.entries()
    expect(Object.fromEntries(entries.map(({ kind, request }) => [kind, request]))).toEqual(
      fullModelsOfRelease01,
    )
    expect(entries.map(({ state }) => state)).toEqual(Array<string>(5).fill('queued'))
  })
})

describe('an import', () => {
  /** What a till whose host asks for nothing hands over: a refund of no card and no amount. */
  async function handOverEmpty(at: string): Promise<Blob> {
    const lax = await openHeld(at, { rules: { needs: { refund: [] } } })
    await lax.refund({})
    return lax.exportJournal(passphrase, { handOver: who })
  }

  it('of a refund with an empty body sends nothing: it waits for a person, who corrects it', async () => {
    const sandbox = await startTestSandbox()
    const till = await openNodeTill(sandbox.url, { terminal: 'T2' })
    expect(await till.importJournal(await handOverEmpty(sandbox.url), passphrase)).toMatchObject({
      imported: 1,
    })
    await till.replay()
    const [entry] = await till.entries()
    expect(entry).toMatchObject({ state: 'parked', reason: 'invalid', request: {} })
    expect(entry?.history.at(-1)).toMatchObject({ what: 'imported' })
    expect(entry?.history.at(-1)?.detail).toContain('breaks the till’s rules')
    const better = await till.attention.amend(entry?.id ?? '', refundOf('A'), who)
    await till.settled(better.id)
    const { effects, arrivals } = await readLedger(sandbox.url, '.')
    expect(arrivals.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    expect(effects).toMatchObject([{ body: refundOf('A') }])
  })

  it('over a limit is refused whole, and passes with the word of a supervisor', async () => {
    const source = await openHeld(nowhere)
    await source.refund(refundOf('A', 10))
    const file = await source.exportJournal(passphrase, { handOver: who })
    const till = await openHeld(nowhere, { terminal: 'T2', limits: { perOperation: 5 } })
    const refused = await till.importJournal(file, passphrase).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(LimitReached)
    expect(await till.entries()).toEqual([])
    const nobody = { by: ' ', reason: 'why not' }
    const unnamed = till.importJournal(file, passphrase, { override: nobody })
    await expect(unnamed).rejects.toMatchObject({
      params: { action: 'importJournal', reason: 'verdict-missing', detail: 'override' },
    })
    expect(await till.importJournal(file, passphrase, { override: who })).toMatchObject({ imported: 1 })
  })

  it('of what looks like an operation here is refused by that one’s name, until it is allowed', async () => {
    const source = await openHeld(nowhere)
    await source.refund(refundOf('A', 10))
    const file = await source.exportJournal(passphrase, { handOver: who })
    const till = await openHeld(nowhere, { terminal: 'T2' })
    const { id } = await till.refund(refundOf('A', 10))
    await expect(till.importJournal(file, passphrase)).rejects.toMatchObject({ code: 'duplicate', id })
    expect(await till.importJournal(file, passphrase, { allowDuplicate: who })).toMatchObject({ imported: 1 })
  })
})
