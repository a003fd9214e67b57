import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import { openVault } from '../../src/journal/seal/vault.js'
import { freshName, openRaw } from '../support/journals.js'
import { conclude, outcomes, ring, start, who } from '../support/lives.js'
import { refundOf } from '../support/models.js'

let journal: TillJournal
let name: string
let run: number
let opened: number

beforeEach(async () => {
  opened = 0
  name = freshName()
  journal = await openJournal(name, {
    async openVault(database) {
      const vault = await openVault(database)
      return {
        ...vault,
        open: async (label, sealed) => {
          const text = await vault.open(label, sealed)
          opened += 1
          return text
        },
      }
    },
  })
  run = (await journal.begin(start)).number
})

afterEach(() => {
  journal.close()
})

/** Claims up to four, and lets the run see who comes next. */
async function claimAndLookAhead(cards: readonly string[]): Promise<string[]> {
  for (const card of cards) await ring(journal, 'refund', refundOf(card), { id: card })
  const first = await claimFour()
  await expect.poll(() => opened).toBe(cards.length)
  return first
}

async function claimFour(): Promise<string[]> {
  const { claimed } = await journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 4, now: start })
  return claimed.map(({ ticket }) => ticket.id)
}

describe('who was seen coming', () => {
  it('goes next, and nothing is opened twice for it', async () => {
    expect(await claimAndLookAhead(['1', '2', '3', '4', '5', '6', '7', '8'])).toEqual(['1', '2', '3', '4'])
    expect(await claimFour()).toEqual(['5', '6', '7', '8'])
    expect(opened).toBe(8)
  })

  it('and was voided since does not go, but whoever stands behind', async () => {
    await claimAndLookAhead(['1', '2', '3', '4', '5', '6', '7', '8', '9'])
    for (const id of ['5', '6', '7']) await journal.act(id, { tag: 'void', ...who }, start)
    expect(await claimFour()).toEqual(['8', '9'])
  })

  it('and stands behind another waits for it, whoever asks and how often', async () => {
    const { claimed } = await claimOne()
    await expect.poll(() => opened).toBe(3)
    expect(await claimFour()).toEqual(['2'])
    expect(await claimFour()).toEqual([])
    await conclude(journal, { run, claimed }, outcomes.acknowledged)
    expect(await claimFour()).toEqual(['3'])
  })

  it('goes with its own body, though its row was altered to bear the end of another’s history', async () => {
    const ids = Array.from({ length: 48 }, (_, index) => `card-${index}`)
    for (const id of ids) await ring(journal, 'refund', refundOf(id), { id })
    const raw = await openRaw(name)
    const rows = raw.table<{ head: string }>('entries')
    const [pattern] = await rows.where('id').equals('card-30').toArray()
    await rows
      .where('id')
      .equals('card-40')
      .modify({ head: pattern?.head ?? '' })
    raw.close()
    const bodies = new Map<string, string>()
    for (let turn = 0; turn < 12; turn += 1) {
      const { claimed } = await journal.turn({
        policy: { replay: {} },
        run,
        decisions: [],
        slots: 4,
        now: start,
      })
      for (const one of claimed) if ('body' in one) bodies.set(one.ticket.id, one.body)
      // A look that was begun has come to its end by then.
      await journal.list({ limit: 40 })
    }
    expect(bodies.size).toBe(48)
    expect(ids.filter((id) => !bodies.get(id)?.includes(`"${id}"`))).toEqual([])
  })

  /** One card with two operations, and another card's. */
  async function claimOne() {
    for (const [id, card] of [
      ['1', 'A'],
      ['3', 'A'],
      ['2', 'B'],
    ] as const) {
      await ring(journal, 'refund', refundOf(card), { id })
    }
    return journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 1, now: start })
  }
})
