import { createHash } from 'node:crypto'

/** What the CHANGELOG's first section says of the interface: the lines of its list under that heading. */
export interface Told {
  section: string
  lines: string[]
}

/** Reads the list under "Interface" in the first section; empty if there is none. */
export function readTold(changelog: string): Told {
  const [, first = ''] = changelog.split(/^## /m)
  const [section = ''] = first.split('\n')
  const [, list = ''] = first.split(/^### Interface$/m)
  const [under = ''] = list.split(/^#{2,3} /m)
  const lines = under
    .split(/^- /m)
    .slice(1)
    .map((line) => line.replace(/\s+/g, ' ').trim())
  return { section: section.trim(), lines }
}

/** A digest of the CHANGELOG's lines at the time when a report was written. */
export function toldToMark({ section, lines }: Told): string {
  const digest = createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12)
  return `<!-- CHANGELOG.md, ${section}, Interface: ${lines.length} lines, ${digest} -->`
}

/** What may be done with a report. */
export type Judgement =
  { tag: 'same' } | { tag: 'writable'; names: string[] } | { tag: 'untold'; names: string[] }

/** Holds the report on record against the one that would be written; a promise that changes must be told first. */
export function judgeReport(
  specifier: string,
  recorded: string | undefined,
  fresh: string,
  told: Told,
): Judgement {
  if (recorded === fresh) return { tag: 'same' }
  const names = recorded === undefined ? [specifier] : findChanges(readExports(recorded), readExports(fresh))
  const inside = recorded === undefined ? [] : findChanges(readParts(recorded), readParts(fresh))
  if (names.length + inside.length === 0) return { tag: 'writable', names }
  const isNew = !recorded?.includes(toldToMark(told))
  const untold = names.filter((name) => !told.lines.some((line) => isNamed(name, line)))
  if (isNew && untold.length === 0) return { tag: 'writable', names: [...names, ...inside] }
  return { tag: 'untold', names: untold.length > 0 ? untold : [...names, ...inside] }
}

/** In backticks, by itself or with what follows it: `Till`, `Till.on`, `openTill(options)`. */
function isNamed(name: string, line: string): boolean {
  const spans = line.match(/`[^`]+`/g) ?? []
  return spans.some((span) => span.slice(1, -1).split(/[^\w$/-]/)[0] === name)
}

type Sections = ReadonlyMap<string, string>

/** The names of the declarations that differ between two reports. */
function findChanges(before: Sections, after: Sections): string[] {
  const names = new Set([...before.keys(), ...after.keys()])
  return [...names].filter((name) => before.get(name) !== after.get(name)).sort()
}

const readExports = (report: string) => readSections(report, 'Exports')

/** What is not exported need not be named, for a host knows it by what is. */
const readParts = (report: string) => readSections(report, 'Part of them')

function readSections(report: string, title: string): Sections {
  const chapter = report.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  const [, ...sections] = chapter.split(/^### /m)
  return new Map(
    sections.map((section) => {
      const [name = '', ...rest] = section.split('\n')
      return [name.trim(), rest.join('\n').trim()]
    }),
  )
}
