import { expect, it } from 'vitest'
import { buildStates, findNewLogs, planCuts, type Cut, type Manner } from './states.js'
import type { Names } from './disk.js'
import type { Request, Step } from './trace.js'

/** Steps that take a millisecond each, one after the other. */
function toSteps(requests: readonly Request[]): Step[] {
  return requests.map((request, index) => ({ ...request, from: index, to: index + 0.5 }))
}

const write = (path: string, at: number, text: string): Request => {
  return { what: 'write', path, at, bytes: Buffer.from(text) }
}

function leave(
  requests: readonly Request[],
  manner: Manner,
  names: Names,
  before: Record<string, string> = {},
  seed = 0,
): Record<string, string> {
  const cut: Cut = { after: requests.length, manner, names, sector: 512, seed }
  const base = new Map(Object.entries(before).map(([path, text]) => [path, Buffer.from(text)]))
  const [state] = buildStates(toSteps(requests), base, [cut])
  return Object.fromEntries([...(state?.files ?? [])].map(([path, bytes]) => [path, bytes.toString()]))
}

const rules = ['journal', 'loose'] as const

it.each(rules)('keeps what was synced, and of the rest what the cut says (%s)', (names) => {
  const requests = [
    write('a/log', 3, 'two'),
    { what: 'sync', path: 'a/log' } as const,
    write('a/log', 6, '!'),
  ]
  expect(leave(requests, 'none', names, { 'a/log': 'one' })).toEqual({ 'a/log': 'onetwo' })
  expect(leave(requests, 'all', names, { 'a/log': 'one' })).toEqual({ 'a/log': 'onetwo!' })
})

it('counts a write that ended after a sync was asked for as not synced', () => {
  const steps: Step[] = [
    { what: 'write', path: 'a', at: 0, bytes: Buffer.from('x'), from: 0, to: 3 },
    { what: 'sync', path: 'a', from: 2, to: 4 },
  ]
  const cut: Cut = { after: 2, manner: 'none', names: 'journal', sector: 512, seed: 0 }
  const [state] = buildStates(steps, new Map([['a', Buffer.alloc(0)]]), [cut])
  expect(state?.files.get('a')?.length).toBe(0)
})

it('keeps with the sync of any file all names that changed before it, where the disk has a journal', () => {
  const requests: Request[] = [
    { what: 'create', path: 'a/new' },
    { what: 'unlink', path: 'a/old' },
    { what: 'sync', path: 'b/other' },
  ]
  const before = { 'a/old': '', 'b/other': '' }
  expect(Object.keys(leave(requests, 'none', 'journal', before)).sort()).toEqual(['a/new', 'b/other'])
  expect(Object.keys(leave(requests, 'none', 'loose', before)).sort()).toEqual(['a/old', 'b/other'])
})

it.each(rules)('keeps the name of a file that was synced itself (%s)', (names) => {
  const requests: Request[] = [
    { what: 'create', path: 'a/new' },
    write('a/new', 0, 'text'),
    { what: 'sync', path: 'a/new' },
  ]
  expect(leave(requests, 'none', names)).toEqual({ 'a/new': 'text' })
})

it.each(rules)(
  'keeps a file that was made again after its name was synced, whatever the folder brings later (%s)',
  (names) => {
    const requests: Request[] = [
      { what: 'create', path: 'a/log' },
      { what: 'unlink', path: 'a/log' },
      { what: 'create', path: 'a/log' },
      write('a/log', 0, 'text'),
      { what: 'sync', path: 'a/log' },
      { what: 'sync', path: 'a' },
    ]
    for (const manner of ['all', 'none'] as const)
      expect(leave(requests, manner, names)).toEqual({ 'a/log': 'text' })
  },
)

it.each(rules)('keeps names when their folder is synced, and not what they stand for (%s)', (names) => {
  const requests: Request[] = [
    { what: 'create', path: 'a/new' },
    write('a/new', 0, 'text'),
    { what: 'sync', path: 'a' },
  ]
  expect(leave(requests, 'none', names)).toEqual({ 'a/new': '' })
})

it('writes a file before it takes another’s place only where the disk has a journal', () => {
  const requests: Request[] = [
    { what: 'create', path: 'a/draft' },
    write('a/draft', 0, 'new'),
    { what: 'rename', path: 'a/draft', target: 'a/file' },
    { what: 'sync', path: 'a' },
  ]
  const before = { 'a/file': 'old' }
  expect(leave(requests, 'none', 'journal', before)).toEqual({ 'a/file': 'new' })
  expect(leave(requests, 'none', 'loose', before)).toEqual({ 'a/file': '' })
})

it('cuts a file short, and fills up with zeros what was not written', () => {
  const requests: Request[] = [{ what: 'truncate', path: 'a', size: 2 }, write('a', 4, 'x')]
  expect(leave(requests, 'all', 'journal', { a: 'abcdef' })).toEqual({ a: 'ab\0\0x' })
})

it('tears writes at sectors, and leaves every sector as it was or as it should be', () => {
  const [old, fresh] = ['o'.repeat(2_048), 'n'.repeat(2_048)]
  const lefts = Array.from({ length: 40 }, (_, seed) => {
    return leave([write('a', 0, fresh)], 'torn', 'journal', { a: old }, seed).a ?? ''
  })
  for (const left of lefts) expect(left).toMatch(/^(o{512}|n{512}){4}$/)
  expect(lefts.some((left) => /on+$/.test(left))).toBe(true)
  const early = Array.from({ length: 40 }, (_, seed) => {
    return leave([write('a', 0, fresh)], 'early', 'journal', { a: old }, seed).a ?? ''
  })
  for (const left of early) expect(left).toMatch(/^(n{512})*(o{512})*$/)
})

it('cuts before and after each sync, in time, and the same for the same seed', () => {
  const steps = toSteps([write('a', 0, 'x'), { what: 'sync', path: 'a' }, write('a', 1, 'y')])
  const cuts = planCuts(steps, 0, 100, 7)
  expect(cuts).toEqual(planCuts(steps, 0, 100, 7))
  expect(cuts).not.toEqual(planCuts(steps, 0, 100, 8))
  expect(cuts).toHaveLength(100)
  const places = cuts.map(({ after }) => after)
  expect(places).toEqual([...places].sort((left, right) => left - right))
  for (const after of [1, 2]) expect(places).toContain(after)
})

it('cuts after each sync of a new log, beside which the log before it is not synced', () => {
  const [old, fresh] = ['a/db.leveldb/000003.log', 'a/db.leveldb/000005.log']
  const steps = toSteps([
    write(old, 0, 'x'),
    { what: 'sync', path: old },
    write(old, 1, 'y'),
    { what: 'create', path: fresh },
    write(fresh, 0, 'z'),
    { what: 'sync', path: fresh },
    { what: 'unlink', path: old },
    write(fresh, 1, 'z'),
    { what: 'sync', path: fresh },
    // The log of another database is another’s business.
    write('b/db.leveldb/000003.log', 0, 'x'),
    { what: 'sync', path: fresh },
    // So many that a cut at random hardly meets the one.
    ...Array.from({ length: 200 }, (): Request => ({ what: 'sync', path: 'a/other' })),
  ])
  expect([...findNewLogs(steps)]).toEqual([5])
  const cuts = planCuts(steps, 0, 40, 7).filter(({ after, manner }) => after === 6 && manner === 'none')
  expect(new Set(cuts.map(({ names }) => names))).toEqual(new Set(['journal', 'loose']))
  const [left] = buildStates(steps, new Map([[old, Buffer.alloc(0)]]), cuts)
  expect(left?.files.get(fresh)?.toString()).toBe('z')
  expect(left?.files.get(old)?.toString()).toBe('x')
})
