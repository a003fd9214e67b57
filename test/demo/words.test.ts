import { describe, expect, it } from 'vitest'
import {
  amountToText,
  countToText,
  entryToSubject,
  historyToWords,
  idToText,
  maskCard,
  parkToWords,
  pauseToWords,
  storageToWords,
  timeToText,
  workerToWords,
} from '../../src/demo/words.js'
import type { ListedEntry } from '../../src/index.js'

const now = new Date(2026, 10, 21, 12, 0, 0)
const later = new Date(2026, 10, 21, 12, 0, 30)

it('a count that could not be read is a dash, never zero', () => {
  expect(countToText(undefined)).toBe('–')
  expect(countToText(0)).toBe('0')
  expect(countToText(100_000)).toBe('100,000')
})

it('amounts are euros; an unknown one is a dash', () => {
  expect(amountToText(1234.5)).toBe('€1,234.50')
  expect(amountToText(-3)).toBe('-€3.00')
  expect(amountToText(undefined)).toBe('–')
  expect(amountToText(NaN)).toBe('–')
})

it('a time of another day carries its day', () => {
  expect(timeToText(later, now)).toBe('12:00:30')
  expect(timeToText(new Date(2026, 10, 20, 9, 5, 1), now)).toContain('20')
})

describe('parkToWords', () => {
  const reply = { status: 400, headers: {}, body: null, at: now }

  it('warns of a second sending when the outcome is unknown', () => {
    expect(parkToWords('unknown')).toBe('Sent, no answer. Check the card before sending it again.')
    expect(parkToWords('unknown', { ...reply, status: 500 })).toContain('leaves open')
  })

  it('quotes what the service said', () => {
    expect(parkToWords('rejected', { ...reply, problem: { title: 'No such card' } })).toBe(
      'The service rejected it. “No such card”',
    )
    expect(parkToWords('rejected', reply)).toBe('The service rejected it.')
  })
})

it('a pause says why, and when the till tries again', () => {
  const pause = { scope: 'service', reason: 'offline', since: now, until: later } as const
  expect(pauseToWords(pause, now)).toBe(
    'The card service cannot be reached. The till tries again at 12:00:30.',
  )
  const { until: _, ...endless } = pause
  expect(pauseToWords(endless, now)).toBe('The card service cannot be reached.')
})

it('a worker that does not work says what happens instead', () => {
  expect(workerToWords({ state: 'held-back', detail: 'service.headers' })).toContain('service.headers')
  expect(workerToWords({ state: 'failed', detail: 'blocked' })).toContain('while this page is open')
})

it('a till whose data cannot be reached says what to do, and one that is well says nothing', () => {
  expect(storageToWords({ state: 'open', isPersistent: false })).toBe('')
  expect(storageToWords({ state: 'outdated' })).toContain('Load this page again')
  expect(storageToWords({ state: 'low' })).toContain('nearly full')
  expect(storageToWords({ state: 'lost' })).toContain('keeps trying')
})

it('a history item reads as a sentence', () => {
  expect(historyToWords({ at: now, what: 'rung-up', by: 'Ada' })).toBe('Rung up by Ada')
  expect(historyToWords({ at: now, what: 'attempt', outcome: 'rejected', status: 400 })).toBe(
    'Sent: the service rejected it (status 400)',
  )
  expect(historyToWords({ at: now, what: 'recovery', outcome: 'interrupted', detail: 'ended' })).toBe(
    'Looked at again: the till stopped before the answer came (ended)',
  )
})

it('an entry is about its cards, else about its order', () => {
  const entry = { cards: [], request: { OrderID: 12, ExternalOrderID: 'E' } } as unknown as ListedEntry
  expect(entryToSubject(entry)).toBe('Order 12')
  expect(entryToSubject({ ...entry, cards: ['••••1', '••••2'] })).toBe('••••1, ••••2')
  expect(entryToSubject({ ...entry, request: { ExternalOrderID: 'E' } } as ListedEntry)).toBe('Order E')
  expect(entryToSubject({ ...entry, request: {} })).toBe('')
})

it('a card’s code is never shown whole', () => {
  expect(maskCard('9001000000000017')).toBe('••••0017')
  expect(maskCard('123456')).toBe('••••56')
  expect(maskCard('1234')).toBe('••••')
})

it('an id is told by its end', () => {
  expect(idToText('01a1fd4f-9411-754d-9054-0757b87aef5b')).toBe('b87aef5b')
})
