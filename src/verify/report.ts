import type { CheckReport } from './check.js'
import type { Deed, Finding } from './finding.js'

const deedWords: Record<Deed, string> = {
  removed: 'REMOVED',
  altered: 'ALTERED',
  added: 'ADDED',
  reordered: 'REORDERED',
  'rolled-back': 'OLDER STATE',
  'log-altered': 'LOG ALTERED',
}

/** The report in lines for a person. */
export function describeReport(report: CheckReport, isKeptApart: boolean): string[] {
  const { origin, at, entries, deleted, erased, unseen, compared, older, findings, key } = report
  const facts = [
    `Log: ${origin}`,
    ...(at ? [`Written: ${at.toISOString()}, by the till's clock`] : []),
    `Entries: ${entries}; of ${erased} the personal data was erased by retention`,
    `Deleted by retention: ${deleted.length}`,
    ...deleted.map((id) => `  ${id}${unseen.includes(id) ? ': no checkpoint saw how it ended' : ''}`),
    `Checkpoints kept apart: ${compared} compared${older > 0 ? `, ${older} older than this log` : ''}`,
  ]
  if (findings.length > 0) return [...facts, '', ...findings.map(describeFinding)]
  const verdict = 'Everything is as the till signed it.'
  if (compared > 0) return [...facts, '', verdict]
  const caution = isKeptApart
    ? 'Without a checkpoint kept apart, an older state of the whole journal looks the same.'
    : `Nothing was kept apart to compare with: whoever wrote this file anew under another key, or put an older state back, is not found out. Its key: ${key}`
  return [...facts, '', verdict, caution]
}

function describeFinding({ deed, id, place, detail }: Finding): string {
  const subject = [id, place === undefined ? undefined : `(place ${place})`].filter(Boolean).join(' ')
  return `${deedWords[deed]} ${subject === '' ? detail : `${subject}: ${detail}`}`
}
