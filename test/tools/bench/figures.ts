import type { ContenderName } from './contenders.js'

export interface RowHead {
  title: string
  unit: 'ms' | 'per second' | 'MB' | 'kB'
}

/** Figures of one kind, per contender and round; a contender that was cut off has words in their place. */
export interface Row extends RowHead {
  figures: Map<ContenderName, (number | undefined)[]>
  cutOff: Map<ContenderName, string>
}

export interface Table {
  rows: readonly Row[]
  note: (title: string, name: ContenderName, round: number, figure: number) => void
  noteCutOff: (title: string, name: ContenderName, words: string) => void
}

/** A table whose rows stand in the order given, whatever comes first. */
export function createTable(heads: readonly RowHead[]): Table {
  const rows: Row[] = heads.map((head) => ({ ...head, figures: new Map(), cutOff: new Map() }))
  const find = (title: string) => {
    const row = rows.find((row) => row.title === title)
    if (!row) throw new Error(`the table has no row called ${title}`)
    return row
  }
  return {
    rows,
    note(title, name, round, figure) {
      const { figures } = find(title)
      const known = figures.get(name) ?? []
      known[round] = figure
      figures.set(name, known)
    },
    noteCutOff(title, name, words) {
      find(title).cutOff.set(name, words)
    },
  }
}

/** What a contender has in a row, as far as it got. */
export function figuresOf(row: Row | undefined, name: ContenderName): number[] {
  return (row?.figures.get(name) ?? []).filter((figure) => figure !== undefined)
}
