import { createHash } from 'node:crypto'
import { createRandom } from '../../support/random.js'
import {
  applyChanges,
  applyRenamings,
  Disk,
  parentOf,
  type Change,
  type DiskFile,
  type Names,
} from './disk.js'
import type { Step } from './trace.js'

/**
 * What became of that which no sync covers: `all` of it was written, `none`, some of it was `dropped`, each file ends
 * `early`, or sectors of it are there and others are not, `torn`.
 */
export const manners = ['all', 'none', 'dropped', 'early', 'torn'] as const

export type Manner = (typeof manners)[number]

/** How the power is cut. */
export interface Cut {
  /** So many steps had been asked for. */
  after: number
  names: Names
  manner: Manner
  /** What the disk writes as a whole. */
  sector: 512 | 4096
  seed: number
}

/** A disk as it may have been left. */
export interface State extends Cut {
  files: Map<string, Buffer>
  /** Whether some of what was asked for is missing. */
  isLacking: boolean
}

/**
 * Right after each sync of a new log; before and after every other sync, all or nothing of the rest; then cuts at random
 * until there are enough.
 */
export function planCuts(steps: readonly Step[], from: number, count: number, seed: number): Cut[] {
  const random = createRandom(seed)
  const draw = (below: number) => Math.floor(random() * below)
  const pick = <Item>(items: readonly Item[]) => items[draw(items.length)] as Item
  const rest = () => ({ sector: pick([512, 4096] as const), seed: draw(2 ** 31) })
  const atNewLogs: Cut[] = []
  const atSyncs: Cut[] = []
  const newLogs = findNewLogs(steps)
  steps.forEach(({ what }, index) => {
    if (what !== 'sync' || index < from) return
    if (newLogs.has(index))
      for (const names of ['journal', 'loose'] as const)
        atNewLogs.push({ after: index + 1, manner: 'none', names, ...rest() })
    for (const after of [index, index + 1])
      for (const manner of ['all', 'none'] as const)
        for (const names of ['journal', 'loose'] as const) atSyncs.push({ after, manner, names, ...rest() })
  })
  while (atNewLogs.length > count / 4) atNewLogs.splice(draw(atNewLogs.length), 1)
  while (atNewLogs.length + atSyncs.length > count / 2) atSyncs.splice(draw(atSyncs.length), 1)
  const atRandom = Array.from({ length: count - atNewLogs.length - atSyncs.length }, (): Cut => {
    const after = from + draw(steps.length - from + 1)
    return { after, manner: pick(manners), names: pick(['journal', 'loose'] as const), ...rest() }
  })
  return [...atNewLogs, ...atSyncs, ...atRandom].sort((left, right) => left.after - right.after)
}

/**
 * The syncs of a log of LevelDB's while the log before it has bytes that no sync covers. It never syncs a log that it
 * leaves: if the power goes now, what is newer is there, and what is older is not.
 */
export function findNewLogs(steps: readonly Step[]): ReadonlySet<number> {
  const unsynced = new Set<string>()
  const found = new Set<number>()
  steps.forEach(({ what, path }, index) => {
    if (!/\.leveldb\/\d+\.log$/.test(path)) return
    if (what === 'write') unsynced.add(path)
    else unsynced.delete(path)
    if (what === 'sync' && [...unsynced].some((other) => parentOf(other) === parentOf(path))) found.add(index)
  })
  return found
}

/** The states of the disk after cuts, which must be in the order of time. */
export function* buildStates(
  steps: readonly Step[],
  base: ReadonlyMap<string, Buffer>,
  cuts: readonly Cut[],
): Generator<State> {
  const disks: Record<Names, Disk> = { journal: new Disk('journal', base), loose: new Disk('loose', base) }
  let done = 0
  for (const cut of cuts) {
    for (; done < cut.after; done += 1) {
      const step = steps[done]
      if (step) for (const disk of Object.values(disks)) disk.apply(step)
    }
    yield { ...cut, ...leaveDisk(disks[cut.names], cut) }
  }
}

function leaveDisk({ names, renamings }: Disk, cut: Cut): Pick<State, 'files' | 'isLacking'> {
  const random = createRandom(cut.seed)
  const chance = random()
  const kept = renamings.slice(
    0,
    cut.names === 'journal' ? keepCount(renamings.length, cut, random) : undefined,
  )
  const chosen = cut.names === 'journal' ? kept : kept.filter(() => isKept(cut, chance, random))
  let isLacking = chosen.length < renamings.length
  const left = new Map(names)
  const whole = applyRenamings(left, chosen, cut.names)
  const contents = new Map<DiskFile, Buffer>()
  for (const file of left.values()) {
    if (contents.has(file)) continue
    const until = whole.get(file) ?? -Infinity
    const sure = file.pending.filter(({ to }) => to <= until)
    const open = file.pending.filter(({ to }) => to > until)
    const reached = leaveChanges(open, cut, chance, random)
    isLacking ||= reached.length !== open.length || reached.some((change, index) => change !== open[index])
    contents.set(file, applyChanges(file.durable, [...sure, ...reached]))
  }
  const files = [...left].flatMap(([path, file]): [string, Buffer][] => {
    const bytes = contents.get(file)
    return bytes ? [[path, bytes]] : []
  })
  return { files: new Map(files), isLacking }
}

function keepCount(count: number, { manner }: Cut, random: () => number): number {
  if (manner === 'all') return count
  return manner === 'none' ? 0 : Math.floor(random() * (count + 1))
}

function isKept({ manner }: Cut, chance: number, random: () => number): boolean {
  return manner === 'all' || (manner !== 'none' && random() < chance)
}

/** What reached the disk of a file’s changes. */
function leaveChanges(
  changes: readonly Change[],
  cut: Cut,
  chance: number,
  random: () => number,
): readonly Change[] {
  switch (cut.manner) {
    case 'all':
      return changes
    case 'none':
      return []
    case 'dropped':
      return changes.filter(() => random() < chance)
    case 'early': {
      const whole = Math.floor(random() * (changes.length + 1))
      const next = changes[whole]
      const sectors = next ? toSectors(next, cut.sector) : []
      return [...changes.slice(0, whole), ...sectors.slice(0, Math.floor(random() * sectors.length))]
    }
    case 'torn':
      return changes.flatMap((change) => toSectors(change, cut.sector).filter(() => random() < chance))
  }
}

/** A write as the disk may carry it out, sector by sector. */
function toSectors(change: Change, sector: number): Change[] {
  if ('size' in change) return [change]
  const { to, at, bytes } = change
  const parts: Change[] = []
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + sector - ((at + start) % sector))
    parts.push({ to, at: at + start, bytes: bytes.subarray(start, end) })
    start = end
  }
  return parts
}

const digests = new WeakMap<Buffer, string>()

/** The same for states whose files are the same. */
export function digestOf(files: ReadonlyMap<string, Buffer>): string {
  const whole = createHash('sha1')
  for (const [path, bytes] of [...files].sort(([left], [right]) => (left < right ? -1 : 1))) {
    let digest = digests.get(bytes)
    if (digest === undefined) {
      digest = createHash('sha1').update(bytes).digest('hex')
      digests.set(bytes, digest)
    }
    whole.update(`${path} ${digest}\n`)
  }
  return whole.digest('hex')
}
