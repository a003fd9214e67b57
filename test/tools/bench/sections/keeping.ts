import { contenderNames, peers, type ContenderName } from '../contenders.js'
import { limitMs } from '../limit.js'
import type { Scene } from '../stage.js'
import { mean, median, quantile, ratioOf } from '../stats.js'
import { noteLongestTask, play, type Bench, type Section } from './section.js'

const warmUps = 30
const keptEach = 300
const keptEachSlowed = 100
const burst = 1_000
const pairsOfTurns = 12

export const keepingTitles = {
  median: 'ring up, median',
  alike: 'ring up, the same rows past the library, median',
  byDexie: 'ring up, the same rows by Dexie alone, median',
  beside: 'ring up by turns, median',
  bare: 'ring up by turns with nothing kept beside the database, median',
  besideMean: 'ring up by turns, mean',
  bareMean: 'ring up by turns with nothing kept beside the database, mean',
  p95: 'ring up, 95th percentile',
  p99: 'ring up, 99th percentile',
  strict: 'ring up, every commit strict, median',
  number: 'take a receipt’s number, median',
  task: 'longest task, ring up one after the other',
  burst: 'ring up 1,000 at once, until the last is kept',
  burstTask: 'longest task, ring up 1,000 at once',
}

const titles = keepingTitles

export const keeping: Section = {
  name: 'keeping',
  title: 'Ringing up',
  means: `A refund of a kilobyte and a half with issuer, payments and a receipt’s number, from the call until it is kept as far as the contender promises; ${keptEach} one after the other (${keptEachSlowed} on the slowed machine). The numbers of ours are taken by \`till.receipt\` before the clock starts; what that costs, the row of the number shows. Ours and the floor commit strictly. Workbox and RxDB do not, and @tanstack/offline-transactions does not even wait for the commit; in the row that says so every commit of theirs is made strict from outside. **With nothing kept beside the database**: in one page ours takes on at least ${keptEach / 2}, and as many as fill three times 0.8 seconds, as usual and then while witness and mirror are held back, by turns, ${pairsOfTurns} of each. The median is what an operation takes; what is kept beside follows once in 0.8 seconds, so that only the mean holds all that it costs one who never rests. Of the means that of the pair in the middle is told, since a machine that wavers slows one turn of a pair or the other. **The same rows**: what ours writes and asks for one refund, with its indexes, made ready beforehand and asked of IndexedDB directly; no code can store these rows in less time. **By Dexie alone**: the same by Dexie’s own words, without any code of ours. **1,000 at once**: with numbers of the host’s; the floor has a transaction for each.`,
  rows: Object.values(titles).map((title) => ({ title, unit: 'ms' })),
  cast(setting) {
    if (setting === 'leveldb') return contenderNames
    return setting === 'sqlite' || setting === 'slowed'
      ? ['counterfoil', 'raw', 'tanstack', 'rxdb']
      : ['counterfoil', 'raw']
  },
  async play(name, bench) {
    const { table, round, setting, say } = bench
    const isWhole = setting.engine === 'chromium' && setting.name !== 'slowed'
    const next = warmUps + countOf(bench)
    await play(name, bench, async (scene) => {
      const { numbered, taken } = await keepEach(bench, scene)
      if (numbered.length > 0) table.note(titles.number, name, round, median(numbered.slice(warmUps)))
      table.note(titles.median, name, round, median(taken))
      if (name === 'counterfoil' && isWhole)
        for (const row of [titles.alike, titles.byDexie]) table.note(row, name, round, median(taken))
      table.note(titles.p95, name, round, quantile(taken, 0.95))
      table.note(titles.p99, name, round, quantile(taken, 0.99))
      await noteLongestTask(titles.task, name, bench, scene)
      if (!isRelaxed(name)) table.note(titles.strict, name, round, median(taken))
      await scene.call('longestTask')
      table.note(titles.burst, name, round, await scene.call('keepBurst', next, burst))
      await noteLongestTask(titles.burstTask, name, bench, scene)
      if (name === 'raw' && isWhole) {
        const { directly, byDexie } = await scene.call('keepAlike', next)
        table.note(titles.alike, name, round, median(directly.slice(warmUps)))
        table.note(titles.byDexie, name, round, median(byDexie.slice(warmUps)))
      }
      say(`${name} keeps one in ${median(taken).toFixed(2)} ms`)
    })
    if (isRelaxed(name)) await playStrictly(name, bench)
    if (name === 'counterfoil') await playInTurns(bench)
  },
}

const isRelaxed = (name: ContenderName) => peers.some((peer) => peer === name)

async function playStrictly(name: ContenderName, bench: Bench): Promise<void> {
  const { taken } = await play(name, bench, (scene) => keepEach(bench, scene), { isStrict: true })
  bench.table.note(titles.strict, name, bench.round, median(taken))
  bench.say(`${name} keeps one strictly in ${median(taken).toFixed(2)} ms`)
}

/** In one page and one database, by turns: the figures of two pages differ by more than what is asked. */
async function playInTurns(bench: Bench): Promise<void> {
  const name = 'counterfoil'
  const count = Math.ceil(countOf(bench) / 2)
  const { usual, bare } = await play(name, bench, async ({ call }) => {
    await call('opened')
    return call('keepInTurns', 0, pairsOfTurns, count)
  })
  const note = (title: string, ms: number) => {
    bench.table.note(title, name, bench.round, ms)
  }
  const [usualMs, bareMs] = [median(usual.flat()), median(bare.flat())]
  note(titles.beside, usualMs)
  note(titles.bare, bareMs)
  const bareMeans = bare.map(mean)
  const times = ratioOf(usual.map(mean), bareMeans)?.median ?? NaN
  note(titles.besideMean, median(bareMeans) * times)
  note(titles.bareMean, median(bareMeans))
  bench.say(
    `${name} keeps one in ${usualMs.toFixed(2)} ms by turns, ${bareMs.toFixed(2)} with nothing beside; by the mean ${times.toFixed(3)} times as long`,
  )
}

/** A till that is slowed takes six times as long over each. */
const countOf = ({ setting }: Bench) => (setting.name === 'slowed' ? keptEachSlowed : keptEach)

/** How long each number took, where they are taken apart, and how long each was kept. */
async function keepEach(bench: Bench, { call }: Scene): Promise<{ numbered: number[]; taken: number[] }> {
  const count = countOf(bench)
  await call('opened')
  const numbered = await call('ready', 0, warmUps + count)
  await call('keepEach', 0, warmUps, limitMs)
  await call('longestTask')
  return { numbered, taken: await call('keepEach', warmUps, count, limitMs) }
}
