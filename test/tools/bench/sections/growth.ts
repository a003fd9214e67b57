import { contenderNames, type ContenderName } from '../contenders.js'
import type { RowHead } from '../figures.js'
import { limitMs, withinLimit } from '../limit.js'
import type { Scene, Service } from '../stage.js'
import { median } from '../stats.js'
import { find, isCutOff, isWorthARound, noteLongestTask, play, type Bench, type Section } from './section.js'

const sizes = [0, 1_000, 10_000, 100_000] as const
const warmUps = 30
const keptEach = 100
const countedEach = 20
const claimed = 100
/** As our page calls it. */
const journalName = 'bench'

const write = (size: number) => (size === 0 ? 'none' : size.toLocaleString('en'))

export const growthTitles = {
  look: (size: number) => `the browser’s own first look, with ${write(size)} waiting`,
  open: (size: number) => `open with ${write(size)} waiting`,
  load: (size: number) => `load the page and open with ${write(size)} waiting`,
  known: (size: number) => `open and know how many wait, with ${write(size)}`,
  keep: (size: number) => `ring up with ${write(size)} waiting, median`,
  alike: (size: number) => `ring up, the same rows past the library with ${write(size)} waiting, median`,
  count: (size: number) => `ring up and see it counted with ${write(size)} waiting, median`,
  claim: (size: number) => `claim the next with ${write(size)} waiting, median`,
}

const most = sizes[3]
const elsewhere = sizes[2]

export const settledTitles = {
  open: `open with ${write(most)} settled`,
  load: `load the page and open with ${write(most)} settled`,
  look: `the browser’s own first look, with ${write(most)} settled`,
}

/** What an opening takes beyond what the browser takes by itself. */
export const beyondTitles = {
  none: 'open with none waiting, beyond the browser’s own first look',
  settled: `open with ${write(most)} settled, beyond the browser’s own first look`,
}

export const openingTaskTitle = `longest task, load the page and open with ${write(most)} waiting`

const rows: RowHead[] = [
  ...Object.values(growthTitles).flatMap((toTitle) => [
    ...sizes.filter((size) => size > 0 || toTitle !== growthTitles.claim).map(toTitle),
    ...(toTitle === growthTitles.look ? [settledTitles.look] : []),
    ...(toTitle === growthTitles.open ? [settledTitles.open, ...Object.values(beyondTitles)] : []),
    ...(toTitle === growthTitles.load ? [settledTitles.load] : []),
  ]),
  openingTaskTitle,
].map((title) => ({ title, unit: 'ms' as const }))

/** The budgets compare the least with the most; once, and in one setting, to see how figures grow in between. */
function sizesOf(name: ContenderName, { setting, round }: Bench): readonly number[] {
  // Laying in more takes minutes there.
  if (setting.engine !== 'chromium') return [0, elsewhere]
  const isOnce = setting.name === 'leveldb' && round === 0
  return isOnce && isBase(name) ? sizes : [0, most]
}

const isBase = (name: ContenderName) => name === 'counterfoil' || name === 'raw'

export const growth: Section = {
  name: 'growth',
  title: 'With much waiting',
  means: `The line is down, and so many operations wait in a profile that has been used before, a copy of it for each round; the browser has just started. **Settled**: as many have been delivered, and none waits. **First look**: until a page that does nothing else gets the names of the databases; what the browser takes to open its own files, and a floor under every opening: Chromium reads its list of files, which grows with all that was ever written in them. **Open**, in a page that is loaded: ours until \`openTill\` resolves, the floor until its database is open, Workbox until its worker answers and has opened its database (of itself it does so when it is first used), @tanstack/offline-transactions until \`waitForInit\` resolves, RxDB until the collection is added. **Know how many wait**: from the same beginning until the right number is told, by the status of ours, a \`count()\` of the floor, Workbox’s \`size()\`, the others’ \`getPendingCount()\` and a live \`count()\`. **Ring up**: ${keptEach} one after the other; **and see it counted**: ${countedEach} more, until the same number has gone up; the status of ours looks at once and then rests for 200 ms, so that of one ring-up after the other it counts five a second. The profile of ours has the copies beside the database that a till keeps of what waits. **The same rows**: what ours writes and asks for one refund, asked of IndexedDB directly, in our own journal with what waits in it. **Claim**: find the next, mark it durably as being sent and have its body at hand, ${claimed} one after the other; ours by a turn of the journal, as the replay makes it, the floor by a cursor and one strict put. What took longer than ten seconds is measured once, as are the peers, the sizes in between and what is seen counted.`,
  rows,
  cast: (setting, round) => (setting === 'leveldb' && round === 0 ? contenderNames : ['counterfoil', 'raw']),
  async play(name, bench) {
    const isInspected = isBase(name) && bench.setting.engine === 'chromium'
    for (const size of bench.shuffle(sizesOf(name, bench))) {
      if (isWorthARound(bench, growthTitles.open(size), name)) await playSize(name, size, bench)
      if (isInspected) await playLook(name, size, bench)
      if (size > 0 && isInspected) await playClaims(name, size, bench)
      if (name === 'counterfoil' && isInspected) await playAlike(size, bench)
    }
    if (name !== 'counterfoil' || !isInspected) return
    await playSettled(name, bench)
    noteBeyond(beyondTitles.none, growthTitles.open(0), growthTitles.look(0), bench)
    noteBeyond(beyondTitles.settled, settledTitles.open, settledTitles.look, bench)
  },
}

async function playSize(name: ContenderName, size: number, bench: Bench): Promise<void> {
  const { table, round, say } = bench
  const isBeyond = sizes.some((less) => less < size && isCutOff(bench, growthTitles.open(less), name))
  const from = isBeyond ? undefined : await find(name, bench, { waiting: size })
  if (from === undefined) {
    noteCutOff(name, size, bench, isBeyond ? 'with fewer already' : 'never laid in')
    return
  }
  const start = { from, waiting: size }
  await play(
    name,
    bench,
    async (scene) => {
      const { call } = scene
      const opening = await withinLimit(call('opened'))
      if (!opening) {
        noteCutOff(name, size, bench, 'more than a minute to open')
        return
      }
      table.note(growthTitles.open(size), name, round, opening.openMs)
      table.note(growthTitles.load(size), name, round, opening.loadedMs)
      table.note(growthTitles.known(size), name, round, opening.countedMs)
      if (size === most) await noteLongestTask(openingTaskTitle, name, bench, scene)
      await call('ready', size, warmUps + keptEach)
      const kept = await call('keepEach', size, warmUps + keptEach, limitMs)
      const keptMs = median(kept.slice(warmUps))
      if (kept.length < warmUps + keptEach) {
        table.noteCutOff(growthTitles.keep(size), name, `${kept.length} in a minute`)
        table.noteCutOff(growthTitles.count(size), name, `${kept.length} rung up in a minute`)
        return
      }
      table.note(growthTitles.keep(size), name, round, keptMs)
      if (name === 'counterfoil' && bench.setting.engine === 'chromium')
        table.note(growthTitles.alike(size), name, round, keptMs)
      say(`${name} opens ${size} in ${opening.openMs.toFixed(0)} ms and keeps one in ${keptMs.toFixed(2)} ms`)
      // Each takes a fifth of a second.
      if (bench.setting.name !== 'leveldb' || round > 0) return
      const next = size + kept.length
      const counted = await call('keepAndCountEach', next, countedEach, next, limitMs)
      table.note(growthTitles.count(size), name, round, median(counted))
      if (name === 'counterfoil' && size === sizes[1] && round === 0)
        await assertDelivers(call, bench.service, next + countedEach)
    },
    start,
  )
}

/** A contender that cannot be opened is not measured further. */
function noteCutOff(name: ContenderName, size: number, { table }: Bench, words: string): void {
  const { claim: _, look: __, alike: ___, ...titles } = growthTitles
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

/** Like a till whose operations have all been delivered. */
async function playSettled(name: ContenderName, bench: Bench): Promise<void> {
  const { table, round, say } = bench
  const from = await find(name, bench, { waiting: most, isSettled: true })
  if (from === undefined) return
  await play(
    name,
    bench,
    async ({ call }) => {
      const opening = await withinLimit(call('opened'))
      if (!opening) throw new Error('it took more than a minute to open')
      table.note(settledTitles.open, name, round, opening.openMs)
      table.note(settledTitles.load, name, round, opening.loadedMs)
      say(`${name} opens ${most} settled in ${opening.openMs.toFixed(0)} ms`)
    },
    { from },
  )
  const looked = await play(name, bench, ({ call }) => call('look'), { from, isOpened: false })
  table.note(settledTitles.look, name, round, looked)
}

function noteBeyond(title: string, open: string, look: string, { table, round }: Bench): void {
  const find = (of: string) => table.rows.find((row) => row.title === of)?.figures.get('counterfoil')?.[round]
  const [opened, looked] = [find(open), find(look)]
  if (opened !== undefined && looked !== undefined) table.note(title, 'counterfoil', round, opened - looked)
}

/** No contender opens faster than the browser does by itself, before any of its code runs. */
async function playLook(name: ContenderName, size: number, bench: Bench): Promise<void> {
  const from = await find(name, bench, { waiting: size })
  if (from === undefined) return
  const taken = await play(name, bench, ({ call }) => call('look'), { from, isOpened: false })
  bench.table.note(growthTitles.look(size), name, bench.round, taken)
}

async function playClaims(name: ContenderName, size: number, bench: Bench): Promise<void> {
  const from = await find(name, bench, { waiting: size })
  if (from === undefined) return
  const taken = await play(name, bench, ({ call }) => call('claim', claimed), { from, isOpened: false })
  bench.table.note(growthTitles.claim(size), name, bench.round, median(taken))
}

/** In our own journal with what waits in it: what no code could store faster there. */
async function playAlike(size: number, bench: Bench): Promise<void> {
  const from = await find('counterfoil', bench, { waiting: size })
  if (from === undefined) return
  const start = { from, isOpened: false }
  const { directly } = await play(
    'raw',
    bench,
    ({ call }) => call('keepAlike', warmUps + keptEach, journalName),
    start,
  )
  bench.table.note(growthTitles.alike(size), 'raw', bench.round, median(directly.slice(warmUps)))
}
