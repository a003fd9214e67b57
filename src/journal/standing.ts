import type { LimitStanding } from '../decide/limits.js'
import { changeSum } from '../domain/money.js'
import type { Database } from './database.js'
import { finiteOf, readTally, unresolved } from './tally.js'

/** What is unresolved, as far as limits ask: in all, for each of some cards, and since when. */
export async function readStanding(database: Database, cards: readonly string[]): Promise<LimitStanding> {
  const [counted, oldest, amounts] = await Promise.all([
    readTally(database),
    database.entries.orderBy('waitingSince').first(),
    Promise.all(cards.map(async (card) => [card, await sumOfCard(database, card)] as const)),
  ])
  return {
    total: counted.amount,
    count: unresolved.reduce((sum, state) => sum + counted[state], 0),
    byCard: new Map(amounts),
    ...(oldest?.waitingSince !== undefined && { oldestAt: oldest.waitingSince }),
  }
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
