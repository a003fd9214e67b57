import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clock } from '../../src/platform/clock.js'
import { freshName } from '../support/journals.js'
import { fullModels } from '../support/models.js'
import { openNodeTill, standInForPage } from '../support/node-till.js'
import { readTables } from '../support/lives.js'

const nowhere = 'http://127.0.0.1:9'

beforeEach(standInForPage)

describe('a draft', () => {
  it('survives the till that was closed in the midst of it, and goes when it is dropped', async () => {
    const name = freshName()
    const till = await openNodeTill(nowhere, { name })
    const draft = { card: '9001000000000042', lines: [{ price: '12,' }] }
    await till.drafts.save('refund', { card: '9' })
    await till.drafts.save('refund', draft)
    await till.drafts.save('other', 'text')
    till.close()
    const later = await openNodeTill(nowhere, { name })
    expect(await later.drafts.read('refund')).toEqual({ draft, at: expect.any(Date) as Date })
    expect(await later.drafts.read('other')).toMatchObject({ draft: 'text' })
    await later.drafts.drop('refund')
    await later.drafts.drop('refund')
    expect(await later.drafts.read('refund')).toBeUndefined()
    expect(await later.drafts.read('other')).toMatchObject({ draft: 'text' })
  })

  it('is sealed on the disk', async () => {
    const name = freshName()
    const till = await openNodeTill(nowhere, { name })
    await till.drafts.save('refund', { card: '9001000000000042' })
    const { settings = [] } = await readTables(name)
    const row = settings.find((one) => (one as { name: string }).name === 'draft/refund') as {
      value: unknown
    }
    expect(row.value).toBeInstanceOf(Uint8Array)
    expect(new TextDecoder().decode(row.value as Uint8Array)).not.toContain('9001')
  })

  it('holds no secret of the interface, wherever one stands', async () => {
    const till = await openNodeTill(nowhere)
    await till.drafts.save('all', fullModels)
    const text = JSON.stringify(await till.drafts.read('all'))
    expect(text).toContain('9001000000000017')
    for (const secret of ['pass-4711', 'pin-4712', 'token-4713', 'device-4714', 'auth-4715', 'auth-4716'])
      expect(text).not.toContain(secret)
  })

  it('of yesterday is nobody’s: it is dropped as it is read', async () => {
    const till = await openNodeTill(nowhere)
    await till.drafts.save('refund', { card: '9001' })
    const now = Date.now()
    const spy = vi.spyOn(clock, 'now')
    try {
      spy.mockReturnValue(now + 86_000_000)
      expect(await till.drafts.read('refund')).toBeDefined()
      spy.mockReturnValue(now + 86_500_000)
      expect(await till.drafts.read('refund')).toBeUndefined()
    } finally {
      spy.mockRestore()
    }
    expect(await till.drafts.read('refund')).toBeUndefined()
  })

  it('is refused by a till that is closed', async () => {
    const till = await openNodeTill(nowhere)
    till.close()
    await expect(till.drafts.save('refund', {})).rejects.toMatchObject({ code: 'till-closed' })
    await expect(till.drafts.read('refund')).rejects.toMatchObject({ code: 'till-closed' })
    await expect(till.drafts.drop('refund')).rejects.toMatchObject({ code: 'till-closed' })
  })
})
