import { measureBundle, measureRooms } from './bundle.js'

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
    ceiling: 103_950,
  },
  {
    title: 'page, the same until it can ring up',
    code: page,
    outside: ['dexie', 'superstruct', 'workbox-window'],
    later: ['src/till/rest.ts', 'src/journal/migrate.ts'],
    budget: 14_000,
    ceiling: 36_680,
  },
  {
    title: 'worker, beyond Dexie and ky',
    code: worker,
    outside: ['dexie', 'ky'],
    budget: 12_000,
    ceiling: 46_680,
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

/** The parts that have a budget, and what each of their rooms weighs, in bytes. */
export function weighRooms(): Promise<{ title: string; rooms: Record<string, number> }[]> {
  const budgeted = parts.filter((part: Part) => part.budget !== undefined && part.later === undefined)
  return Promise.all(
    budgeted.map(async ({ title, code, outside }) => ({ title, rooms: await measureRooms(code, outside) })),
  )
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

/** Of what a part consists, the heaviest first. */
export function describeRooms({ title, rooms }: { title: string; rooms: Record<string, number> }): string {
  const told = Object.entries(rooms).map(([room, bytes]) => `${room} ${toKilobytes(bytes)}`)
  return `${title}: ${told.join(', ')}`
}

function describeRest(bytes: number): string {
  return bytes > 0 ? `${toKilobytes(bytes)} over` : 'held'
}

const toKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
