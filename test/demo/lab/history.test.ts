import { describe, expect, it } from 'vitest'
import { entryToLane, isAttempt, lanesToMoments, outcomeToSign } from '../../../src/demo/lab/history.js'
import type { HistoryItem, ListedEntry } from '../../../src/index.js'
import { outcomeTags } from '../../../src/domain/outcome.js'

const start = 1_000_000
const at = (seconds: number) => new Date(start + seconds * 1_000)
const ms = (seconds: number) => at(seconds).getTime()

function line(seconds: number, what: HistoryItem['what'], facts: Partial<HistoryItem> = {}): HistoryItem {
  return { at: at(seconds), what, ...facts }
}

function entryOf(facts: Partial<ListedEntry> & Pick<ListedEntry, 'state' | 'history'>): ListedEntry {
  return {
    id: 'e1',
    kind: 'refund',
    shop: 'S01',
    terminal: 'T1',
    cards: ['••••0042'],
    createdAt: at(0),
    revision: 1,
    request: {},
    ...facts,
  } as ListedEntry
}

const none = new Map<string, number[]>()

describe('a lane', () => {
  it('waits from being rung up until it was seen to leave, and ends settled', () => {
    const entry = entryOf({
      state: 'settled',
      settledAt: at(10),
      history: [line(0, 'rung-up'), line(10, 'attempt', { outcome: 'acknowledged' })],
    })
    const lane = entryToLane(entry, new Map([['e1', [ms(7)]]]), ms(99))
    expect(lane).toMatchObject({ from: ms(0), until: ms(10) })
    expect(lane?.stretches).toEqual([
      { kind: 'waiting', from: ms(0), until: ms(7) },
      { kind: 'attempt', from: ms(7), until: ms(10), sign: 'done' },
    ])
    expect(lane?.points).toEqual([
      { kind: 'rung-up', at: ms(0) },
      { kind: 'settled', at: ms(10) },
    ])
  })

  it('shows an attempt that nobody saw leave as a moment', () => {
    const entry = entryOf({
      state: 'queued',
      history: [line(0, 'rung-up'), line(5, 'attempt', { outcome: 'busy' })],
    })
    expect(entryToLane(entry, none, ms(8))?.stretches).toEqual([
      { kind: 'waiting', from: ms(0), until: ms(5) },
      { kind: 'attempt', from: ms(5), until: ms(5), sign: 'later' },
      { kind: 'waiting', from: ms(5), until: ms(8) },
    ])
  })

  it('stays parked until a person decides', () => {
    const entry = entryOf({
      state: 'settled',
      settledAt: at(40),
      history: [
        line(0, 'rung-up'),
        line(2, 'attempt', { outcome: 'silent' }),
        line(40, 'mark-applied', { by: 'Ada', reason: 'seen' }),
      ],
    })
    const lane = entryToLane(entry, none, ms(99))
    expect(lane?.stretches.at(-1)).toEqual({ kind: 'parked', from: ms(2), until: ms(40) })
    expect(lane?.points.map(({ kind, at: when }) => [kind, when])).toEqual([
      ['rung-up', ms(0)],
      ['parked', ms(2)],
      ['person', ms(40)],
      ['settled', ms(40)],
    ])
  })

  it('goes on to this moment while it is parked, and while it is being sent', () => {
    const parked = entryOf({
      state: 'parked',
      reason: 'unknown',
      history: [line(0, 'rung-up'), line(2, 'attempt', { outcome: 'silent' })],
    })
    expect(entryToLane(parked, none, ms(60))?.stretches.at(-1)).toEqual({
      kind: 'parked',
      from: ms(2),
      until: ms(60),
    })
    const sending = entryOf({ state: 'sending', history: [line(0, 'rung-up')] })
    expect(entryToLane(sending, new Map([['e1', [ms(3)]]]), ms(9))?.stretches).toEqual([
      { kind: 'waiting', from: ms(0), until: ms(3) },
      { kind: 'attempt', from: ms(3), until: ms(9) },
    ])
  })

  it('tells what was voided while waiting from what was voided while parked', () => {
    const waiting = entryOf({
      state: 'voided',
      history: [line(0, 'rung-up'), line(9, 'void', { by: 'Ada', reason: 'mistake' })],
    })
    expect(entryToLane(waiting, none, ms(99))).toMatchObject({
      until: ms(9),
      stretches: [{ kind: 'waiting', from: ms(0), until: ms(9) }],
    })
    const parked = entryOf({
      state: 'voided',
      history: [
        line(0, 'rung-up'),
        line(1, 'attempt', { outcome: 'rejected' }),
        line(9, 'void', { by: 'Ada', reason: 'mistake' }),
      ],
    })
    expect(entryToLane(parked, none, ms(99))?.stretches.at(-1)?.kind).toBe('parked')
  })

  it('is not drawn where the beginning is not known', () => {
    expect(
      entryToLane(
        {
          id: 'x',
          kind: 'unknown',
          state: 'parked',
          reason: 'unreadable',
          cards: [],
          request: {},
          history: [],
        },
        none,
        ms(1),
      ),
    ).toBeUndefined()
  })

  it('gives every moment it needs room for', () => {
    const entry = entryOf({ state: 'queued', history: [line(0, 'rung-up')] })
    const lane = entryToLane(entry, none, ms(3))
    expect(new Set(lanesToMoments(lane ? [lane] : []))).toEqual(new Set([ms(0), ms(3)]))
  })
})

describe('the signs', () => {
  it('say done of nothing but what the service has', () => {
    expect(outcomeTags.filter((tag) => outcomeToSign(tag) === 'done')).toEqual([
      'acknowledged',
      'found-applied',
    ])
  })

  it('count as sent only what left the till', () => {
    expect(isAttempt(line(0, 'attempt', { outcome: 'silent' }))).toBe(true)
    expect(isAttempt(line(0, 'recovery', { outcome: 'interrupted' }))).toBe(true)
    expect(isAttempt(line(0, 'attempt', { outcome: 'unsent' }))).toBe(false)
    expect(isAttempt(line(0, 'send-again', { by: 'Ada' }))).toBe(false)
  })
})
