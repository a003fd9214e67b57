import type { ContenderName } from '../contenders.js'
import { playScene } from '../stage.js'
import { median } from '../stats.js'
import type { Bench, Section } from './section.js'

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
  means: `A hundred thousand wait. A thousand cards are stuck in front of them: the first operation of each was refused by the service and needs a person, and what waits behind it on the same card is the first in line. A claim as above, ${claimed} one after the other. The first claim meets all thousand at once and puts them aside, each for as long as its card is stuck; the later ones do not meet them again. In a till that runs, each is met and put aside once, by whichever claim comes to it.`,
  rows: Object.values(stuckTitles).map((title) => ({ title, unit: 'ms' })),
  async play(name, bench) {
    if (name !== 'counterfoil') return
    for (const isStuck of bench.shuffle([true, false])) await playClaims(name, bench, isStuck)
  },
}

async function playClaims(name: ContenderName, bench: Bench, isStuck: boolean): Promise<void> {
  const { profiles, service, table, round, say } = bench
  const from = await profiles.find(name, { waiting, ...(isStuck && { stuck }) })
  if (from === undefined) throw new Error(`${waiting} were never laid in`)
  const start = { from, isOpened: false }
  const [first = NaN, ...rest] = await playScene(name, service, ({ call }) => call('claim', claimed), start)
  table.note(isStuck ? stuckTitles.stuckFirst : stuckTitles.freeFirst, name, round, first)
  table.note(isStuck ? stuckTitles.stuck : stuckTitles.free, name, round, median(rest))
  say(`${name} claims one in ${median(rest).toFixed(2)} ms${isStuck ? ' with cards stuck' : ''}`)
}
