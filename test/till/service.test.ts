import { beforeEach, describe, expect, it, vi } from 'vitest'
import { dayMs } from '../support/lives.js'
import { openJournal } from '../../src/journal/journal.js'
import { openReplayJournal } from '../../src/journal/replay-journal.js'
import { append, freshName, openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import type { Till, TillOptions } from '../../src/index.js'

const nowhere = 'http://127.0.0.1:9/training'

beforeEach(standInForPage)

/** A till, as the rest of a page would find it open. */
function openAs(name: string, baseUrl: string, replaces?: string[]): Promise<Till> {
  const service = { baseUrl, ...(replaces && { replaces }) }
  return openNodeTill(baseUrl, { name, service } satisfies Partial<TillOptions>)
}

const isSettled = (till: Till, id: string) =>
  vi.waitFor(async () => {
    await till.replay()
    expect(await till.entry(id)).toMatchObject({ state: 'settled' })
  })

describe('a till under the name of another service’s', () => {
  it('is refused, and delivers no training refund to production', async () => {
    const name = freshName()
    const production = await startTestSandbox()
    const training = await openAs(name, nowhere)
    const { id } = await training.refund(refundOf('A'))
    await expect(openAs(name, production.url)).rejects.toMatchObject({
      name: 'ServiceMismatch',
      code: 'service-mismatch',
      known: [nowhere],
      found: production.url.replace(/\/$/, ''),
    })
    training.close()
    await expect(openAs(name, production.url)).rejects.toMatchObject({ code: 'service-mismatch' })
    expect(production.bank.effects).toEqual([])
    const again = await openAs(name, `${nowhere}/`)
    expect(await again.entry(id)).toMatchObject({ state: 'queued' })
  })

  it('is refused for what has settled too, so that no day mixes the two', async () => {
    const name = freshName()
    const [one, other] = [await startTestSandbox(), await startTestSandbox()]
    const till = await openAs(name, one.url)
    const { id } = await till.refund(refundOf('A'))
    await isSettled(till, id)
    till.close()
    await expect(openAs(name, other.url)).rejects.toMatchObject({ code: 'service-mismatch' })
  })

  it('opens where nothing was rung up yet, and then the page that was open before keeps nothing', async () => {
    const name = freshName()
    const production = await startTestSandbox()
    const [training, real] = [await openAs(name, nowhere), await openAs(name, production.url)]
    await expect(training.refund(refundOf('A'))).rejects.toMatchObject({ code: 'service-mismatch' })
    const { id } = await real.refund(refundOf('B'))
    await isSettled(real, id)
    expect(production.bank.effects).toHaveLength(1)
    await expect(training.replay()).rejects.toMatchObject({ code: 'service-mismatch' })
  })

  it('is the same one where the host says that the service has moved, and stays so after a step back', async () => {
    const name = freshName()
    const moved = await startTestSandbox()
    const before = await openAs(name, nowhere)
    const { id } = await before.refund(refundOf('A'))
    const after = await openAs(name, moved.url, [`${nowhere}/`])
    await isSettled(after, id)
    const stepBack = await openAs(name, nowhere)
    await stepBack.refund(refundOf('B'))
    await before.refund(refundOf('C'))
    await expect(openAs(name, 'http://127.0.0.1:9/other')).rejects.toMatchObject({
      known: [nowhere, moved.url.replace(/\/$/, '')],
    })
  })

  it('is known by what an earlier release told its worker', async () => {
    const name = freshName()
    const training = await openAs(name, nowhere)
    await training.refund(refundOf('A'))
    training.close()
    const raw = await openRaw(name)
    await raw.table('settings').delete('service')
    raw.close()
    await expect(openAs(name, 'http://127.0.0.1:9/other')).rejects.toMatchObject({ known: [nowhere] })
  })
})

describe('a run', () => {
  const serviceAt = (address: string) => ({ service: { address, replaces: [] } })

  it('that was on when the till became another service’s claims nothing, nor does the next for the old one', async () => {
    const name = freshName()
    const training = await openJournal(name, serviceAt(nowhere))
    const worker = await openReplayJournal(name)
    const { number: run } = await training.begin(1)
    const production = await openJournal(name, serviceAt('http://127.0.0.1:9/production'))
    await append(production, 'refund', refundOf('A'))
    await expect(
      training.turn({ policy: { replay: {} }, run, decisions: [], slots: 1, now: 1 }),
    ).rejects.toThrow('refused')
    await expect(training.begin(1)).rejects.toMatchObject({ code: 'service-mismatch' })
    await expect(worker?.begin(1, undefined, nowhere)).rejects.toMatchObject({ code: 'service-mismatch' })
    const { number: next } = await production.begin(1)
    const { claimed } = await production.turn({
      policy: { replay: {} },
      run: next,
      decisions: [],
      slots: 1,
      now: 1,
    })
    expect(claimed).toHaveLength(1)
    for (const journal of [training, production]) journal.close()
  })
})

describe('a file', () => {
  const passphrase = 'long enough'
  const handOver = { by: 'Ada', reason: 'a new device' }

  it('that a training till handed over is not taken in by one of production', async () => {
    const training = await openAs(freshName(), nowhere)
    await training.refund(refundOf('A'))
    const file = await training.exportJournal(passphrase, { handOver })
    const production = await openAs(freshName(), 'http://127.0.0.1:9/production')
    await expect(production.importJournal(file, passphrase)).rejects.toMatchObject({
      code: 'transfer-refused',
      why: expect.stringContaining(nowhere) as string,
    })
    const other = await openAs(freshName(), 'http://127.0.0.1:9/moved', [nowhere])
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 1 })
  })

  it('of more than a year ago brings nothing in, for what came of it may have been erased', async () => {
    const till = await openAs(freshName(), nowhere)
    await till.refund(refundOf('A'))
    const file = await till.exportJournal(passphrase, { handOver })
    const other = await openAs(freshName(), nowhere)
    const later = Date.now() + 366 * dayMs
    vi.spyOn(Date, 'now').mockImplementation(() => later)
    await expect(other.importJournal(file, passphrase)).rejects.toMatchObject({ code: 'transfer-refused' })
    vi.mocked(Date.now).mockRestore()
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 1 })
  })
})
