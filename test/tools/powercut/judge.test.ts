import { expect, it } from 'vitest'
import { judge, toVerdict, truthAt, type Truth } from './judge.js'
import type { Found } from './page/main.js'

const truth: Truth = {
  told: [
    { id: 'a', number: 1, at: 10 },
    { id: 'b', number: 2, at: 20 },
  ],
  arrivals: [{ number: 1, at: 15 }],
}

const entry = (id: string, state: string, isSent = false) => ({ id, state, isSent })

const found: Found = {
  entries: [entry('a', 'settled', true), entry('b', 'queued')],
  losses: [],
  kept: 0,
  next: 3,
}

const loss = { how: 'set-back', missing: 1 } as const

it('asks only for what had been told and sent by then', () => {
  expect(truthAt(truth, 15)).toEqual({ told: [truth.told[0]], arrivals: truth.arrivals })
  expect(truthAt(truth, 9)).toEqual({ told: [], arrivals: [] })
})

it('keeps what is all there', () => {
  expect(toVerdict(judge(found, truth), [])).toBe('kept')
})

it('counts what is missing as told only if the till says so', () => {
  const judgement = judge({ ...found, entries: [entry('a', 'settled', true)] }, truth)
  expect(judgement.missing).toEqual(['b'])
  expect(toVerdict(judgement, [])).toBe('silent')
  expect(toVerdict(judgement, [loss])).toBe('told')
})

it.each([
  [
    'an operation that was sent waits as if it had not been',
    { entries: [entry('a', 'queued'), entry('b', 'queued')] },
  ],
  ['a receipt number would be given out again', { next: 2 }],
  ['a history is broken', { altered: 'its line 2' }],
] as const)('counts it as silent if %s, whatever the till says', (_, change) => {
  const judgement = judge(
    { ...found, ...change, entries: [...('entries' in change ? change.entries : found.entries)] },
    truth,
  )
  expect(toVerdict(judgement, [loss])).toBe('silent')
})

it('lets an operation wait that was sent, if the journal knows it', () => {
  const judgement = judge({ ...found, entries: [entry('a', 'queued', true), entry('b', 'queued')] }, truth)
  expect(toVerdict(judgement, [])).toBe('kept')
})
