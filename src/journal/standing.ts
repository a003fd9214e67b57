import { Dexie } from 'dexie'
import type { LimitStanding } from '../decide/limits.js'
import { changeSum } from '../domain/money.js'
import type { Database } from './database.js'
import { finiteOf, readTally, unresolved } from './tally.js'

/** What is unresolved, as far as limits ask: in all, for each of some cards, and since when. */
export async function readStanding(database: Database, cards: readonly string[]): Promise<LimitStanding> {
  const [counted, oldest, amounts] = await Promise.all([
    readTally(database),
    findOldest(database),
    Promise.all(cards.map(async (card) => [card, await sumOfCard(database, card)] as const)),
  ])
  return {
    total: counted.amount,
    count: unresolved.reduce((sum, state) => sum + counted[state], 0),
    byCard: new Map(amounts),
    ...(oldest !== undefined && { oldestAt: oldest }),
  }
}

/** When the oldest of what is unresolved was rung up. */
async function findOldest({ entries }: Database): Promise<number | undefined> {
  const firsts = await Promise.all(
    unresolved.map((state) =>
      entries.where('[state+place]').between([state, Dexie.minKey], [state, Dexie.maxKey]).first(),
    ),
  )
  const times = firsts.flatMap((row) => row?.createdAt ?? [])
  return times.length > 0 ? Math.min(...times) : undefined
}

/** Whoever is unresolved holds the lane of each card, so the lane tells what a card carries. */
async function sumOfCard({ entries }: Database, card: string): Promise<string> {
  const rows = await entries.where('lanes').equals(card).toArray()
  return changeSum(
    '0',
    rows.flatMap(({ amount }) => finiteOf(amount)),
    [],
  )
}
