import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { floors } from './support/rooms.js'
import {
  findCircle,
  listSilentCatches,
  measureFunctions,
  readSources,
  type SourceFile,
} from './support/source.js'

/** Who may use which library; what is not named here may be imported by nobody. */
const homes: Record<string, readonly string[]> = {
  dexie: ['journal'],
  ky: ['transport'],
  'workbox-window': ['platform'],
  'workbox-precaching': ['demo'],
  '@point-of-sale/receipt-printer-encoder': ['escpos'],
  'better-sqlite3': ['service'],
  pg: ['service'],
  lit: ['elements', 'desk'],
  'lit/directives/repeat.js': ['elements', 'desk'],
  superstruct: ['domain', 'decide', 'journal', 'platform', 'till', 'conform', 'verify', 'open'],
}

/** Rooms that run in Node and not in a browser. */
const ofNode = ['sandbox', 'conform', 'verify', 'service', 'open']

const topLevel = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'src',
  'public',
  'test',
  'docs',
  'vite.config.ts',
  'eslint.config.js',
  'index.html',
  'README.md',
  'ARCHITECTURE.md',
  'CHANGELOG.md',
  'LICENSE',
]
const madeByTools = ['node_modules', 'dist', 'coverage']

const source = readSources('src')
const tests = readSources('test')

function pathToRoom(path: string): string {
  return (path.split('/')[1] ?? '').replace(/\.ts$/, '')
}

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true
  const [upper, lower] = [floors[from], floors[to]]
  return upper !== undefined && lower !== undefined && upper > lower
}

function listTrespasses({ path, imports }: SourceFile): string[] {
  return imports
    .filter((target) => !isAllowed(pathToRoom(path), pathToRoom(target)))
    .map((target) => `${path} imports ${target}`)
}

function listStrangers({ path, packages }: SourceFile): string[] {
  const room = pathToRoom(path)
  return packages
    .filter((name) => !(ofNode.includes(room) && name.startsWith('node:')) && !homes[name]?.includes(room))
    .map((name) => `${path} imports ${name}`)
}

/** Rooms that know the till by its public types alone. */
const guests = ['elements', 'telemetry']

/** Imports of the till's rooms that bring more than types; the nouns of the domain are pure and anybody's. */
function listUsed({ path, text }: SourceFile): string[] {
  const own = pathToRoom(path)
  const statements = text.match(/^import [^;]*? from '[^']+'/gm) ?? []
  return statements.filter((statement) => {
    const [, target] = /'(\.[^']+)'$/.exec(statement) ?? []
    if (target === undefined || statement.startsWith('import type ')) return false
    return ![own, 'domain'].includes(pathToRoom(join(dirname(path), target)))
  })
}

/** The names in a file's lists of exports. */
function listPublished(text: string): string[] {
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gm)].flatMap(([, list = '']) =>
    list.split(','),
  )
  return lists.map((name) => name.replace(/^\s*type /, '').trim()).filter((name) => name !== '')
}

describe('the house', () => {
  it('has every room on the staircase', () => {
    const rooms = new Set(source.map(({ path }) => pathToRoom(path)))
    expect([...rooms].filter((room) => room !== 'sandbox' && !(room in floors))).toEqual([])
    expect(rooms.size).toBeGreaterThan(10)
  })

  it('imports only from the floors below, types included', () => {
    expect(source.flatMap(listTrespasses)).toEqual([])
  })

  it('keeps each library in its room', () => {
    expect(source.flatMap(listStrangers)).toEqual([])
  })

  it('lets its guests know the till by its public types alone', () => {
    const visiting = source.filter(({ path }) => guests.includes(pathToRoom(path)))
    expect(visiting.length).toBeGreaterThan(15)
    expect(visiting.flatMap((file) => listUsed(file).map((line) => `${file.path}: ${line}`))).toEqual([])
  })

  it('lets the check of a service know the pure rooms alone', () => {
    const own = source.filter(({ path }) => pathToRoom(path) === 'conform')
    expect(own.length).toBeGreaterThan(10)
    const known = new Set(own.flatMap(({ imports }) => imports.map(pathToRoom)))
    expect([...known].sort()).toEqual(['conform', 'decide', 'domain'])
  })

  it('lets the kit for a service know the domain alone', () => {
    const own = source.filter(({ path }) => pathToRoom(path) === 'service')
    expect(own.length).toBeGreaterThan(8)
    const known = new Set(own.flatMap(({ imports }) => imports.map(pathToRoom)))
    expect([...known].sort()).toEqual(['domain', 'service'])
  })

  it('publishes through the one list of public names, each named once', () => {
    const index = source.find(({ path }) => path === 'src/index.ts')
    expect(index?.text).toBe("export * from './api.js'\n")
    const api = source.find(({ path }) => path === 'src/api.ts')
    const names = listPublished(api?.text ?? '')
    expect(names.length).toBeGreaterThan(100)
    expect(names).toEqual([...new Set(names)])
    expect(api?.text).not.toContain('*')
    // A worker's code cannot compile a page's: what it publishes is its own, and nothing of an inner room.
    const worker = source.find(({ path }) => path === 'src/worker.ts')
    expect(worker?.text).not.toMatch(/^export .* from /m)
  })

  it('has no circle of imports', () => {
    expect(findCircle(source)).toBeUndefined()
  })

  it('compiles the pure rooms without a browser in sight', () => {
    const base = JSON.parse(readFileSync('tsconfig.json', 'utf8')) as { compilerOptions: { lib: string[] } }
    const pure = JSON.parse(readFileSync('src/tsconfig.pure.json', 'utf8')) as {
      compilerOptions?: unknown
      include: string[]
    }
    expect(base.compilerOptions.lib).toEqual(['ES2022'])
    expect(pure.compilerOptions).toBeUndefined()
    expect(pure.include).toEqual(['domain', 'decide', 'replay'])
  })
})

/** The rooms of the journal: each may import from those before it, and views and transfer not from each other. */
const journalRooms = [['store'], ['seal'], ['queue'], ['views', 'transfer'], ['']]

function pathToJournalRoom(path: string): string {
  const [, , room = '', file] = path.split('/')
  return file === undefined ? '' : room
}

const isOfJournal = (path: string) => path.startsWith('src/journal/')

/** Imports between the rooms of the journal, as `file imports target`. */
function listCrossings({ path, imports }: SourceFile): { from: string; to: string; target: string }[] {
  if (!isOfJournal(path)) return []
  const from = pathToJournalRoom(path)
  return imports
    .filter((target) => isOfJournal(target) && pathToJournalRoom(target) !== from)
    .map((target) => ({ from, to: pathToJournalRoom(target), target }))
}

function isClimbing({ from, to }: { from: string; to: string }): boolean {
  const floorOf = (room: string) => journalRooms.findIndex((rooms) => rooms.includes(room))
  return floorOf(to) < 0 || floorOf(to) >= floorOf(from)
}

/** Whether a file looks by itself whether a row is damaged. */
function judgesRows({ text }: Pick<SourceFile, 'text'>): boolean {
  return /\bis\([^()]+, (Entry|Body|History|Receipt)Row\)/.test(text)
}

describe('the journal', () => {
  const files = source.filter(({ path }) => isOfJournal(path))
  const crossings = files.flatMap(listCrossings)

  it('imports only from the rooms below', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(crossings.filter(isClimbing)).toEqual([])
    expect(isClimbing({ from: 'store', to: 'queue' })).toBe(true)
    expect(isClimbing({ from: 'views', to: 'transfer' })).toBe(true)
    expect(isClimbing({ from: 'transfer', to: 'seal' })).toBe(false)
  })

  it('knows each room by its list of names alone', () => {
    const elsewhere = source.filter(({ path }) => !isOfJournal(path))
    const outside = elsewhere
      .flatMap(({ imports }) => imports)
      .filter((path) => path.startsWith('src/journal/'))
    const inner = [...crossings.map(({ target }) => target), ...outside].filter(
      (target) => pathToJournalRoom(target) !== '' && !target.endsWith('/index.ts'),
    )
    expect(inner).toEqual([])
  })

  it('lists in one file of each room what that room uses of those below', () => {
    const inner = files.filter(({ path }) => pathToJournalRoom(path) !== '')
    const crossing = inner.filter((file) => listCrossings(file).length > 0).map(({ path }) => path)
    expect(crossing.sort()).toEqual(
      ['queue', 'seal', 'transfer', 'views'].map((room) => `src/journal/${room}/below.ts`),
    )
  })

  it('judges in its store alone whether a row is sound', () => {
    const judging = files.filter(judgesRows).map(({ path }) => pathToJournalRoom(path))
    expect(new Set(judging)).toEqual(new Set(['store']))
  })

  it('does not grow together: no more imports cross its rooms than these', () => {
    expect(crossings.length).toBeLessThanOrEqual(crossingsMax)
  })
})

/** How many imports cross the rooms of the journal, its top included. */
const crossingsMax = 37

describe('every file', () => {
  it('stays under 400 lines', () => {
    const long = [...source, ...tests].filter(({ text }) => text.split('\n').length > 400)
    expect(long.map(({ path }) => path)).toEqual([])
  })

  it('keeps its functions under 60 lines', () => {
    const measured = source.flatMap(measureFunctions)
    expect(measured.filter(({ lines }) => lines >= 60)).toEqual([])
    expect(measured.length).toBeGreaterThan(100)
  })

  it('says why, wherever it drops an error', () => {
    const own = source.filter(({ path }) => !['sandbox', 'demo'].includes(pathToRoom(path)))
    expect(own.flatMap(listSilentCatches)).toEqual([])
  })

  it('exports by name only', () => {
    expect(source.filter(({ text }) => /^export default/m.test(text)).map(({ path }) => path)).toEqual([])
  })
})

describe('the top level', () => {
  it('holds only the allowed names', () => {
    const names = readdirSync('.').filter((name) => !name.startsWith('.') && !madeByTools.includes(name))
    expect(names.filter((name) => !topLevel.includes(name))).toEqual([])
  })
})

describe('the checks themselves', () => {
  const file = (path: string, imports: string[], packages: string[] = []): SourceFile => ({
    path,
    text: '',
    imports,
    packages,
  })

  it('see an import that climbs, and one between neighbours', () => {
    expect(listTrespasses(file('src/domain/a.ts', ['src/decide/b.ts']))).toHaveLength(1)
    expect(listTrespasses(file('src/journal/a.ts', ['src/transport/b.ts']))).toHaveLength(1)
    expect(listTrespasses(file('src/sandbox/a.ts', ['src/journal/b.ts']))).toHaveLength(1)
    expect(listTrespasses(file('src/sandbox/a.ts', ['src/domain/b.ts']))).toHaveLength(1)
    expect(listTrespasses(file('src/demo/a.ts', ['src/sandbox/b.ts']))).toHaveLength(1)
  })

  it('see a library out of its room', () => {
    expect(listStrangers(file('src/till/a.ts', [], ['dexie']))).toHaveLength(1)
    expect(listStrangers(file('src/domain/a.ts', [], ['left-pad']))).toHaveLength(1)
  })

  it('see an error that is dropped without a reason', () => {
    const listed = (text: string) => listSilentCatches({ path: 'a.ts', text })
    expect(listed('try { go() } catch { stay() }')).toEqual(['a.ts:1'])
    expect(listed('// It goes.\nawait begin()\nawait go().catch(() => undefined)')).toEqual(['a.ts:3'])
    expect(listed('go()\n  .then(stay)\n  .catch(() => 0)')).toEqual(['a.ts:3'])
    expect(listed('try { go() } catch {\n// It may not go.\n}')).toEqual([])
    expect(listed('// It may not go.\nawait go().catch(() => undefined)')).toEqual([])
    expect(listed('try { go() } catch (error) { tell(error) }\ngo().catch(tell)')).toEqual([])
  })

  it('see a circle', () => {
    expect(findCircle([file('a', ['b']), file('b', ['c']), file('c', ['a'])])).toEqual(['a', 'b', 'c', 'a'])
  })
})
