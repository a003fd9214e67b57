import { operationKinds } from '../../../src/domain/endpoints.js'
import type { EngineName } from '../../drivers/driver.js'
import { median, toMegabytes, type Growth } from './measures.js'
import type { Tale } from './run.js'

/** The report of a run. */
export function writeReport(tale: Tale, growths: readonly Growth[]): string {
  const { options, differences } = tale
  const faults = [
    ...differences.map(({ marker, what }) => `${marker} ${what}`),
    ...growths.flatMap(({ till, faults }) => faults.map((fault) => `till ${till}: ${fault}`)),
  ]
  const verdict =
    faults.length === 0
      ? 'Journals and ledger agree, entry by entry.'
      : [
          `**${faults.length} things are not as they should be:**`,
          '',
          ...faults.map((fault) => `- ${fault}`),
        ].join('\n')
  const tills = options.tills.map(({ name, engine }) => `till ${name} in ${engine}`).join(', ')
  return [
    '# Endurance run',
    `Seed ${options.seed}, ${options.minutes} minutes, ${tills}.`,
    verdict,
    '![Operations over time, and what happened to the tills](endurance.svg)',
    '## Confirmed as saved',
    tellTold(tale),
    '## What went wrong around the tills',
    tellMishaps(tale),
    describeCruelties(tale),
    '## What became of it',
    tellEnds(tale),
    tellActs(tale),
    '## Memory and disk',
    tellGrowth(growths),
    '## Sent again by the browser itself',
    tellResends(tale),
    '',
  ].join('\n\n')
}

type Cell = string | number

function writeTable(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '--:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

function tellTold({ counters }: Tale): string {
  const engines = [...new Set(counters.map(({ engine }) => engine))]
  const countOf = (engine: EngineName, kind?: string) =>
    counters
      .filter((counter) => counter.engine === engine)
      .flatMap(({ confirmed }) => confirmed)
      .filter((operation) => kind === undefined || operation.kind === kind).length
  return writeTable(
    ['', ...engines],
    [...operationKinds, undefined].map((kind) => [
      kind ?? '**all**',
      ...engines.map((engine) => countOf(engine, kind)),
    ]),
  )
}

/** How far clocks were apart within one journal: the page's as it kept, and the worker's as it sent. */
function tellClocks(journals: Tale['journals'], till: string): string {
  const entries = journals.get(till) ?? []
  const spans = (['rungAt', 'sentAt'] as const).map((name) => {
    const times = entries.map((entry) => entry[name]).filter((time) => time !== null)
    return times.length > 0 ? (Math.max(...times) - Math.min(...times)) / 3_600_000 : 0
  })
  return spans.map((hours) => hours.toFixed(1)).join(' / ')
}

function tellMishaps({ marks, options, journals }: Tale): string {
  const count = (what: string, till?: string) =>
    marks.filter((mark) => mark.what === what && (till === undefined || mark.till === till)).length
  const lengths = marks.filter(({ what }) => what === 'dead line' || what === 'no service')
  const seconds = lengths.reduce((sum, { forMs = 0 }) => sum + forMs, 0) / 1000
  const table = writeTable(
    ['', ...options.tills.map(({ name }) => `till ${name}`)],
    [
      ...['kill', 'reload', 'sleep', 'jump'].map((what) => [
        words[what] ?? what,
        ...options.tills.map(({ name }) => count(what, name)),
      ]),
      [
        'hours that the journal spans, kept / sent',
        ...options.tills.map(({ name }) => tellClocks(journals, name)),
      ],
    ],
  )
  return `${table}\n\nThe line was dead ${count('dead line')} times and there was no service ${count('no service')} times, for ${seconds.toFixed(0)} seconds altogether.`
}

const words: Record<string, string> = {
  kill: 'browser killed',
  reload: 'page reloaded',
  sleep: 'device asleep',
  jump: 'clock set',
}

function describeCruelties({ cruelties }: Tale): string {
  const rows = Object.entries(cruelties).sort(([, left], [, right]) => right - left)
  const total = rows.reduce((sum, [, times]) => sum + times, 0)
  return `The proxy damaged ${total} requests:\n\n${writeTable(['', 'times'], rows)}`
}

function tellEnds(tale: Tale): string {
  const { counters, journals, recoveries, marks } = tale
  const entries = [...journals.values()].flat()
  const count = (state: string) => entries.filter((entry) => entry.state === state).length
  const unheard = counters.reduce((sum, counter) => sum + counter.unheard.size, 0)
  const drained = marks.find(({ what }) => what === 'drained')?.forMs ?? 0
  const resent = tale.resends.reduce((sum, { byBrowser }) => sum + byBrowser, 0)
  return writeTable(
    ['', 'figure'],
    [
      ['confirmed as saved', counters.reduce((sum, { confirmed }) => sum + confirmed.length, 0)],
      ['answer lost with the page', unheard],
      ['kept in the journals', entries.length],
      ['arrivals', tale.arrivals],
      ['effects', tale.effects],
      ['arrivals that the browser sent again by itself', resent],
      ['settled', count('settled')],
      ['voided', count('voided')],
      [
        'after the line was back, until all that had waited was applied: median',
        toSeconds(median(recoveries)),
      ],
      ['the same: longest', toSeconds(Math.max(0, ...recoveries))],
      ['after the last fault, until all was delivered and reconciled', toSeconds(drained)],
    ],
  )
}

function toSeconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function tellActs({ counters }: Tale): string {
  const sum = (name: 'acts' | 'refusals') => {
    const totals = new Map<string, number>()
    for (const counter of counters)
      for (const [what, times] of Object.entries(counter[name]))
        totals.set(what, (totals.get(what) ?? 0) + times)
    return [...totals].sort(([, left], [, right]) => right - left)
  }
  const refused = sum('refusals')
  return [
    'What was parked, and what a supervisor did about it after a look into the books:',
    writeTable(['reason: act', 'times'], sum('acts')),
    ...(refused.length > 0 ? ['Calls that rejected:', writeTable(['', 'times'], refused)] : []),
  ].join('\n\n')
}

function tellGrowth(growths: readonly Growth[]): string {
  return writeTable(
    ['', 'memory, first third', 'memory, last third', 'databases at the end', 'bytes per further entry'],
    growths.map(({ till, memoryBefore, memoryAfter, databaseAtEnd, bytesPerEntry }) => [
      `till ${till}`,
      toMegabytes(memoryBefore),
      toMegabytes(memoryAfter),
      toMegabytes(databaseAtEnd),
      Math.round(bytesPerEntry),
    ]),
  )
}

function tellResends({ resends }: Tale): string {
  if (resends.length === 0) return 'None.'
  const rows = resends.map(({ marker, kind, attempts, arrivals, effects }) => [
    marker,
    kind,
    attempts,
    arrivals,
    effects,
  ])
  return `One fetch, and the same bytes arrived more often than the journal has attempts: a browser whose pooled connection dies sends a request again without a word.\n\n${writeTable(['operation', 'kind', 'attempts in the journal', 'arrivals', 'effects'], rows)}`
}
