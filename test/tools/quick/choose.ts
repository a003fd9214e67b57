import type { SourceFile } from '../../support/source.js'

type Source = Pick<SourceFile, 'path' | 'text' | 'imports'>

/** A test file that reaches a change. */
export interface Candidate {
  path: string
  /** How many imports lie between it and the nearest changed file; 0 if it is changed itself. */
  distance: number
  project: 'node' | 'node-alone' | 'browser'
}

export interface Choice {
  /** In the order in which they are run. */
  chosen: Candidate[]
  /** Known to take too long. */
  long: Candidate[]
  /** Tests in Chromium that are farther away than the nearest test in Node. */
  inBrowser: Candidate[]
  /** End to end and packages: they need a build. */
  built: string[]
  /** Changed files that no test imports or names. */
  unreached: string[]
}

export interface Given {
  sources: readonly Source[]
  changed: readonly string[]
  /** How long a test took when it was last run here, in milliseconds. */
  readDuration: (candidate: Candidate) => number | undefined
  /** A test that took longer is left out. */
  longestMs: number
}

/** It reads all of the code by itself, and imports none of it. */
const houseTest = 'test/tidy.test.ts'

/** Everything that reaches the changed files, nearest first; of equally near ones those of the same name and folder, then the fastest. */
export function chooseTests({ sources, changed, readDuration, longestMs }: Given): Choice {
  const edges = listEdges(sources)
  const distances = measureDistances(edges, changed)
  const tests = sources.map(({ path }) => path).filter((path) => path.endsWith('.test.ts'))
  const isCode = changed.some((path) => path.endsWith('.ts'))
  if (isCode && tests.includes(houseTest)) distances.set(houseTest, distances.get(houseTest) ?? 1)
  const reached = tests.filter((path) => distances.has(path))
  const candidates = reached
    .filter((path) => !isBuilt(path))
    .map((path): Candidate => ({ path, distance: distances.get(path) ?? 0, project: projectOf(path) }))
  const durationOf = (candidate: Candidate) => readDuration(candidate) ?? 0
  const likenessOf = ({ path }: Candidate) => Math.max(...changed.map((other) => compareNames(other, path)))
  candidates.sort(
    (a, b) => a.distance - b.distance || likenessOf(b) - likenessOf(a) || durationOf(a) - durationOf(b),
  )
  const nearest = Math.min(...candidates.filter(isInNode).map(({ distance }) => distance || Infinity))
  const isNear = (candidate: Candidate) => isInNode(candidate) || candidate.distance <= nearest
  const isShort = (candidate: Candidate) => candidate.distance === 0 || durationOf(candidate) <= longestMs
  const near = candidates.filter(isNear)
  return {
    chosen: near.filter(isShort),
    long: near.filter((candidate) => !isShort(candidate)),
    inBrowser: candidates.filter((candidate) => !isNear(candidate)),
    built: reached.filter(isBuilt),
    unreached: changed.filter((path) => !tests.some((test) => measureDistances(edges, [path]).has(test))),
  }
}

function isInNode({ project }: Candidate): boolean {
  return project !== 'browser'
}

function projectOf(path: string): Candidate['project'] {
  if (path.endsWith('.browser.test.ts')) return 'browser'
  return path.endsWith('.alone.test.ts') ? 'node-alone' : 'node'
}

function isBuilt(path: string): boolean {
  return /^test\/(e2e|packages)\//.test(path)
}

/** How much the paths are alike: `test/journal/rows.test.ts` is of the folder and the name of `src/journal/store/rows.ts`. */
function compareNames(path: string, test: string): number {
  const [, folder = '', ...more] = path.split('/')
  const [, folderOfTest = ''] = test.split('/')
  const nameOf = (file = '') => file.split('.')[0]
  if (more.length === 0 || folder !== folderOfTest) return 0
  return nameOf(more.at(-1)) === nameOf(test.split('/').at(-1)) ? 2 : 1
}

/** Who imports a file, or names it as a text, as a test does that builds or reads it. */
function listEdges(sources: readonly Source[]): Map<string, string[]> {
  const users = new Map<string, string[]>()
  for (const { path, text, imports } of sources) {
    const named = [...text.matchAll(/['"`]([\w./-]+\.\w+)['"`]/g)].map(([, name = '']) => name)
    for (const used of new Set([...imports, ...named])) {
      if (used === path) continue
      const known = users.get(used)
      if (known) known.push(path)
      else users.set(used, [path])
    }
  }
  return users
}

function measureDistances(users: Map<string, string[]>, changed: readonly string[]): Map<string, number> {
  const distances = new Map(changed.map((path) => [path, 0]))
  // What is added while it is walked is walked too.
  for (const [path, distance] of distances)
    for (const user of users.get(path) ?? []) if (!distances.has(user)) distances.set(user, distance + 1)
  return distances
}
