import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { freshName, openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

const nowhere = 'http://127.0.0.1:9/cards'
const passphrase = 'long enough'
const handOver = { by: 'Ada', reason: 'a new device' }

beforeEach(standInForPage)

const openIn = (currency: string, name: string, baseUrl = nowhere): Promise<Till> =>
  openNodeTill(baseUrl, { name, currency })

const refusalOf = (known: string, found: string) => ({
  code: 'invalid-options',
  failures: [{ path: 'currency', expected: expect.stringContaining(known) as string, found }],
})

describe('a till whose currency has changed', () => {
  it('is refused while its journal holds anything, so that no euros are shown and summed as yen', async () => {
    const name = freshName()
    const { url } = await startTestSandbox()
    const till = await openIn('EUR', name, url)
    const { id } = await till.refund(refundOf('A'))
    await expect(openIn('JPY', name, url)).rejects.toMatchObject(refusalOf('EUR', 'JPY'))
    await vi.waitFor(async () => {
      await till.replay()
      expect(await till.entry(id)).toMatchObject({ state: 'settled' })
    })
    till.close()
    await expect(openIn('JPY', name, url)).rejects.toMatchObject(refusalOf('EUR', 'JPY'))
    expect(await (await openIn('eur', name, url)).entries()).toHaveLength(1)
  })

  it('opens where nothing was entered yet, and then the page that was open before keeps nothing', async () => {
    const name = freshName()
    const [euros, yen] = [await openIn('EUR', name), await openIn('JPY', name)]
    await expect(euros.refund(refundOf('A'))).rejects.toMatchObject(refusalOf('JPY', 'EUR'))
    await yen.refund(refundOf('B'))
    expect(await yen.entries()).toHaveLength(1)
  })

  it('is known to be the first that an earlier release’s journal is opened in', async () => {
    const name = freshName()
    const till = await openIn('EUR', name)
    await till.refund(refundOf('A'))
    till.close()
    const raw = await openRaw(name)
    await raw.table('settings').put({ name: 'service', value: [nowhere] })
    raw.close()
    await openIn('USD', name)
    await expect(openIn('EUR', name)).rejects.toMatchObject(refusalOf('USD', 'EUR'))
  })
})

describe('a file with amounts in euros', () => {
  it('is not taken in by a till of another currency', async () => {
    const till = await openIn('EUR', freshName())
    await till.refund(refundOf('A'))
    const file = await till.exportJournal(passphrase, { handOver })
    const yen = await openIn('JPY', freshName())
    await expect(yen.importJournal(file, passphrase)).rejects.toMatchObject({
      code: 'transfer-refused',
      params: { reason: 'other-currency', detail: 'EUR' },
    })
    expect(await yen.entries()).toEqual([])
    const other = await openIn('EUR', freshName())
    expect(await other.importJournal(file, passphrase)).toMatchObject({ imported: 1 })
  })

  it('names another service by its address, also where the currency is known', async () => {
    const till = await openIn('EUR', freshName())
    await till.refund(refundOf('A'))
    const file = await till.exportJournal(passphrase, { handOver })
    const other = await openIn('EUR', freshName(), 'http://127.0.0.1:9/other')
    await expect(other.importJournal(file, passphrase)).rejects.toMatchObject({
      params: { reason: 'other-service', detail: nowhere },
    })
  })
})
