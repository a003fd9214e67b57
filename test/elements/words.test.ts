import { expect, it } from 'vitest'
import { describeChange as describe } from '../../src/elements/status/changes.js'
import { createMoneyFormat } from '../../src/elements/amounts.js'
import { historyToWords } from '../../src/elements/entry-words.js'
import { createFormats } from '../../src/elements/formats.js'
import { entryToSlip } from '../../src/elements/receipt/slip.js'
import { entryOf } from '../support/pretend.js'
import { fullModels } from '../support/models.js'
import { errorToWords } from '../../src/elements/error-words.js'
import { findTexts, languages, loadLanguage } from '../../src/elements/texts/languages.js'
import { createPace } from '../../src/elements/status/pace.js'
import {
  countWaiting,
  hintToWords,
  listPauses,
  parkedToWords,
  pauseToWords,
  reportToWords,
  stalledToWords,
  storageToWords,
  waitingToWords,
  workerToWords,
} from '../../src/elements/status/words.js'
import { LimitReached, type TillStatus } from '../../src/index.js'

const voice = { texts: findTexts('en'), formats: createFormats('en-IE', 'EUR') }
const describeChange = (before: TillStatus, after: TillStatus, at: Date) => describe(before, after, voice, at)

const now = new Date(2026, 10, 21, 12, 0, 0)
const counts = { queued: 0, sending: 0, settled: 3, parked: 0, voided: 0 }
const calm: TillStatus = {
  reach: 'online',
  pauses: [],
  counts,
  oldestQueuedAt: undefined,
  hints: [],
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
  storage: { state: 'open' },
  worker: { state: 'active' },
  parts: { state: 'loaded' },
}
const offline: TillStatus = {
  ...calm,
  reach: 'offline',
  pauses: [{ scope: 'service', reason: 'offline', since: now }],
}

it('says nothing of what settles as it should', () => {
  expect(describeChange(calm, { ...calm, counts: { ...counts, settled: 4 } }, now)).toBe('')
  expect(describeChange(calm, { ...calm, counts: { ...counts, queued: 1 } }, now)).toBe('')
})

it('says when the line goes and when it is back', () => {
  expect(describeChange(calm, offline, now)).toBe('The card service cannot be reached. You can keep serving.')
  expect(describeChange(offline, offline, now)).toBe('')
  expect(describeChange(offline, calm, now)).toBe('The card service answers.')
})

it('says in the singular that one operation needs attention after a replay', () => {
  const report = { settled: 0, parked: 1, requeued: 0, voided: 0 }
  expect(reportToWords(report, voice)).toBe('1 needs attention.')
  expect(reportToWords({ ...report, parked: 2 }, voice)).toBe('2 need attention.')
})

it('says when something new needs a person', () => {
  const one = { ...calm, counts: { ...counts, parked: 1 } }
  const two = { ...calm, counts: { ...counts, parked: 2 } }
  expect(describeChange(calm, one, now)).toBe('One operation needs attention.')
  expect(describeChange(one, two, now)).toBe('2 operations need attention.')
  expect(describeChange(two, one, now)).toBe('')
})

it('does not take a first reading for news', () => {
  const before = { ...calm, counts: {} }
  expect(describeChange(before, { ...calm, counts: { ...counts, parked: 2 } }, now)).toBe('')
})

it('says when nothing waits any more, if something had waited for long', () => {
  const waitedMs = (ms: number) => ({ ...calm, oldestQueuedAt: new Date(now.getTime() - ms) })
  expect(describeChange(waitedMs(60_000), calm, now)).toBe('Nothing is waiting any more.')
  expect(describeChange(waitedMs(60_000), { ...calm, counts: {} }, now)).toBe('')
  expect(describeChange(waitedMs(60_000), { ...calm, counts: { ...counts, queued: 1 } }, now)).toBe('')
  expect(describeChange(waitedMs(500), calm, now)).toBe('')
})

it('says when the storage is in trouble', () => {
  const troubled: TillStatus = { ...calm, storage: { state: 'open', fault: 'gone' } }
  expect(describeChange(calm, troubled, now)).toBe('Trouble with this till’s storage: gone')
  expect(describeChange(troubled, troubled, now)).toBe('')
})

it('says once when the service seems to be set up wrong, and for what', () => {
  const suspected: TillStatus = {
    ...calm,
    hints: [{ likely: 'cors', kinds: ['refund', 'migrate'], since: now }],
  }
  expect(describeChange(calm, suspected, now)).toMatch(/^Refund, Card replacement: .*\(CORS\)/)
  expect(describeChange(suspected, suspected, now)).toBe('')
  expect(hintToWords({ likely: 'hidden-headers', since: now }, voice)).toMatch(/^The card service hides/)
  expect(hintToWords({ likely: 'address', kinds: ['refund'], since: now }, voice)).toMatch(
    /^Refund: The address looks wrong/,
  )
})

it('countWaiting knows no number while a part of it is unknown', () => {
  expect(countWaiting({ queued: 2, sending: 1 })).toBe(3)
  expect(countWaiting({ queued: 2 })).toBeUndefined()
})

it('says once what has nextState of the till’s data', () => {
  const deleted: TillStatus = { ...calm, counts: {}, storage: { state: 'deleted' } }
  expect(describeChange(calm, deleted, now)).toContain('was deleted from the browser')
  expect(describeChange(deleted, deleted, now)).toBe('')
})

it('a pause says why, and when the till tries again', () => {
  const later = new Date(2026, 10, 21, 12, 0, 30)
  const pause = { scope: 'service', reason: 'offline', since: now, until: later } as const
  expect(pauseToWords(pause, voice, now)).toMatch(
    /^The card service cannot be reached\. You can keep serving\. Next try in 30\ssecs?\.$/,
  )
  expect(pauseToWords(pause, voice, later)).toContain('Trying now…')
  const { until: _, ...endless } = pause
  expect(pauseToWords(endless, voice, now)).toBe('The card service cannot be reached. You can keep serving.')
})

it('a pause by a person says who, as far as it is known, and that ringing up goes on', () => {
  const held = { scope: 'till', reason: 'held', since: now } as const
  expect(pauseToWords({ ...held, by: 'Ada' }, voice, now)).toBe(
    'Sending was paused by Ada at 12:00. You can keep serving.',
  )
  expect(pauseToWords(held, voice, now)).toContain('by a person at')
  const paused = { ...calm, pauses: [held] }
  expect(describeChange(calm, paused, now)).toContain('Sending was paused')
  expect(describeChange(paused, calm, now)).toBe('Sending resumed.')
})

it('a worker that does not work says what happens instead', () => {
  expect(workerToWords({ state: 'held-back', detail: 'service.headers' }, voice)).toContain('service.headers')
  for (const detail of ['name', 'service.baseUrl'])
    expect(workerToWords({ state: 'held-back', detail }, voice)).toContain(
      'load every page of this till again',
    )
  const missing = { state: 'missing', what: 'scope', script: '/sw.js', detail: '' } as const
  expect(workerToWords(missing, voice)).toMatch(/while this page is open: \/sw\.js/)
  expect(workerToWords({ state: 'failed', detail: 'blocked' }, voice)).toContain('while this page is open')
})

it('a till whose data cannot be reached says what to do, and one that is well says nothing', () => {
  expect(storageToWords({ state: 'open', isPersistent: false }, voice)).toBe('')
  expect(storageToWords({ state: 'outdated' }, voice)).toContain('Load this page again')
  expect(storageToWords({ state: 'low' }, voice)).toContain('nearly full')
  expect(storageToWords({ state: 'lost' }, voice)).toContain('keeps trying')
})

it('counts that could not be read are said to be unknown, never zero', () => {
  for (const status of [undefined, { ...calm, counts: {} }]) {
    expect(waitingToWords(status, voice)).toBe('Waiting: not known')
    expect(parkedToWords(status, voice)).toBe('Needs attention: not known')
  }
  expect(waitingToWords(calm, voice)).toBe('0 waiting')
})

it('an estimate of the time left has a basis, and follows a line that slows down', () => {
  const pace = createPace()
  expect(pace.note(0, 1_000, 0)).toBeUndefined()
  expect(pace.note(50, 1_000, 1_000)).toBeUndefined()
  expect(pace.note(100, 1_000, 4_000)).toBe(36_000)
  for (let at = 5_000; at < 60_000; at += 1_000) pace.note(100 + at / 1_000, 1_000, at)
  expect(pace.note(160, 1_000, 60_000)).toBeGreaterThan(700_000)
  expect(pace.note(5, 1_000, 61_000)).toBeUndefined()
})

it('a replay that stands still gives no estimate', () => {
  const pace = createPace()
  for (let at = 0; at < 20_000; at += 1_000) expect(pace.note(3, 1_000, at)).toBeUndefined()
})

it('a host’s own texts replace some and leave the others', () => {
  const texts = findTexts('en', { acts: { void: 'Scrap' } })
  expect(texts.acts.void).toBe('Scrap')
  expect(texts.acts.amend).toBe('Correct')
})

it.each([
  ['KWD', 1.235, 'KWD 1.235'],
  ['KWD', 1.5, 'KWD 1.500'],
  ['JPY', 1250, '¥1,250'],
  ['EUR', 1.235, '€1.235'],
  ['EUR', 12.5, '€12.50'],
  ['nonsense', 12.5, '€12.50'],
])('writes %s %d with the decimals of the currency and none rounded away', (currency, amount, written) => {
  const formats = createFormats('en', currency)
  const plain = (text: string) => text.replaceAll('\u00a0', ' ')
  expect(plain(formats.money(amount))).toBe(written)
  expect(plain(createMoneyFormat('en', currency)(String(amount)))).toBe(written)
})

it.each([
  [{ Name: 'Cash', Code: 'C' }, 'Cash'],
  [{ name: 'cash', id: 4 }, 'cash'],
  [{ Code: 'C' }, 'C'],
  [{ code: 'c' }, 'c'],
  [{ Name: '', Code: 7 }, undefined],
  [{ Name: { Text: 'Cash' } }, undefined],
])('names how an order was paid on its slip: %j', (PaymentType, method) => {
  const order = entryOf('confirmOrder', { OrderID: 1, Payments: [{ PaymentType, Value: 5 }] })
  const text = entryOf('confirmOrder', { OrderID: 1, Payments: [{ PaymentType: 'Cash' as never, Value: 5 }] })
  expect(entryToSlip(order).payments).toEqual([{ ...(method !== undefined && { method }), amount: 5 }])
  expect(entryToSlip(text).payments).toEqual([{ method: 'Cash', amount: 5 }])
})

it('tells the old card of a migration from the new one', () => {
  const slip = entryToSlip(
    entryOf('migrate', { OldCardCode: '9001000000000011', StoredValueCardCode: '9001000000000022' }),
  )
  expect(slip).toMatchObject({ oldCard: '••••0011', newCard: '••••0022' })
  expect(entryToSlip(entryOf('refund', fullModels.refund))).not.toHaveProperty('oldCard')
})

it.each(['de', 'pl', 'pt', 'nl'])(
  'a short word for seconds ends no sentence twice, in %s',
  async (language) => {
    await loadLanguage(language)
    const spoken = { texts: findTexts(language), formats: createFormats(language, 'EUR') }
    const pause = {
      scope: 'service',
      reason: 'offline',
      since: now,
      until: new Date(now.getTime() + 44_000),
    } as const
    const words = pauseToWords(pause, spoken, now)
    expect(words).toContain('44')
    expect(words).not.toContain('..')
  },
)

it('says why there was no answer in words of each language, and not what the outcome says already', async () => {
  const item = { at: now, what: 'attempt', outcome: 'silent', detail: 'network' } as const
  expect(historyToWords(item, voice)).toBe('Sent: no answer (connection failed)')
  expect(historyToWords({ ...item, detail: 'timeout' }, voice)).toBe('Sent: no answer (took too long)')
  await loadLanguage('de')
  const german = { texts: findTexts('de'), formats: createFormats('de', 'EUR') }
  expect(historyToWords(item, german)).toContain('(Verbindung fehlgeschlagen)')
  const stopped = { ...item, outcome: 'interrupted', detail: 'the run ended' } as const
  expect(historyToWords(stopped, german)).not.toContain('the run')
  expect(historyToWords({ ...item, outcome: 'unsent', detail: 'a host said so' }, german)).toContain(
    'a host said so',
  )
})

it('names no next try while a person holds the till', () => {
  const line = {
    scope: 'service',
    reason: 'offline',
    since: now,
    until: new Date(now.getTime() + 40_000),
  } as const
  const held = { scope: 'till', reason: 'held', since: now, by: 'Ada' } as const
  const tell = (status: TillStatus) => listPauses(status).map((pause) => pauseToWords(pause, voice, now))
  expect(tell({ ...calm, pauses: [line] })[0]).toContain('Next try in 40')
  const told = tell({ ...calm, pauses: [held, line] })
  expect(told).toHaveLength(2)
  expect(told.join(' ')).not.toContain('Next try')
  expect(describeChange({ ...calm, pauses: [held] }, { ...calm, pauses: [held, line] }, now)).not.toContain(
    'Next try',
  )
})

const voiceOf = async (language: string) => {
  await loadLanguage(language)
  return { texts: findTexts(language), formats: createFormats(language, 'EUR') }
}
const hourMs = 3_600_000
const plain = (words: string) => words.replaceAll(/\s/g, ' ')

it.each([
  [40_000, '40 sec', '40 Sek.'],
  [90 * 60_000, '90 min', '90 Min.'],
  [2.5 * hourMs, '2.5 hr', '2,5 Std.'],
  [26 * hourMs, '26 hr', '26 Std.'],
  [72 * hourMs, '3 days', '3 Tg.'],
])('says how long %d ms are in the unit that fits', async (ms, english, german) => {
  const status = { ...calm, oldestQueuedAt: new Date(now.getTime() - ms) }
  const pause = {
    scope: 'service',
    reason: 'offline',
    since: now,
    until: new Date(now.getTime() + ms),
  } as const
  const [inEnglish, inGerman] = [await voiceOf('en'), await voiceOf('de')]
  expect(plain(stalledToWords(status, inEnglish, now))).toContain(`has waited for ${english}`)
  expect(plain(pauseToWords(pause, inEnglish, now))).toContain(`Next try in ${english}`)
  expect(plain(stalledToWords(status, inGerman, now))).toContain(`wartet seit ${german}`)
})

const tellAge = (found: number, max: number, spoken: typeof voice) =>
  plain(errorToWords(new LimitReached('refund', { limit: 'ageHours', max, found }), spoken))

it('names the hours of a limit as they are set, and never as if the limit had merely been reached', async () => {
  const english = await voiceOf('en')
  const tell = (found: number, max: number) => tellAge(found, max, english)
  expect(tell(0.6, 0.5)).toBe('The oldest operation has waited for 0.6 hours. The most is 0.5 hours.')
  expect(tell(1.001, 1)).toBe('The oldest operation has waited for 1.1 hours. The most is 1 hour.')
  const count = new LimitReached('refund', { limit: 'count', max: 1_000, found: 1_001 })
  expect(errorToWords(count, english)).toBe('With it, 1,001 operations would wait. The most is 1,000.')
})

it.each(languages)('names one hour and several in %s with their unit', async (language) => {
  const spoken = await voiceOf(language)
  const hours = (count: number) =>
    plain(new Intl.NumberFormat(language, { style: 'unit', unit: 'hour', unitDisplay: 'long' }).format(count))
  expect(tellAge(2, 1, spoken)).toContain(hours(2))
  expect(tellAge(2, 1, spoken)).toMatch(new RegExp(`${hours(1)}\\.$`))
})
