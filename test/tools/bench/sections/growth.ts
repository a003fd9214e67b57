import type { ContenderName } from '../contenders.js'
import type { RowHead } from '../figures.js'
import { limitMs, withinLimit } from '../limit.js'
import { playScene, type Scene, type Service } from '../stage.js'
import { median } from '../stats.js'
import { isCutOff, isWorthARound, type Bench, type Section } from './section.js'

const sizes = [0, 1_000, 10_000, 100_000] as const
const warmUps = 30
const keptEach = 100
const countedEach = 20
const claimed = 100

const write = (size: number) => (size === 0 ? 'none' : size.toLocaleString('en'))

export const growthTitles = {
  look: (size: number) => `the browser’s own first look, with ${write(size)} waiting`,
  open: (size: number) => `open with ${write(size)} waiting`,
  load: (size: number) => `load the page and open with ${write(size)} waiting`,
  known: (size: number) => `open and know how many wait, with ${write(size)}`,
  keep: (size: number) => `ring up with ${write(size)} waiting, median`,
  count: (size: number) => `ring up and see it counted with ${write(size)} waiting, median`,
  claim: (size: number) => `claim the next with ${write(size)} waiting, median`,
}

const rows: RowHead[] = Object.values(growthTitles).flatMap((toTitle) =>
  sizes
    .filter((size) => size > 0 || toTitle !== growthTitles.claim)
    .map((size) => ({ title: toTitle(size), unit: 'ms' as const })),
)

export const growth: Section = {
  name: 'growth',
  title: 'With much waiting',
  means: `The line is down, and so many operations lie in a profile that has been used before; the browser has just started. **First look**: until a page that does nothing else gets the names of the databases; what the browser takes to open its own files, and a floor under every opening. **Open**, in a page that is loaded: ours until \`openTill\` resolves, the floor until its database is open, Workbox until its worker answers and has opened its database (of itself it does so when it is first used), @tanstack/offline-transactions until \`waitForInit\` resolves, RxDB until the collection is added. **Know how many wait**: from the same beginning until the right number is told, by the status of ours, a \`count()\` of the floor, Workbox’s \`size()\`, the others’ \`getPendingCount()\` and a live \`count()\`. **Ring up**: ${keptEach} one after the other; **and see it counted**: ${countedEach} more, until the same number has gone up; the status of ours looks at once and then rests for 200 ms, so that of one ring-up after the other it counts five a second. **Claim**: find the next, mark it durably as being sent and have its body at hand, ${claimed} one after the other; ours by a turn of the journal, as the replay makes it, the floor by a cursor and one strict put. What took longer than ten seconds is measured once.`,
  rows,
  async play(name, bench) {
    for (const size of bench.shuffle(sizes)) {
      if (isWorthARound(bench, growthTitles.open(size), name)) await playSize(name, size, bench)
      if (name === 'counterfoil' || name === 'raw') await playLook(name, size, bench)
      if (size > 0 && (name === 'counterfoil' || name === 'raw')) await playClaims(name, size, bench)
    }
  },
}

async function playSize(name: ContenderName, size: number, bench: Bench): Promise<void> {
  const { service, profiles, table, round, say } = bench
  const isBeyond = sizes.some((less) => less < size && isCutOff(bench, growthTitles.open(less), name))
  const from = isBeyond ? undefined : await profiles.find(name, { waiting: size })
  if (from === undefined) {
    noteCutOff(name, size, bench, isBeyond ? 'with fewer already' : 'never laid in')
    return
  }
  const start = { from, waiting: size }
  await playScene(
    name,
    service,
    async ({ call }) => {
      const opening = await withinLimit(call('opened'))
      if (!opening) {
        noteCutOff(name, size, bench, 'more than a minute to open')
        return
      }
      table.note(growthTitles.open(size), name, round, opening.openMs)
      table.note(growthTitles.load(size), name, round, opening.loadedMs)
      table.note(growthTitles.known(size), name, round, opening.countedMs)
      const kept = await call('keepEach', size, warmUps + keptEach, limitMs)
      const keptMs = median(kept.slice(warmUps))
      if (kept.length < warmUps + keptEach) {
        table.noteCutOff(growthTitles.keep(size), name, `${kept.length} in a minute`)
        table.noteCutOff(growthTitles.count(size), name, `${kept.length} rung up in a minute`)
        return
      }
      table.note(growthTitles.keep(size), name, round, keptMs)
      say(`${name} opens ${size} in ${opening.openMs.toFixed(0)} ms and keeps one in ${keptMs.toFixed(2)} ms`)
      const next = size + kept.length
      const counted = await call('keepAndCountEach', next, countedEach, next, limitMs)
      table.note(growthTitles.count(size), name, round, median(counted))
      if (name === 'counterfoil' && size === sizes[1] && round === 0)
        await assertDelivers(call, service, next + countedEach)
    },
    start,
  )
}

/** A contender that cannot be opened is not measured further. */
function noteCutOff(name: ContenderName, size: number, { table }: Bench, words: string): void {
  const { claim: _, look: __, ...titles } = growthTitles
  for (const toTitle of Object.values(titles)) table.noteCutOff(toTitle(size), name, words)
}

/** What was laid in is as good as rung up: the service gets every one of it. */
async function assertDelivers(call: Scene['call'], service: Service, waiting: number): Promise<void> {
  await service.count()
  service.set({ isDown: false, latencyMs: 0 })
  await call('deliver')
  const answered = await service.count()
  if (answered !== waiting) throw new Error(`${answered} were delivered of ${waiting} that were laid in`)
}

/** No contender opens faster than the browser does by itself, before any of its code runs. */
async function playLook(
  name: ContenderName,
  size: number,
  { profiles, service, table, round }: Bench,
): Promise<void> {
  const from = await profiles.find(name, { waiting: size })
  if (from === undefined) return
  const taken = await playScene(name, service, ({ call }) => call('look'), { from, isOpened: false })
  table.note(growthTitles.look(size), name, round, taken)
}

async function playClaims(name: ContenderName, size: number, bench: Bench): Promise<void> {
  const from = await bench.profiles.find(name, { waiting: size })
  if (from === undefined) return
  const taken = await playScene(name, bench.service, ({ call }) => call('claim', claimed), {
    from,
    isOpened: false,
  })
  bench.table.note(growthTitles.claim(size), name, bench.round, median(taken))
}
