import type { Exposure } from '../decide/limits.js'
import { changeSum } from '../domain/money.js'
import type { Database } from './database.js'
import type { EntryRow } from './rows.js'
import { finiteOf, readTally, unresolved } from './tally.js'

type Counted = Pick<EntryRow, 'id' | 'amount'>

/** The sums of the unresolved entries that limits check, in total and per card; `without` is left out. */
export async function readExposure(
  database: Database,
  cards: readonly string[],
  without?: Counted,
): Promise<Exposure> {
  const [counted, oldest, amounts] = await Promise.all([
    readTally(database),
    database.entries.orderBy('waitingSince').first(),
    Promise.all(cards.map(async (card) => [card, await sumOfCard(database, card, without?.id)] as const)),
  ])
  return {
    total: changeSum(counted.amount, [], finiteOf(without?.amount)),
    count: unresolved.reduce((sum, state) => sum + counted[state], 0) - (without ? 1 : 0),
    byCard: new Map(amounts),
    ...(oldest?.waitingSince !== undefined && { oldestAt: oldest.waitingSince }),
  }
}

/** Every unresolved entry is in the lane of each of its cards, so the lane has the amounts of a card. */
async function sumOfCard({ entries }: Database, card: string, without?: string): Promise<string> {
  const rows = await entries.where('lanes').equals(card).toArray()
  return changeSum(
    '0',
    rows.flatMap(({ id, amount }) => (id === without ? [] : finiteOf(amount))),
    [],
  )
}
