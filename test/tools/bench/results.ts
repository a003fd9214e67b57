import { existsSync, readFileSync } from 'node:fs'
import { contenderNames, type ContenderName } from './contenders.js'
import { createTable, type RowHead, type Table } from './figures.js'
import { settingNames, type SettingName } from './settings.js'

/** All that was measured, in one run or in several that were joined. */
export interface Results {
  /** What was measured, as a few letters. */
  build: string
  machine: string
  seed: number
  /** How many rounds the fullest of its rows has. */
  rounds: () => number
  tables: Record<SettingName, Table>
  /** Whether a section was played in a round by all of these. */
  isPlayed: (turn: Turn, names: readonly ContenderName[]) => boolean
  notePlayed: (turn: Turn, names: readonly ContenderName[]) => void
  toJson: () => string
}

/** One section, played in one setting and one round. */
export interface Turn {
  section: string
  setting: SettingName
  round: number
}

/** As a file has it. */
interface Stored {
  build: string
  machine: string
  seed: number
  played: Record<string, ContenderName[]>
  tables: Record<SettingName, StoredRow[]>
}

interface StoredRow extends RowHead {
  figures: Partial<Record<ContenderName, (number | null)[]>>
  cutOff: Partial<Record<ContenderName, string>>
}

type Facts = Pick<Stored, 'build' | 'machine' | 'seed'>

const keyOf = ({ section, setting, round }: Turn) => `${section} ${setting} ${round + 1}`

export function createResults(facts: Facts, heads: readonly RowHead[]): Results {
  return assemble(facts, createTables(heads), {})
}

/** What an earlier run has left. Figures of two builds do not belong in one table. */
export function readResults(file: string, heads: readonly RowHead[]): Results | undefined {
  if (!existsSync(file)) return undefined
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Stored
  const tables = createTables(heads)
  for (const setting of settingNames) for (const row of stored.tables[setting]) restore(tables[setting], row)
  return assemble(stored, tables, stored.played)
}

/** A row that the bench no longer has is left out. */
function restore(table: Table, { title, figures, cutOff }: StoredRow): void {
  if (!table.rows.some((row) => row.title === title)) return
  for (const name of contenderNames) {
    for (const [round, figure] of (figures[name] ?? []).entries())
      if (figure !== null) table.note(title, name, round, figure)
    const words = cutOff[name]
    if (words !== undefined) table.noteCutOff(title, name, words)
  }
}

function createTables(heads: readonly RowHead[]): Record<SettingName, Table> {
  const entries = settingNames.map((name) => [name, createTable(heads)])
  return Object.fromEntries(entries) as Record<SettingName, Table>
}

function assemble(
  { build, machine, seed }: Facts,
  tables: Record<SettingName, Table>,
  played: Stored['played'],
): Results {
  return {
    build,
    machine,
    seed,
    tables,
    rounds: () => Math.max(0, ...Object.keys(played).map((key) => Number(key.split(' ').at(-1)))),
    isPlayed: (turn, names) => names.every((name) => played[keyOf(turn)]?.includes(name)),
    notePlayed(turn, names) {
      played[keyOf(turn)] = [...new Set([...(played[keyOf(turn)] ?? []), ...names])]
    },
    toJson() {
      const rowsOf = ({ rows }: Table) =>
        rows
          .filter(({ figures, cutOff }) => figures.size + cutOff.size > 0)
          .map(({ figures, cutOff, ...head }) => ({
            ...head,
            figures: Object.fromEntries(figures),
            cutOff: Object.fromEntries(cutOff),
          }))
      const stored = Object.fromEntries(settingNames.map((name) => [name, rowsOf(tables[name])]))
      return JSON.stringify({ build, machine, seed, played, tables: stored }, undefined, 1)
    },
  }
}
