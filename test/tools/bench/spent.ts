import { existsSync, readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stayOnCores } from './cores.js'
import { describeMachine } from './report.js'
import { settingOf } from './settings.js'
import { clearStage, playScene, startService, type Scene, type Service } from './stage.js'

// Tells on what the thread that works spends its time, by sampling it. A page that works alone also delivers, by the
// same code as a worker; so all of it is seen on one thread.

const { values } = parseArgs({ options: { operations: { type: 'string', default: '1000' } } })
const operations = Number(values.operations)
const pages = 'dist/bench/pages'
const limitMs = 120_000

interface Act {
  prepare?: (scene: Scene, service: Service) => Promise<unknown>
  play: (scene: Scene) => Promise<unknown>
}

const keepSome = ({ call }: Scene) => call('keepBurst', 0, operations)

const acts: Record<string, Act> = {
  'ring up, one after the other': {
    prepare: ({ call }) => call('ready', 0, operations),
    play: ({ call }) => call('keepEach', 0, operations, limitMs),
  },
  'ring up, all at once': { prepare: ({ call }) => call('ready', 0, operations), play: keepSome },
  'claim the next': { prepare: keepSome, play: ({ call }) => call('claim', Math.min(operations, 300)) },
  'deliver at 0 ms': {
    prepare: async (scene, service) => {
      await keepSome(scene)
      service.set({ isDown: false, latencyMs: 0 })
    },
    play: ({ call }) => call('deliver'),
  },
}

interface CallFrame {
  functionName: string
  url: string
  lineNumber: number
  columnNumber: number
}

interface Profile {
  nodes: { id: number; callFrame: CallFrame }[]
  samples?: number[]
  timeDeltas?: number[]
}

/** What the browser's own functions belong to; those of the profiler stand in brackets. */
const parts: [RegExp, string][] = [
  [/^\(garbage/, 'garbage collection'],
  [/^\(idle/, 'idle'],
  [/^\(program/, 'the browser itself'],
  [/^(put|add|delete|get|getAll|getAllKeys|count|openCursor|openKeyCursor|continue)$/, 'IndexedDB'],
  [/^(transaction|commit|objectStore|index|only|bound|lowerBound|upperBound|get \w+)$/, 'IndexedDB'],
  [/^(fetch|Request|Response|Headers|text|json|arrayBuffer|clone|timeout|any|abort)$/, 'fetch'],
  [/^(encrypt|decrypt|sign|digest|getRandomValues|importKey)$/, 'WebCrypto'],
  [/^(Blob|getFileHandle|createWritable|write|close|getFile|slice|removeEntry)$/, 'files'],
]

const maps = new Map<string, SourceMap | undefined>()

function findMap(url: string): SourceMap | undefined {
  const path = join(pages, `${new URL(url).pathname}.map`)
  if (!maps.has(url) && existsSync(path))
    maps.set(url, new SourceMap(JSON.parse(readFileSync(path, 'utf8')) as SourceMapPayload))
  return maps.get(url)
}

/** The library, or the room of the package, in which a function stands. */
function frameToPart({ functionName, url, lineNumber, columnNumber }: CallFrame): string {
  if (url === '')
    return parts.find(([names]) => names.test(functionName))?.[1] ?? 'other calls of the browser'
  if (!url.startsWith('http')) return 'the bench'
  const entry = findMap(url)?.findEntry(lineNumber, columnNumber)
  const source = entry && 'originalSource' in entry ? entry.originalSource : ''
  const library = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)
  const room = /\/src\/(journal\/[a-z]+(?=\/)|[a-z]+)/.exec(source)
  return library?.[1] ?? room?.[1] ?? 'the bench'
}

/** Milliseconds by part. */
function sumParts({ nodes, samples = [], timeDeltas = [] }: Profile): Map<string, number> {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, frameToPart(callFrame)]))
  const spent = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? 'the bench'
    spent.set(part, (spent.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1_000)
  }
  return spent
}

async function sample(name: string, { prepare, play }: Act, service: Service): Promise<void> {
  const setting = { ...settingOf('leveldb'), isAlone: true }
  await playScene({ name: 'counterfoil', setting, service }, async (scene) => {
    await scene.call('opened')
    await prepare?.(scene, service)
    const session = await scene.tab.inspect?.()
    if (!session) throw new Error('only Chromium can be looked into')
    await session.send('Profiler.enable')
    await session.send('Profiler.setSamplingInterval', { interval: 200 })
    await session.send('Profiler.start')
    await play(scene)
    const { profile } = await session.send('Profiler.stop')
    tell(name, sumParts(profile))
  })
}

function tell(name: string, spent: Map<string, number>): void {
  const idleMs = spent.get('idle') ?? 0
  spent.delete('idle')
  const busyMs = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  console.log(`\n${name}: ${busyMs.toFixed(0)} ms busy, ${idleMs.toFixed(0)} ms idle`)
  for (const [part, ms] of [...spent].sort(([, left], [, right]) => right - left)) {
    const share = (100 * ms) / busyMs
    if (share >= 1) console.log(`${share.toFixed(0).padStart(4)} %  ${part}`)
  }
}

console.log(`${operations} operations; ${describeMachine(stayOnCores(2))}`)
const service = await startService()
try {
  for (const [name, act] of Object.entries(acts)) await sample(name, act, service)
} finally {
  await clearStage()
  service.stop()
}
