import { describe, expect, it } from 'vitest'
import type { Policy } from '../../src/decide/policy.js'
import { countTakenOver, mayHaveCome, placeTakenOver, type Placement } from '../../src/decide/transfer.js'
import type { Ticket } from '../../src/domain/ticket.js'
import { freshTicket } from '../support/tickets.js'

const createdAt = 1_000
const tillHeader = 'Idempotency-Key'
const base: Ticket = { ...freshTicket, place: 0, attempts: 1, unknowns: 1, doubts: 2, createdAt }
const placement: Placement = { state: 'queued' }
const policy: Policy = { replay: {}, key: { header: 'idempotency-key', lifetimeMs: 3_600_000 } }

describe('an entry taken over from a dead till', () => {
  it('counts one more attempt of unknown outcome, sent as early as it was entered', () => {
    expect(countTakenOver({ ticket: base, placement })).toEqual({
      unknowns: 2,
      doubts: 3,
      sentAt: createdAt,
    })
  })

  it.each<[string, Partial<Ticket>, string | undefined, string | undefined]>([
    ['unsent, under its till’s header', { key: 'k' }, tillHeader, tillHeader],
    ['unsent, where the till’s header is not known', { key: 'k' }, undefined, undefined],
    [
      'sent, under its header, which is its till’s',
      { key: 'k', sentAt: 5, keyHeader: tillHeader },
      tillHeader.toUpperCase(),
      tillHeader.toUpperCase(),
    ],
    [
      'sent under another than its till’s, under none: it may have gone under both',
      { key: 'k', sentAt: 5, keyHeader: 'X-Key' },
      tillHeader,
      undefined,
    ],
    [
      'sent under one, where the till’s is not known, under none',
      { key: 'k', sentAt: 5, keyHeader: 'X-Key' },
      undefined,
      undefined,
    ],
    ['sent without a key, under none', { key: 'k', sentAt: 5 }, tillHeader, undefined],
    ['without a key, under none', {}, tillHeader, undefined],
  ])('%s', (_, facts, header, keyHeader) => {
    const found = countTakenOver({ ticket: { ...base, ...facts }, placement, tillHeader: header })
    expect(found.keyHeader).toBe(keyHeader)
    expect(found.sentAt).toBe(facts.sentAt ?? createdAt)
  })

  it.each<[string, Partial<Ticket>, string | undefined, number, Placement]>([
    ['goes on while the service recognises a repeat', { key: 'k' }, tillHeader, 2_000, { state: 'queued' }],
    [
      'parks once the key may have expired, counted from when it was entered',
      { key: 'k' },
      tillHeader,
      createdAt + 3_600_000,
      { state: 'parked', reason: 'unknown' },
    ],
    [
      'parks under another header',
      { key: 'k' },
      'X-Request-Id',
      2_000,
      { state: 'parked', reason: 'unknown' },
    ],
    ['parks without a key', {}, tillHeader, 2_000, { state: 'parked', reason: 'unknown' }],
  ])('%s', (_, facts, header, now, expected) => {
    const arrival = { ticket: { ...base, ...facts }, placement, tillHeader: header }
    expect(placeTakenOver(arrival, policy, now, { isUnchanged: true })).toEqual(expected)
  })

  it('parks without its secrets, which the service would take for another request', () => {
    const arrival = { ticket: { ...base, key: 'k' }, placement, tillHeader, isBare: true }
    expect(placeTakenOver(arrival, policy, 2_000, { isUnchanged: true })).toEqual({
      state: 'parked',
      reason: 'unknown',
    })
  })

  it('stays with the till that has it, if it was handed over', () => {
    const moved = { ticket: base, placement: { state: 'parked', reason: 'moved' } } as const
    expect(placeTakenOver(moved, policy, 2_000, { isUnchanged: true })).toBeUndefined()
  })

  it('stands as handed over where its own till brings it back', () => {
    const moved = { ticket: base, placement: { state: 'parked', reason: 'moved' } } as const
    expect(placeTakenOver(moved, policy, 2_000, { isOwn: true, isUnchanged: true })).toEqual(moved.placement)
  })
})

describe('a file may have come in before, in what was lost here,', () => {
  const hour = 3_600_000
  const [lostUntil, now] = [100 * hour, 110 * hour]

  it.each<[string, boolean, { at: number; clockOffsetMs?: number }, number]>([
    ['if it was made before that was last seen', true, { at: 99 * hour }, 0],
    ['if it was made in the minute after, since clocks differ', true, { at: lostUntil + 60_000 }, 0],
    ['and not if it was made later', false, { at: 101 * hour }, 0],
    ['if it was made before, by the service’s clock', true, { at: 104 * hour, clockOffsetMs: -5 * hour }, 0],
    ['and not if it was made later, by the service’s clock', false, { at: 99 * hour }, -5 * hour],
  ])('%s', (_, expected, file, clockOffsetMs) => {
    expect(mayHaveCome(file, { now, clockOffsetMs }, lostUntil)).toBe(expected)
  })

  it('and not where nothing was lost', () => {
    expect(mayHaveCome({ at: 0 }, { now }, -Infinity)).toBe(false)
  })
})
