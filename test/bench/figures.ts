import type { ContenderName } from './stage.js'

/** Figures of one kind, per contender and round; a contender that was cut off has words in their place. */
export interface Row {
  title: string
  unit: 'ms' | 'per second'
  figures: Map<ContenderName, (number | undefined)[]>
  cutOff: Map<ContenderName, string>
}

export interface Table {
  rows: Row[]
  note: (title: string, unit: Row['unit'], name: ContenderName, round: number, figure: number) => void
  noteCutOff: (title: string, unit: Row['unit'], name: ContenderName, words: string) => void
}

export function createTable(): Table {
  const rows: Row[] = []
  const find = (title: string, unit: Row['unit']) => {
    const found = rows.find((row) => row.title === title)
    if (found) return found
    const row: Row = { title, unit, figures: new Map(), cutOff: new Map() }
    rows.push(row)
    return row
  }
  return {
    rows,
    note(title, unit, name, round, figure) {
      const { figures } = find(title, unit)
      const known = figures.get(name) ?? []
      known[round] = figure
      figures.set(name, known)
    },
    noteCutOff(title, unit, name, words) {
      find(title, unit).cutOff.set(name, words)
    },
  }
}

/** What a contender has in a row, as far as it got. */
export function figuresOf(row: Row | undefined, name: ContenderName): number[] {
  return (row?.figures.get(name) ?? []).filter((figure) => figure !== undefined)
}
