import type { ContenderName } from '../contenders.js'
import type { RowHead, Table } from '../figures.js'
import type { Profiles } from '../profiles.js'
import type { Service } from '../stage.js'

/** What a section plays with. */
export interface Bench {
  service: Service
  profiles: Profiles
  table: Table
  round: number
  shuffle: <Item>(items: readonly Item[]) => Item[]
  say: (line: string) => void
}

/** A part of the bench: what it measures, and what its rows mean. */
export interface Section {
  name: string
  title: string
  /** What is measured and how, for the reader of the table. */
  means: string
  rows: readonly RowHead[]
  play: (name: ContenderName, bench: Bench) => Promise<void>
}

/** A contender that was cut off in a row, or was slower there than this, is left out in the next round. */
const slowMs = 10_000

/** Whether a contender has been cut off in a row. */
export function isCutOff({ table }: Bench, title: string, name: ContenderName): boolean {
  return table.rows.some((row) => row.title === title && row.cutOff.has(name))
}

/** Whether one more round would tell anything about a row of times that is worth the waiting. */
export function isWorthARound(bench: Bench, title: string, name: ContenderName): boolean {
  const row = bench.table.rows.find((row) => row.title === title)
  const known = row?.figures.get(name) ?? []
  return !isCutOff(bench, title, name) && known.every((figure) => (figure ?? 0) < slowMs)
}
