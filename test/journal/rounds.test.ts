import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { decide } from '../../src/decide/decide.js'
import { claimAll, createShelf, outcomes, ring, start } from '../support/lives.js'
import { senderKey } from '../../src/domain/receipt.js'
import { refundOf } from '../support/models.js'

/** What one writing transaction asked of the database, and in how many rounds: a round waits for the one before. */
interface Asked {
  requests: number
  rounds: number
  isAnswered: boolean
}

const asked = new Map<IDBTransaction, Asked>()

const methods = [
  'add',
  'put',
  'get',
  'getAll',
  'getAllKeys',
  'getKey',
  'count',
  'delete',
  'openCursor',
] as const
const indexMethods = [
  'get',
  'getAll',
  'getAllKeys',
  'getKey',
  'count',
  'openCursor',
  'openKeyCursor',
] as const

function watch(prototype: object, names: readonly string[]): void {
  for (const name of names) {
    const method = Reflect.get(prototype, name) as (...words: unknown[]) => IDBRequest
    vi.spyOn(prototype as Record<string, typeof method>, name).mockImplementation(function (
      this: IDBObjectStore | IDBIndex,
      ...words
    ) {
      const request = method.apply(this, words)
      note('objectStore' in this ? this.objectStore.transaction : this.transaction, request)
      return request
    })
  }
}

function note(transaction: IDBTransaction, request: IDBRequest): void {
  if (transaction.mode !== 'readwrite') return
  const one = asked.get(transaction) ?? { requests: 0, rounds: 0, isAnswered: true }
  asked.set(transaction, one)
  one.requests += 1
  if (one.isAnswered) one.rounds += 1
  one.isAnswered = false
  request.addEventListener('success', () => {
    one.isAnswered = true
  })
}

const shelf = createShelf()

beforeAll(() => {
  watch(IDBObjectStore.prototype, methods)
  watch(IDBIndex.prototype, indexMethods)
})
afterAll(() => {
  vi.restoreAllMocks()
})
afterEach(shelf.closeAll)

const listAsked = () => [...asked.values()].map(({ requests, rounds }) => ({ requests, rounds }))
const numbered = (card: string, Number: number) => ({
  ...refundOf(card),
  StoredValueCardReceipt: { Total: 10, SenderData: { Shop: 'S01', Terminal: 'T1', Number } },
})

it('saving a refund is one transaction of few requests, in one round', async () => {
  const journal = await shelf.open()
  const taking = {
    sender: senderKey(numbered('A', 1).StoredValueCardReceipt),
    shop: 'S01',
    terminal: 'T1',
    takenAt: start,
  }
  const take = () => journal.takeNumber(taking)
  await ring(journal, 'refund', numbered('A', await take()))
  const number = await take()
  asked.clear()
  await ring(journal, 'refund', numbered('B', number))
  expect(listAsked()).toEqual([{ requests: 4, rounds: 1 }])
})

it('where limits are set, it is one round as well', async () => {
  const journal = await shelf.open()
  const guard = { limits: { total: 1_000, perCard: 100, count: 50, ageHours: 24 } }
  await ring(journal, 'refund', refundOf('A'), { guard })
  // The tally is moved on after the first.
  await journal.count()
  asked.clear()
  await ring(journal, 'refund', refundOf('B'), { guard })
  expect(listAsked()).toEqual([{ requests: 7, rounds: 1 }])
})

it('a turn that ends one refund and takes the next is one transaction', async () => {
  const journal = await shelf.open()
  for (const card of ['A', 'B', 'C']) await ring(journal, 'refund', refundOf(card))
  const { run, claimed } = await claimAll(journal, start, 1)
  const turn = (ticket = claimed[0]?.ticket) => {
    if (!ticket) throw new Error('nothing was claimed')
    const decisions = [
      decide(ticket, outcomes.acknowledged, { policy: { replay: {} }, now: start, random: 0 }),
    ]
    return journal.turn({ policy: { replay: {} }, run, decisions, slots: 1, now: start })
  }
  const { claimed: next } = await turn()
  asked.clear()
  await turn(next[0]?.ticket)
  expect(listAsked()).toEqual([{ requests: 13, rounds: 1 }])
})
