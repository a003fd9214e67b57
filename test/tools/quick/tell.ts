import type { Candidate, Choice } from './choose.js'

export interface Told {
  choice: Choice
  ended: readonly Candidate[]
  changed: readonly string[]
  seconds: number
  since: string
}

const namedMax = 8

/** What was run, what was not, and what runs the rest. */
export function tellOfRest({ choice, ended, changed, seconds, since }: Told): string {
  const { chosen, long, inBrowser, built, unreached } = choice
  const late = chosen.filter((candidate) => !ended.includes(candidate))
  const rest = [...late, ...long]
  const farthest = ended.at(-1)?.distance ?? 0
  const paths = (candidates: readonly Candidate[]) => candidates.map(({ path }) => path)
  const again = `npm run test:quick -- --all${since === 'HEAD' ? '' : ` --since ${since}`}`
  return [
    `Changed files since ${since}: ${changed.length}. Test files run in ${seconds} s, the nearest first: ${ended.length} of ${chosen.length + long.length}; imports between a change and the last of them: ${farthest}.`,
    ...list('No test imports or names', unreached),
    ...list('Not run, for want of time', paths(late)),
    ...list('Not run, known to be long', paths(long)),
    ...(rest.length > 0 ? [`  These, and what was run: ${again}`] : []),
    ...list('Not run, in Chromium', paths(inBrowser)),
    ...(inBrowser.length > 0 ? ['  npx vitest run --project browser'] : []),
    ...list('Not run, it needs a build', built),
    'Never run by this command: the browsers end to end, the packages, the oldest Dexie. All there is: npm test',
  ].join('\n')
}

function list(title: string, paths: readonly string[]): string[] {
  if (paths.length === 0) return []
  const named = paths.slice(0, namedMax).join(', ')
  const more = paths.length > namedMax ? `, and ${paths.length - namedMax} more` : ''
  return [`${title} (${paths.length}): ${named}${more}`]
}
