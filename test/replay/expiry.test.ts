import { describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import type { Vault } from '../../src/journal/seal/vault.js'
import type { BodyRow } from '../../src/journal/store/rows.js'
import { freshName, openRaw } from '../support/journals.js'
import { dayMs, eraseExpired, hourMs, ring, sendAll } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { reply } from '../support/replay.js'
import { plainVault } from '../support/vault.js'
import { openWorld, type World, type WorldOptions } from '../support/world.js'

const start = Date.parse('2026-03-02T08:00:00Z')
const AuthorizationCode = '4711'
const again = { tag: 'send-again', by: 'Ada', reason: 'the clock was wrong' } as const

/** A till that sends nothing older than two days, and that has been used for a day. */
async function openAged(options: WorldOptions = {}) {
  const till = await openWorld({ startAt: start, policy: { replay: {}, ageMsMax: 2 * dayMs }, ...options })
  await till.wake()
  await till.wakeLater(dayMs)
  return till
}

const withSecret = {
  ...refundOf('A'),
  StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A', AuthorizationCode }],
}

/** Rings up, with no line to the service, a refund that has a secret. */
function refundOffline(till: World): Promise<string> {
  till.goOffline()
  return till.append('refund', withSecret)
}

async function hasSecret({ journal }: World, id: string): Promise<boolean> {
  return JSON.stringify((await journal.find(id))?.request).includes(AuthorizationCode)
}

describe('what waits at a till that starts once with a wrong clock', () => {
  it.each([3, 5, 3_650])('is parked with its secrets, and can be sent again: %s days ahead', async (days) => {
    const till = await openAged()
    const id = await refundOffline(till)
    await till.wake()
    till.clock.set(days * dayMs)
    await till.wake()
    await till.wakeLater()
    expect(await till.stateOf(id)).toBe('parked/expired')
    till.clock.set(-days * dayMs)
    await till.wakeLater()
    await till.wakeLater(dayMs)
    expect(await hasSecret(till, id)).toBe(true)
    expect(await till.journal.find(id)).not.toHaveProperty('isBare')
    await till.journal.act(id, again, till.clock.now())
    till.goOnline()
    await till.wakeLater()
    expect(await till.stateOf(id)).toBe('settled')
    expect(till.transport.sent.map(({ body }) => body.includes(AuthorizationCode))).toEqual([true])
  })

  it('keeps them also where the service told its time, and the clock stays wrong for days', async () => {
    const tell = () => new Date(start + till.clock.ticks()).toUTCString()
    const till = await openAged({ answer: () => reply(200, '{"TransactionID":1}', { date: tell() }) })
    const sellAnother = async (card: string) => {
      await till.append('refund', refundOf(card))
      await till.wake()
      await till.wake()
    }
    await sellAnother('B')
    const id = await refundOffline(till)
    till.clock.set(3_650 * dayMs)
    till.goOnline()
    for (const card of ['C', 'D', 'E']) {
      await sellAnother(card)
      till.clock.advance(dayMs)
    }
    expect(await till.stateOf(id)).toBe('parked/expired')
    expect(await hasSecret(till, id)).toBe(true)
  })
})

describe('what has truly waited too long', () => {
  it('loses its secrets once that has been counted for certain', async () => {
    const till = await openAged()
    const id = await refundOffline(till)
    till.clock.advance(2 * dayMs + hourMs)
    for (let day = 0; day < 6; day += 1) {
      await till.wakeLater(dayMs)
      expect(await till.stateOf(id)).toBe('parked/expired')
      expect(await hasSecret(till, id), `day ${day}`).toBe(true)
    }
    await till.wakeLater(dayMs)
    expect(await hasSecret(till, id)).toBe(false)
    expect(await till.journal.find(id)).toMatchObject({ state: 'parked', reason: 'expired', isBare: true })
    await expect(till.journal.act(id, again, till.clock.now())).rejects.toMatchObject({
      params: { reason: 'secrets-erased' },
    })
    expect(await till.journal.verify()).toMatchObject({ isIntact: true })
  })

  it('keeps them for as long anew after a person has sent it again', async () => {
    const till = await openAged()
    const id = await refundOffline(till)
    for (let day = 0; day < 6; day += 1) await till.wakeLater(dayMs)
    await till.journal.act(id, again, till.clock.now())
    for (let day = 0; day < 5; day += 1) await till.wakeLater(dayMs)
    expect(await till.stateOf(id)).toBe('parked/expired')
    expect(await hasSecret(till, id)).toBe(true)
  })

  it('is not sent without them where a person sends it again beside the erasing', async () => {
    const erase = { run: (): Promise<void> => Promise.resolve() }
    const vault: Vault = {
      ...plainVault,
      // What is decided gets its hash before the transaction that records it.
      mark: async (text) => {
        if (text.includes('send-again')) await erase.run()
        return plainVault.mark(text)
      },
    }
    const journal = await openJournal(freshName(), { openVault: () => Promise.resolve(vault) })
    const { id } = await ring(journal, 'refund', withSecret)
    await sendAll(journal, 'expired')
    erase.run = () => eraseExpired(journal)
    await expect(journal.act(id, again, 3)).rejects.toMatchObject({ params: { reason: 'secrets-erased' } })
    expect(await journal.find(id)).toMatchObject({ state: 'parked', reason: 'expired', isBare: true })
    journal.close()
  })

  it('is parked again where it stands in line without them', async () => {
    const till = await openAged()
    const id = await refundOffline(till)
    await till.append('refund', refundOf('B'), { id: 'other' })
    const raw = await openRaw(till.name)
    const { secret: _, ...body } = (await raw.table('bodies').get(id)) as BodyRow
    await raw.table('bodies').put(body)
    await raw.table('entries').where('id').equals(id).modify({ isBare: true })
    raw.close()
    till.goOnline()
    await till.wakeLater()
    expect(await till.statesOf(id, 'other')).toEqual(['parked/expired', 'settled'])
    expect(till.listSent()).toEqual(['other'])
    await expect(till.journal.act(id, again, till.clock.now())).rejects.toMatchObject({
      params: { reason: 'secrets-erased' },
    })
  })

  it('keeps nothing of what ended, whatever the limit', async () => {
    const till = await openAged()
    const id = await refundOffline(till)
    till.clock.advance(3 * dayMs + hourMs)
    await till.wake()
    await till.journal.act(id, { tag: 'void', by: 'Ada', reason: 'given up' }, till.clock.now())
    expect(await hasSecret(till, id)).toBe(false)
  })
})
