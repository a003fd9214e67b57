import type { Group, Level, Result } from './finding.js'
import type { Outcome } from './run.js'

const groups: Record<Group, string> = {
  answers: 'What it answers',
  headers: 'Headers',
  conditions: 'Conditions',
  repeats: 'Repeats',
}

const labels: Record<Level, string> = { fault: 'FAULT', warning: 'warning', note: 'note' }

/** How many findings of each level, and how many checks passed or were left out. */
export function countUp({ results }: Outcome) {
  const findings = results.flatMap((result) => result.findings)
  const ofLevel = (level: Level) => findings.filter((finding) => finding.level === level).length
  const ofVerdict = (verdict: Result['verdict']) =>
    results.filter((result) => result.verdict === verdict).length
  return {
    faults: ofLevel('fault'),
    warnings: ofLevel('warning'),
    notes: ofLevel('note'),
    passed: ofVerdict('passed'),
    skipped: ofVerdict('skipped'),
  }
}

/** The report for a person. */
export function toText(outcome: Outcome): string {
  const { faults, warnings, notes, passed, skipped } = countUp(outcome)
  const parts = Object.entries(groups).flatMap(([group, title]) => {
    const results = outcome.results.filter((result) => result.group === group)
    return results.length === 0 ? [] : ['', title, ...gather(results).flatMap(toLines)]
  })
  return [
    `counterfoil-conform ${outcome.baseUrl}`,
    ...parts,
    '',
    ...(outcome.broken === undefined ? [] : [`It ended before its time: ${outcome.broken}`, '']),
    `Faults: ${faults}. Warnings: ${warnings}. Notes: ${notes}. Passed: ${passed}. Left out: ${skipped}.`,
    ...tellUntried(outcome),
  ].join('\n')
}

/** A report without faults says little where these were left out. */
const weighty = ['cut-after', 'restart', 'crash', 'key-lifetime']

function tellUntried({ results }: Outcome): string[] {
  const repeats = results.filter(({ group }) => group === 'repeats')
  const left = repeats.filter(({ verdict }) => verdict === 'skipped').map(({ check }) => check)
  if (left.length === repeats.length) return ['Repeats were not judged: a fault there costs money.']
  const untried = weighty.filter((check) => left.includes(check))
  return untried.length === 0 ? [] : [`Not checked: ${untried.join(', ')}. A fault there costs money.`]
}

/** Results of one check that say the same of several endpoints. */
interface Gathered extends Result {
  endpoints: string[]
}

function gather(results: readonly Result[]): Gathered[] {
  const gathered = new Map<string, Gathered>()
  for (const result of results) {
    const { endpoint, check, verdict, findings, by, reason } = result
    const key = JSON.stringify([check, verdict, findings, by, reason])
    const known = gathered.get(key) ?? { ...result, endpoints: [] }
    if (endpoint !== undefined) known.endpoints.push(endpoint)
    gathered.set(key, known)
  }
  return [...gathered.values()]
}

function toLines({ check, endpoints, title, verdict, findings, by, reason }: Gathered): string[] {
  const where = endpoints.length === 0 ? '' : ` (${endpoints.join(', ')})`
  if (verdict === 'passed')
    return [`  ok       ${check}${where}: ${title}${by === undefined ? '' : ` (${by})`}`]
  if (verdict === 'skipped') return [`  left out ${check}${where}: ${reason ?? ''}`]
  return findings.flatMap(({ name, level, seen, till, mend, option }) => [
    `  ${labels[level].padEnd(8)} ${check}${where}: ${name}`,
    `             seen:   ${seen}`,
    `             a till: ${till}`,
    `             mend:   ${mend}`,
    ...(option === undefined ? [] : [`             option: ${option}`]),
  ])
}

/** The report for a program. */
export function toJson(outcome: Outcome): string {
  return JSON.stringify({ ...outcome, counts: countUp(outcome) }, undefined, 2)
}

/** The report for a build server: a fault is a failure, anything less is told in the test's output. */
export function toJunit({ baseUrl, results, broken }: Outcome): string {
  const cases = results.map((result) => {
    const { check, endpoint, group } = result
    const name = endpoint === undefined ? check : `${check} (${endpoint})`
    return `    <testcase classname="${escape(group)}" name="${escape(name)}">${toInner(result)}</testcase>`
  })
  const failures = results.filter(isFailed).length
  const skipped = results.filter(({ verdict }) => verdict === 'skipped').length
  const errors = broken === undefined ? 0 : 1
  const ending =
    broken === undefined
      ? []
      : [`    <testcase classname="run" name="to the end"><error message="${escape(broken)}"/></testcase>`]
  const counts = `tests="${results.length + errors}" failures="${failures}" errors="${errors}" skipped="${skipped}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="counterfoil-conform ${escape(baseUrl)}" ${counts}>`,
    ...cases,
    ...ending,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

function isFailed({ findings }: Result): boolean {
  return findings.some(({ level }) => level === 'fault')
}

function toInner({ verdict, findings, reason = '' }: Result): string {
  if (verdict === 'passed') return ''
  if (verdict === 'skipped') return `<skipped message="${escape(reason)}"/>`
  return findings
    .map(({ name, level, seen, till, mend }) => {
      const text = escape(`seen: ${seen}\na till: ${till}\nmend: ${mend}`)
      return level === 'fault'
        ? `<failure message="${escape(name)}">${text}</failure>`
        : `<system-out>${escape(`${level}: ${name}`)}\n${text}</system-out>`
    })
    .join('')
}

function escape(text: string): string {
  return Array.from(text)
    .filter(isFitForXml)
    .join('')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** What XML cannot hold, not even escaped, is left out. */
function isFitForXml(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  const isControl = code < 0x20 && ![0x9, 0xa, 0xd].includes(code)
  return !isControl && !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff
}
