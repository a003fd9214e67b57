import { peers, type ContenderName } from '../contenders.js'
import { limitMs } from '../limit.js'
import { playScene, type Scene } from '../stage.js'
import { median, quantile } from '../stats.js'
import type { Bench, Section } from './section.js'

const warmUps = 30
const keptEach = 300
const burst = 1_000

const rows = {
  median: 'ring up, median',
  alike: 'ring up, the same rows past the library, median',
  byDexie: 'ring up, the same rows by Dexie alone, median',
  p95: 'ring up, 95th percentile',
  p99: 'ring up, 99th percentile',
  strict: 'ring up, every commit strict, median',
  burst: 'ring up 1,000 at once',
}

export const keeping: Section = {
  name: 'keeping',
  title: 'Ringing up',
  means: `A refund of a kilobyte and a half, from the call until it is kept as far as the contender promises; ${keptEach} one after the other. Ours and the floor commit strictly. Workbox and RxDB do not, and @tanstack/offline-transactions does not even wait for the commit; in the row that says so every commit of theirs is made strict from outside. **The same rows**: what ours writes and asks for one refund, with its indexes, made ready beforehand and asked of IndexedDB directly; no code can store these rows in less time. **By Dexie alone**: the same by Dexie’s own words, without any code of ours.`,
  rows: [
    { title: rows.median, unit: 'ms' },
    { title: rows.alike, unit: 'ms' },
    { title: rows.byDexie, unit: 'ms' },
    { title: rows.p95, unit: 'ms' },
    { title: rows.p99, unit: 'ms' },
    { title: rows.strict, unit: 'ms' },
    { title: rows.burst, unit: 'per second' },
  ],
  async play(name, bench) {
    const { service, table, round } = bench
    await playScene(name, service, async (scene) => {
      const taken = await keepEach(scene)
      table.note(rows.median, name, round, median(taken))
      if (name === 'counterfoil')
        for (const row of [rows.alike, rows.byDexie]) table.note(row, name, round, median(taken))
      table.note(rows.p95, name, round, quantile(taken, 0.95))
      table.note(rows.p99, name, round, quantile(taken, 0.99))
      if (!isRelaxed(name)) table.note(rows.strict, name, round, median(taken))
      const burstMs = await scene.call('keepBurst', warmUps + keptEach, burst)
      table.note(rows.burst, name, round, (burst / burstMs) * 1_000)
      if (name === 'raw') {
        const { directly, byDexie } = await scene.call('keepAlike', warmUps + keptEach)
        table.note(rows.alike, name, round, median(directly.slice(warmUps)))
        table.note(rows.byDexie, name, round, median(byDexie.slice(warmUps)))
      }
      bench.say(`${name} keeps one in ${median(taken).toFixed(2)} ms`)
    })
    if (isRelaxed(name)) await playStrictly(name, bench)
  },
}

const isRelaxed = (name: ContenderName) => peers.some((peer) => peer === name)

async function playStrictly(name: ContenderName, { service, table, round, say }: Bench): Promise<void> {
  const taken = await playScene(name, service, keepEach, { isStrict: true })
  table.note(rows.strict, name, round, median(taken))
  say(`${name} keeps one strictly in ${median(taken).toFixed(2)} ms`)
}

async function keepEach({ call }: Scene): Promise<number[]> {
  await call('opened')
  await call('keepEach', 0, warmUps, limitMs)
  return call('keepEach', warmUps, keptEach, limitMs)
}
