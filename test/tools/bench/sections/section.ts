import type { ContenderName } from '../contenders.js'
import type { RowHead, Table } from '../figures.js'
import type { Filling, Profiles } from '../profiles.js'
import type { Setting, SettingName } from '../settings.js'
import { playScene, type Scene, type Service, type Start } from '../stage.js'

/** What a section plays with. */
export interface Bench {
  service: Service
  setting: Setting
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
  /** Who plays it in a setting, in a round. */
  cast: (setting: SettingName, round: number) => readonly ContenderName[]
  play: (name: ContenderName, bench: Bench) => Promise<void>
}

/** Plays in a browser of its own, in the bench’s setting. */
export function play<Result>(
  name: ContenderName,
  { service, setting }: Bench,
  act: (scene: Scene) => Promise<Result>,
  start?: Start,
): Promise<Result> {
  return playScene({ name, setting, service }, act, start)
}

/** A profile with so much in it, or nothing where laying it in took too long. */
export function find(
  name: ContenderName,
  { profiles, setting }: Bench,
  filling: Filling,
): Promise<string | undefined> {
  return profiles.find(name, setting, filling)
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

/** The longest task since it was last asked for, where the browser tells of any. */
export async function noteLongestTask(
  title: string,
  name: ContenderName,
  { table, round }: Bench,
  { call }: Scene,
): Promise<void> {
  const ms = await call('longestTask')
  // What is undefined in a page arrives as null from some.
  if (typeof ms === 'number') table.note(title, name, round, ms)
}
