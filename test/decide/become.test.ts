import { describe, expect, it } from 'vitest'
import { become, isActedOn, isExpected, type Standing } from '../../src/decide/become.js'
import type { Decision, NextState } from '../../src/decide/decision.js'
import { cleanReply, needsSecrets, touchesBody } from '../../src/decide/erasure.js'

const now = 1_000

const sending = {
  place: 7,
  shop: 'S01',
  state: 'sending',
  lanes: ['l1'],
  waitingSince: 10,
  sentAt: 20,
  keyHeader: 'Idempotency-Key',
  reason: undefined,
  head: 'h1',
  lines: 2,
} as const satisfies Standing & { place: number; shop: string }

const decision = (nextState: NextState, rest: Partial<Decision> = {}): Decision => ({
  ticket: {
    id: 'one',
    kind: 'refund',
    place: 7,
    attempts: 1,
    unknowns: 0,
    doubts: 0,
    renewals: 0,
    createdAt: 10,
    head: 'h1',
  },
  nextState,
  facts: {},
  line: { at: now, what: 'attempt' },
  ...rest,
})

const after = (nextState: NextState, rest: Partial<Decision> = {}) =>
  become<Standing>({ ...sending, lanes: [...sending.lanes] }, decision(nextState, rest), {
    head: 'h2',
    now,
  })

describe('what an entry becomes', () => {
  it('has the next hash and one line more, and keeps what never changes', () => {
    for (const state of [
      { state: 'settled' },
      { state: 'voided' },
      { state: 'queued', dueAt: 5 },
      { state: 'parked', reason: 'unknown' },
    ] satisfies NextState[])
      expect(after(state)).toMatchObject({ place: 7, shop: 'S01', head: 'h2', lines: 3, state: state.state })
  })

  it('lets go of its lanes at its end only', () => {
    expect(after({ state: 'settled' })).not.toHaveProperty('lanes')
    expect(after({ state: 'voided' })).not.toHaveProperty('waitingSince')
    expect(after({ state: 'parked', reason: 'conflict' })).toMatchObject({ lanes: ['l1'], waitingSince: 10 })
    expect(after({ state: 'queued', dueAt: 5 })).toMatchObject({ lanes: ['l1'], waitingSince: 10, dueAt: 5 })
  })

  it('was never sent, if no request left the till', () => {
    const unsent = after({ state: 'queued', dueAt: 5 }, { facts: { isUnsent: true } })
    expect(unsent).not.toHaveProperty('sentAt')
    expect(unsent).not.toHaveProperty('keyHeader')
    expect(after({ state: 'queued', dueAt: 5 })).toMatchObject({ sentAt: 20, keyHeader: 'Idempotency-Key' })
  })

  it('says since when the service itself set its time', () => {
    expect(after({ state: 'queued', dueAt: 5, isFirm: true })).toMatchObject({ isFirm: true, firmSince: now })
    expect(after({ state: 'queued', dueAt: 5 })).not.toHaveProperty('isFirm')
  })

  it('says how it stood before it was handed over', () => {
    const moved = after({ state: 'parked', reason: 'moved', file: 'f1' })
    expect(moved).toMatchObject({ reason: 'moved', movedFrom: { state: 'sending', file: 'f1' } })
  })

  it('needs its secrets until its end, also where it has expired: the clock may be wrong', () => {
    for (const reason of ['expired', 'unknown'] as const)
      expect(needsSecrets(after({ state: 'parked', reason }))).toBe(true)
    expect(needsSecrets(after({ state: 'settled' }))).toBe(false)
  })
})

describe('who decides', () => {
  const byPerson = {
    line: { at: now, what: 'resolved', by: 'Ann', reason: 'seen' },
  } satisfies Partial<Decision>

  it('is the run for what is under way, and a person for all else', () => {
    expect(isExpected(decision({ state: 'settled' }), { state: 'sending' })).toBe(true)
    expect(isExpected(decision({ state: 'settled' }), { state: 'parked' })).toBe(false)
    expect(isExpected(decision({ state: 'voided' }, byPerson), { state: 'sending' })).toBe(false)
    expect(isExpected(decision({ state: 'voided' }, byPerson), { state: 'queued' })).toBe(true)
    expect(isExpected(decision({ state: 'parked', reason: 'expired' }), { state: 'queued' })).toBe(false)
    const waits = decision({ state: 'parked', reason: 'expired' }, { isWaiting: true })
    expect(isExpected(waits, { state: 'queued' })).toBe(true)
  })

  it('is the person who was quicker than the run', () => {
    const waits = decision({ state: 'parked', reason: 'expired' }, { isWaiting: true })
    expect(isActedOn(waits, { ...sending, lanes: [], state: 'queued' })).toBe(false)
    expect(isActedOn(waits, { ...sending, lanes: [], state: 'voided' })).toBe(true)
    expect(isActedOn(waits, { ...sending, lanes: [], state: 'queued', head: 'h9' })).toBe(true)
    expect(isActedOn(waits, undefined)).toBe(true)
    expect(isActedOn(decision({ state: 'settled' }), undefined)).toBe(false)
  })
})

describe('what is erased', () => {
  it('a decision touches what is sealed if it ends the entry or brings a reply', () => {
    const reply = { status: 503, headers: {}, body: null, at: now }
    expect(touchesBody({ nextState: { state: 'queued', dueAt: 0 } })).toBe(false)
    expect(touchesBody({ nextState: { state: 'queued', dueAt: 0 }, reply })).toBe(true)
    for (const reason of ['unknown', 'expired'] as const)
      expect(touchesBody({ nextState: { state: 'parked', reason } })).toBe(false)
    for (const nextState of [{ state: 'settled' }, { state: 'voided' }] satisfies NextState[])
      expect(touchesBody({ nextState })).toBe(true)
  })

  it('a reply keeps its status, its time and the transaction, and nothing else', () => {
    const body = { TransactionID: 12, Holder: 'Ann Lee', Nested: { Phone: '123' } }
    const reply = { status: 200, at: now, headers: { etag: '"1"', 'x-name': 'Ann' }, body }
    expect(cleanReply(reply)).toEqual({ status: 200, at: now, headers: {}, body: { TransactionID: 12 } })
    expect(cleanReply({ ...reply, body: { TransactionID: 'Ann' } }).body).toBeNull()
  })
})
