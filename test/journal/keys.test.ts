import { afterEach, describe, expect, it } from 'vitest'
import { openJournal } from '../../src/journal/journal.js'
import { openReplayJournal } from '../../src/journal/replay-journal.js'
import { freshName, openRaw } from '../support/journals.js'
import { createShelf, ring } from '../support/lives.js'
import { refundOf } from '../support/models.js'

const shelf = createShelf()
afterEach(shelf.closeAll)

async function loseKeys(name: string, ...others: string[]): Promise<void> {
  const raw = await openRaw(name)
  for (const table of ['keys', ...others]) await raw.table(table).clear()
  raw.close()
}

describe('a till whose keys are gone', () => {
  it('is not opened with new ones, under which the same refund would be kept a second time', async () => {
    const name = freshName()
    const journal = await shelf.open(name)
    await ring(journal, 'refund', refundOf('A'), { id: 'first', guard: { limits: {} } })
    journal.close()
    await loseKeys(name)
    const refusal = await openJournal(name).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ name: 'KeysLost', code: 'keys-lost' })
    expect(String(refusal)).toMatch('keys are missing')
    await expect(openReplayJournal(name)).rejects.toMatchObject({ code: 'keys-lost' })
    const raw = await openRaw(name)
    expect(await raw.table('keys').count()).toBe(0)
    expect(await raw.table('entries').count()).toBe(1)
    raw.close()
  })

  it.each(['entries', 'bodies'])(
    'is not opened while it holds anything, though its %s are gone too',
    async (table) => {
      const name = freshName()
      const journal = await shelf.open(name)
      await ring(journal, 'refund', refundOf('A'))
      journal.close()
      await loseKeys(name, table)
      await expect(openJournal(name)).rejects.toMatchObject({ code: 'keys-lost' })
    },
  )

  it('gets new ones where it holds nothing, and two tabs that open it at once get the same', async () => {
    const name = freshName()
    const first = await shelf.open(name)
    first.close()
    await loseKeys(name)
    const [one, other] = await Promise.all([shelf.open(name), shelf.open(name)])
    await ring(one, 'refund', refundOf('A'), { id: 'told' })
    await expect(ring(other, 'refund', refundOf('A'), { guard: { limits: {} } })).rejects.toMatchObject({
      code: 'duplicate',
      id: 'told',
    })
  })
})
