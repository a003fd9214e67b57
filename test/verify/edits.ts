import { addLeaves } from '../../src/journal/seal/index.js'
import type { Finding } from '../../src/verify/finding.js'
import type { Audit, LivedAudits } from '../support/audits.js'

type Random = () => number
type Given = Audit['entries'][number]

/** An edited file, and whether what was found names the edit. */
export interface Edited {
  audit: Audit
  isNamed: (findings: readonly Finding[]) => boolean
}

type Edit = (lived: LivedAudits, random: Random) => Edited | undefined | Promise<Edited>

/** Every way of editing a file, by name; each returns undefined where it would change nothing. */
export const edits: Record<string, Edit> = {
  remove(lived, random) {
    const { audit, entry, index } = choose(lived, random)
    audit.entries.splice(index, 1)
    return { audit, isNamed: names('removed', entry.id) }
  },
  'cut the tail'(lived, random) {
    const { audit, index } = choose(lived, random)
    const gone = audit.entries.splice(index)
    return { audit, isNamed: (findings) => gone.every(({ id }) => names('removed', id)(findings)) }
  },
  'alter a field'(lived, random) {
    const { audit, entry, index } = choose(lived, random)
    const { id } = entry
    alterSomewhere(entry, random)
    return {
      audit,
      isNamed: (findings) => findings.some((finding) => finding.id === id || isAbout(finding, index)),
    }
  },
  'swap two in the list'(lived, random) {
    const { audit, index } = choose(lived, random)
    const other = below(random, audit.entries.length)
    if (other === index) return undefined
    swap(audit.entries, index, other)
    return { audit, isNamed: (findings) => findings.some(({ deed }) => deed === 'reordered') }
  },
  'move in the list'(lived, random) {
    const { audit, index } = choose(lived, random)
    const to = below(random, audit.entries.length)
    if (to === index) return undefined
    audit.entries.splice(to, 0, ...audit.entries.splice(index, 1))
    return { audit, isNamed: (findings) => findings.some(({ deed }) => deed === 'reordered') }
  },
  'swap two places'(lived, random) {
    const { audit, entry, index } = choose(lived, random)
    const other = audit.entries[below(random, audit.entries.length)]
    if (!other || other === audit.entries[index]) return undefined
    ;[entry.place, other.place] = [other.place, entry.place]
    audit.entries.sort((left, right) => left.place - right.place)
    return {
      audit,
      isNamed: (findings) => [entry.id, other.id].every((id) => names('reordered', id)(findings)),
    }
  },
  'add a copy'(lived, random) {
    const { audit, entry, index } = choose(lived, random)
    const at = index + below(random, 2)
    audit.entries.splice(at, 0, { ...entry, ...(random() < 0.5 && { place: entry.place + 0.001 }) })
    return {
      audit,
      isNamed: (findings) => findings.some(({ id, deed }) => id === entry.id && deed === 'added'),
    }
  },
  forge(lived, random) {
    const { audit, entry, index } = choose(lived, random)
    const id = 'forged'
    audit.entries.splice(index + 1, 0, { ...entry, id, place: entry.place + 0.001 })
    return { audit, isNamed: names('added', id) }
  },
  'swap two bodies'(lived, random) {
    const { audit, entry } = choose(lived, random)
    const other = audit.entries[below(random, audit.entries.length)]
    if (!other || !('body' in other) || !('body' in entry) || other.body === entry.body) return undefined
    ;[entry.body, other.body] = [other.body, entry.body]
    return {
      audit,
      isNamed: (findings) => [entry.id, other.id].every((id) => names('altered', id)(findings)),
    }
  },
  'put an older entry back'(lived, random) {
    const audit = structuredClone(lived.later)
    const changed = lived.earlier.entries.filter((older) => {
      const now = audit.entries.find(({ id }) => id === older.id)
      return now && JSON.stringify(older) !== JSON.stringify(now)
    })
    const older = changed[below(random, changed.length)]
    if (!older) return undefined
    audit.entries = audit.entries.map((entry) => (entry.id === older.id ? structuredClone(older) : entry))
    return { audit, isNamed: names('altered', older.id) }
  },
  'put the older state back'(lived) {
    const isNamed = (findings: readonly Finding[]) => findings.some(({ deed }) => deed === 'rolled-back')
    return { audit: structuredClone(lived.earlier), isNamed }
  },
  'put the older state back under the later log'(lived) {
    const audit = { ...structuredClone(lived.later), entries: structuredClone(lived.earlier.entries) }
    const isSame = JSON.stringify(lived.earlier.entries) === JSON.stringify(lived.later.entries)
    return isSame ? undefined : { audit, isNamed: (findings) => findings.length > 0 }
  },
  'alter the log'(lived, random) {
    const audit = structuredClone(lived.later)
    const segment = audit.segments[below(random, audit.segments.length)]
    if (!segment) return undefined
    const { records } = segment
    const index = below(random, records.length)
    const how = below(random, 4)
    if (how === 0) records.splice(index, 1)
    else if (how === 1) records.splice(index, 0, records[0] ?? '')
    else if (how === 2) records[index] = alterText(records[index] ?? '', random)
    else segment.note = alterText(segment.note, random)
    return { audit, isNamed: names('log-altered') }
  },
  'add to a checkpoint'(lived, random) {
    const audit = structuredClone(lived.later)
    const segment = audit.segments[below(random, audit.segments.length)]
    if (!segment) return undefined
    const line = segment.note.split('\n').at(-2) ?? ''
    segment.note += random() < 0.5 ? `${line}\n` : '\n'
    return { audit, isNamed: names('log-altered') }
  },
  'swap or drop checkpoints'(lived, random) {
    const audit = structuredClone(lived.later)
    const index = below(random, audit.segments.length - 1)
    if (random() < 0.5) audit.segments.splice(index, 1)
    else swap(audit.segments, index, index + 1)
    return { audit, isNamed: names('log-altered') }
  },
  async 'leave the beginning out'(lived, random) {
    const audit = structuredClone(lived.later)
    const left = audit.segments.splice(0, 1 + below(random, audit.segments.length - 1))
    for (const { records } of left) {
      const { size, roots } = await addLeaves(audit.from, records)
      audit.from = { size, roots: [...roots] }
    }
    const told = new Set(audit.segments.flatMap(({ records }) => records.map(readPlace)))
    audit.entries = audit.entries.filter(({ place }) => told.has(place))
    return { audit, isNamed: names('log-altered') }
  },
  'alter the head'(lived, random) {
    const audit = structuredClone(lived.later)
    if (random() < 0.5) audit.key = alterText(audit.key, random)
    else audit.from = { size: 1, roots: [audit.segments[0]?.note.split('\n')[2] ?? ''] }
    return { audit, isNamed: names('log-altered') }
  },
}

function readPlace(record: string): number | undefined {
  return (JSON.parse(record) as { place?: number }).place
}

function choose({ later }: LivedAudits, random: Random): { audit: Audit; entry: Given; index: number } {
  const audit = structuredClone(later)
  const index = below(random, audit.entries.length)
  const entry = audit.entries[index]
  if (!entry) throw new Error('the journal is empty')
  return { audit, entry, index }
}

function names(deed: Finding['deed'], id?: string): (findings: readonly Finding[]) => boolean {
  return (findings) => findings.some((finding) => finding.deed === deed && finding.id === id)
}

/** Whether a file is refused for the form of this entry. */
export function isAbout({ detail }: Finding, index: number): boolean {
  return detail.startsWith(`entries.${index} `) || detail.startsWith(`entries.${index}.`)
}

function below(random: Random, count: number): number {
  return Math.floor(random() * count)
}

function swap(list: unknown[], one: number, other: number): void {
  ;[list[one], list[other]] = [list[other], list[one]]
}

/** Every place of a value at which something can be changed: the object or list, and the key in it. */
export function listSpots(value: unknown): { holder: Record<string, unknown>; key: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((key) => [{ holder, key }, ...listSpots(holder[key])])
}

function alterSomewhere(entry: Given, random: Random): void {
  const spots = listSpots(entry)
  const spot = spots[below(random, spots.length)]
  if (!spot) return
  const { holder, key } = spot
  const how = random()
  if (how < 0.15 && Array.isArray(holder)) holder.splice(Number(key), 1)
  else if (how < 0.15) Reflect.deleteProperty(holder, key)
  else if (how < 0.3 && !Array.isArray(holder)) holder[`${key}2`] = holder[key]
  else holder[key] = alterValue(holder[key], random)
}

function alterValue(value: unknown, random: Random): unknown {
  if (typeof value === 'string') return alterText(value, random)
  if (typeof value === 'number') return value + 1
  if (typeof value === 'boolean') return !value
  if (Array.isArray(value)) return [...(value as unknown[]), 1]
  return value === null ? 0 : { ...value, more: 1 }
}

function alterText(text: string, random: Random): string {
  const at = below(random, text.length)
  const how = random()
  if (how < 0.3 || text === '') return `${text.slice(0, at)}x${text.slice(at)}`
  if (how < 0.5) return text.slice(0, at) + text.slice(at + 1)
  return `${text.slice(0, at)}${text[at] === 'a' ? 'b' : 'a'}${text.slice(at + 1)}`
}
