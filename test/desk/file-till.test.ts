import { describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import { createFileTill } from '../../src/desk/file-till.js'
import { createFinder } from '../../src/desk/finder.js'
import { createVoice } from '../../src/desk/voice.js'

const entryOf = (index: number, state: string, card = `900${index}`): ListedEntry =>
  ({
    id: `e${index}`,
    kind: 'refund',
    state,
    ...(state === 'parked' && { reason: 'rejected' }),
    cards: [`••••${card.slice(-2)}`],
    request: {
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
      StoredValueCardReceipt: { SenderData: { Number: index } },
    },
    history: [],
    createdAt: new Date(1_000 * index),
  }) as unknown as ListedEntry

const entries = Array.from({ length: 70 }, (_, index) =>
  entryOf(index, index % 7 === 0 ? 'parked' : 'queued'),
)
const till = createFileTill(entries)
const idsOf = async (...given: Parameters<typeof till.entries>) =>
  (await till.entries(...given)).map(({ id }) => id)

describe('a file as a till', () => {
  it('lists entries newest first, a page at a time', async () => {
    const first = await idsOf()
    expect(first).toHaveLength(50)
    expect(first[0]).toBe('e69')
    expect(await idsOf({ after: first.at(-1) ?? '' })).toEqual(
      Array.from({ length: 20 }, (_, index) => `e${19 - index}`),
    )
  })

  it('narrows by state, kind, card and time', async () => {
    expect(await idsOf({ state: 'parked', limit: 2 })).toEqual(['e63', 'e56'])
    expect(await idsOf({ kind: 'associate' })).toEqual([])
    expect(await idsOf({ card: '90012' })).toEqual(['e12'])
    expect(await idsOf({ since: new Date(3_000), until: new Date(4_000) })).toEqual(['e4', 'e3'])
  })

  it('counts every state, and knows an entry by its id', async () => {
    expect(till.status.value.counts).toEqual({ queued: 60, sending: 0, settled: 0, parked: 10, voided: 0 })
    expect((await till.entry('e12'))?.id).toBe('e12')
    expect(await till.entry('nobody')).toBe(undefined)
  })
})

describe('the search of a file', () => {
  const voice = createVoice('en', 'EUR')
  const find = (text: string) => createFinder(entries, () => voice)(text).map(({ id }) => id)

  it('wants every word, in the file’s own text or in the words that are shown', () => {
    expect(find('refused SERVICE')).toHaveLength(10)
    expect(find('needs attention e63')).toEqual(['e63'])
    expect(find('rejected e12')).toEqual([])
  })

  it('reads #12 as a receipt number, and dots before a card’s last digits as no part of them', () => {
    expect(find('#12')).toEqual(['e12'])
    expect(find('…0012')).toEqual(['e12'])
    expect(find('••••0012')).toEqual(['e12'])
  })
})
