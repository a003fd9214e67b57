import { measureBundle, measureNeed, measureRooms, type RoomWeight } from './bundle.js'

const page = `import { openTill } from 'counterfoil/index.ts'; globalThis.openTill = openTill`
const worker = `import { installReplay } from 'counterfoil/worker.ts'; installReplay()`
const everything = ['dexie', 'ky', 'superstruct', 'workbox-window']

export interface Part {
  title: string
  code: string
  outside: readonly string[]
  /** Modules that are loaded when all else is, or only on an old journal, and do not count. */
  later?: readonly string[]
  /** What it is meant to come to, in bytes. */
  budget?: number
  /** What it may not exceed, in bytes: what it was when last looked at, and two per cent. Lower it with the size. */
  ceiling?: number
}

export const parts = [
  {
    title: 'page, beyond Dexie, Superstruct and workbox-window',
    code: page,
    outside: ['dexie', 'superstruct', 'workbox-window'],
    budget: 14_000,
    ceiling: 110_400,
  },
  {
    title: 'page, the same until it can ring up',
    code: page,
    outside: ['dexie', 'superstruct', 'workbox-window'],
    later: ['src/till/rest.ts', 'src/journal/migrate.ts'],
    budget: 14_000,
    ceiling: 38_300,
  },
  {
    title: 'worker, beyond Dexie and ky',
    code: worker,
    outside: ['dexie', 'ky'],
    budget: 12_000,
    ceiling: 49_700,
  },
  { title: 'page, beyond every dependency', code: page, outside: everything },
  { title: 'worker, beyond every dependency', code: worker, outside: everything },
  { title: 'page, all of it', code: page, outside: [] },
  { title: 'worker, all of it', code: worker, outside: [] },
] as const satisfies readonly Part[]

export type PartTitle = (typeof parts)[number]['title']

export interface Size {
  part: Part
  bytes: number
}

export function measureSizes(): Promise<Size[]> {
  return Promise.all(
    parts.map(async (part: Part) => ({
      part,
      bytes: await measureBundle(part.code, part.outside, part.later),
    })),
  )
}

/** What each room weighs in what a page loads first, in what it loads later, and in the worker. */
export async function weighRooms(): Promise<{ page: Rooms; worker: Rooms }> {
  const [, first, replaying] = parts
  return {
    page: await measureRooms(page, first.outside, first.later),
    worker: await measureRooms(worker, replaying.outside),
  }
}

type Rooms = Map<string, RoomWeight>

/** The modules of what only a desk asks of a page. */
const desk = {
  'files, hand-overs, copies, mirror':
    /src\/(journal\/transfer\/|till\/(transfer|copies|mirror|mirror-writer|bring-back)\.ts)/,
  'checkpoints and the audit': /src\/(journal\/(checkpoints|log)|till\/(signing|checkpoint))\.ts/,
  'the acts of attention': /src\/(till\/attention|journal\/queue\/act|decide\/act)\.ts/,
  'verifying the journal': /src\/journal\/views\/(verify|derived)\.ts/,
  'lists and search': /src\/journal\/views\/(read|receipts)\.ts/,
  'the day': /src\/(till|journal\/views|domain)\/day\.ts/,
}

/** What one part of the work needs, by the modules that do it. */
const needs: Record<'page' | 'worker', Record<string, RegExp>> = {
  page: {
    'sending, ky included': /src\/(replay\/|transport\/|till\/(engine|page-replayer)\.ts|journal\/loop\.ts)/,
    ky: /node_modules\/ky\//,
    events: /src\/(till\/(follow|line-events|changes)|journal\/views\/news)\.ts/,
    'all that only a desk needs': new RegExp(
      Object.values(desk)
        .map(({ source }) => source)
        .join('|'),
    ),
    ...desk,
  },
  worker: {
    'checks of bodies, and of what a host says':
      /src\/(decide\/merge|domain\/validate|journal\/queue\/admit-written)\.ts/,
    retention: /src\/journal\/retention\.ts/,
    'the witness of the database': /src\/(journal\/store|decide|platform)\/witness[\w-]*\.ts/,
    'the migration of old rows': /src\/journal\/migrate\.ts/,
  },
}

/** By how much page or worker were lighter without a part of its work. */
export function weighNeeds(): Promise<{ title: string; bytes: number }[]> {
  const weigh = (of: 'page' | 'worker', { code, outside }: Part) =>
    Object.entries(needs[of]).map(async ([name, modules]) => ({
      title: `${of} without ${name}`,
      bytes: await measureNeed(code, outside, modules),
    }))
  return Promise.all([...weigh('page', parts[0]), ...weigh('worker', parts[2])])
}

/** What has grown beyond its ceiling, in words. */
export function findGrown(sizes: readonly Size[]): string[] {
  return sizes.flatMap(({ part: { title, ceiling = Infinity }, bytes }) =>
    bytes > ceiling ? [`${title}: ${toKilobytes(bytes)}, and ${toKilobytes(ceiling)} at most`] : [],
  )
}

/** A line for each part: its size, its ceiling, and how far it is from what it is meant to come to. */
export function describeSizes(sizes: readonly Size[]): string {
  const lines = sizes.map(({ part: { title, ceiling, budget }, bytes }) => [
    title,
    toKilobytes(bytes),
    ceiling === undefined ? '' : `ceiling ${toKilobytes(ceiling)}`,
    budget === undefined ? '' : `budget ${toKilobytes(budget)}: ${describeRest(bytes - budget)}`,
  ])
  const widths = [0, 1, 2].map((column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  return lines
    .map((line) =>
      line
        .map((word, column) => word.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** A row for each room, the heaviest first, as a table in Markdown. */
export function describeRooms({ page, worker }: { page: Rooms; worker: Rooms }): string {
  const none = { first: 0, later: 0 }
  const rows = [...new Set([...page.keys(), ...worker.keys()])].map((room) => {
    const { first, later } = page.get(room) ?? none
    return { room, weights: [first, later, first + later, (worker.get(room) ?? none).first] }
  })
  const total = [0, 1, 2, 3].map((column) =>
    rows.reduce((sum, { weights }) => sum + (weights[column] ?? 0), 0),
  )
  rows.sort(({ weights: left }, { weights: right }) => (right[2] ?? 0) - (left[2] ?? 0))
  const toRow = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    toRow(['room', 'first', 'later', 'page', 'worker']),
    toRow(['---', '---:', '---:', '---:', '---:']),
    ...[...rows, { room: 'together', weights: total }].map(({ room, weights }) =>
      toRow([room, ...weights.map((bytes) => (bytes === 0 ? '' : toKilobytes(bytes)))]),
    ),
  ].join('\n')
}

function describeRest(bytes: number): string {
  return bytes > 0 ? `${toKilobytes(bytes)} over` : 'held'
}

const toKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
