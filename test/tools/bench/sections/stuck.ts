import type { ContenderName } from '../contenders.js'
import { median } from '../stats.js'
import { find, play, type Bench, type Section } from './section.js'

const waiting = 100_000
const stuck = 1_000
const claimed = 100

export const stuckTitles = {
  free: 'claim the next with none stuck, median',
  freeFirst: 'the first claim with none stuck',
  stuck: 'claim the next with 1,000 cards stuck, median',
  stuckFirst: 'the first claim with 1,000 cards stuck',
}

export const stuckLanes: Section = {
  name: 'stuck',
  title: 'With cards stuck',
  means: `A hundred thousand wait. In front of them, on a thousand cards, the first operation is parked, because the service refused it, and the one that waits behind it on the same card is the first in line. A claim as above, ${claimed} one after the other. The first claim meets all thousand at once and puts them aside, each for as long as its card is stuck; the later ones do not meet them again. In a till that runs, each is met and put aside once, by whichever claim comes to it. **The floor** has no cards: it claims by a cursor and one strict put, and its figure stands in both rows.`,
  rows: Object.values(stuckTitles).map((title) => ({ title, unit: 'ms' })),
  cast: (setting) => (setting === 'leveldb' ? ['counterfoil', 'raw'] : []),
  async play(name, bench) {
    if (name === 'raw') {
      const [, ...rest] = await claim(name, bench, 0)
      for (const title of [stuckTitles.free, stuckTitles.stuck])
        bench.table.note(title, name, bench.round, median(rest))
      return
    }
    for (const isStuck of bench.shuffle([true, false])) {
      const [first = NaN, ...rest] = await claim(name, bench, isStuck ? stuck : 0)
      const [title, titleOfFirst] = isStuck
        ? [stuckTitles.stuck, stuckTitles.stuckFirst]
        : [stuckTitles.free, stuckTitles.freeFirst]
      bench.table.note(title, name, bench.round, median(rest))
      bench.table.note(titleOfFirst, name, bench.round, first)
      bench.say(`${name} claims one in ${median(rest).toFixed(2)} ms${isStuck ? ' with cards stuck' : ''}`)
    }
  },
}

async function claim(name: ContenderName, bench: Bench, stuck: number): Promise<number[]> {
  const from = await find(name, bench, { waiting, ...(stuck > 0 && { stuck }) })
  if (from === undefined) throw new Error(`${waiting} were never laid in`)
  return play(name, bench, ({ call }) => call('claim', claimed), { from, isOpened: false })
}
