import { describe, expect, it } from 'vitest'
import { classify } from '../../src/decide/classify.js'
import { decide, type View } from '../../src/decide/decide.js'
import { isHolding, pauseAfter, pauseAfterProbe } from '../../src/decide/pauses.js'
import { ruleOf, type Policy } from '../../src/decide/policy.js'
import { backoffMs, probeIntervalMs, spreadDelayMs } from '../../src/decide/schedule.js'
import type { ReplayRule } from '../../src/domain/endpoints.js'
import type { Answer, Outcome, Pause } from '../../src/domain/outcome.js'
import type { Ticket } from '../../src/domain/ticket.js'
import { reply } from '../support/replay.js'
import { freshTicket } from '../support/tickets.js'

const now = 10_000_000
const second = 1_000
const minute = 60_000

function viewOf(rule: ReplayRule, extra: Partial<View> = {}): View {
  return { policy: { replay: { refund: rule } }, now, random: 0.5, ...extra }
}

/** What becomes of the entry, and what pause follows, in one line. */
function judge(answer: Answer, rule: ReplayRule, ticket: Ticket = freshTicket, view = viewOf(rule)): string {
  const outcome = classify(answer, true)
  const decision = decide(ticket, outcome, view)
  const { nextState, facts } = decision
  const pause = pauseAfter(ticket, outcome, decision, {
    earlier: () => undefined,
    canRenew: false,
    now,
    random: 0.5,
  })
  return [
    nextState.state,
    'reason' in nextState ? nextState.reason : '',
    facts.attempts === ticket.attempts ? 'uncounted' : '',
    pause ? `${pause.scope === 'service' ? 'all' : 'endpoint'} paused: ${pause.reason}` : '',
  ]
    .filter((word) => word !== '')
    .join(', ')
}

const silence: Answer = { tag: 'silence', why: 'network', at: 1 }
const portal = reply(200, '<html>Sign in</html>')

/** The policy, row by row, in the words of the design; each cell for an operation that must be verified and for one that may be repeated. */
const table: [row: string, answer: Answer, verify: string, idempotent: string][] = [
  ['200, JSON, not redirected: settled', reply(200, '{"a":1}'), 'settled', 'settled'],
  ['200 with any JSON value, null and "ok" included, settles', reply(200, 'null'), 'settled', 'settled'],
  [
    '200 with HTML: not the service',
    portal,
    'parked, unknown, all paused: not-the-service',
    'queued, all paused: not-the-service',
  ],
  [
    '200 with an empty body',
    reply(200, ''),
    'parked, unknown, all paused: not-the-service',
    'queued, all paused: not-the-service',
  ],
  [
    '200 with broken JSON',
    reply(200, '{"a"'),
    'parked, unknown, all paused: not-the-service',
    'queued, all paused: not-the-service',
  ],
  [
    'any redirect',
    { tag: 'redirect', at: 1 },
    'parked, unknown, all paused: not-the-service',
    'queued, all paused: not-the-service',
  ],
  ['511', reply(511), 'parked, unknown, all paused: not-the-service', 'queued, all paused: not-the-service'],
  ['202: unknown, not an acknowledgement', reply(202), 'parked, unknown', 'parked, unknown'],
  ['204', reply(204, ''), 'parked, unknown', 'parked, unknown'],
  ['201', reply(201), 'parked, unknown', 'parked, unknown'],
  ['400: parked rejected', reply(400), 'parked, rejected', 'parked, rejected'],
  ['413 without Retry-After', reply(413), 'parked, rejected', 'parked, rejected'],
  ['422', reply(422), 'parked, rejected', 'parked, rejected'],
  ['other 4xx', reply(418), 'parked, rejected', 'parked, rejected'],
  [
    '401: pause everything, the attempt is not counted',
    reply(401),
    'queued, uncounted, all paused: unauthorized',
    'queued, uncounted, all paused: unauthorized',
  ],
  [
    '403',
    reply(403),
    'queued, uncounted, all paused: unauthorized',
    'queued, uncounted, all paused: unauthorized',
  ],
  [
    '407',
    reply(407),
    'queued, uncounted, all paused: unauthorized',
    'queued, uncounted, all paused: unauthorized',
  ],
  [
    '404: pause that endpoint',
    reply(404),
    'queued, uncounted, endpoint paused: misconfigured',
    'queued, uncounted, endpoint paused: misconfigured',
  ],
  [
    '405',
    reply(405),
    'queued, uncounted, endpoint paused: misconfigured',
    'queued, uncounted, endpoint paused: misconfigured',
  ],
  [
    '501',
    reply(501),
    'queued, uncounted, endpoint paused: misconfigured',
    'queued, uncounted, endpoint paused: misconfigured',
  ],
  ['408: unknown, by the replay rule', reply(408), 'parked, unknown', 'queued'],
  ['409 without an onConflict: parked', reply(409), 'parked, conflict', 'parked, conflict'],
  ['412', reply(412), 'parked, precondition', 'parked, precondition'],
  ['428', reply(428), 'parked, precondition', 'parked, precondition'],
  ['425: busy', reply(425), 'queued', 'queued'],
  ['413 with Retry-After: busy', reply(413, '', { 'retry-after': '5' }), 'queued', 'queued'],
  ['429: pause everything', reply(429), 'queued, all paused: busy', 'queued, all paused: busy'],
  [
    '503 with Retry-After',
    reply(503, '', { 'retry-after': '5' }),
    'queued, all paused: busy',
    'queued, all paused: busy',
  ],
  [
    '503 without Retry-After counts as unknown',
    reply(503),
    'parked, unknown, all paused: busy',
    'queued, all paused: busy',
  ],
  [
    'other 5xx: unknown; the endpoint rests',
    reply(500),
    'parked, unknown, endpoint paused: failing',
    'queued',
  ],
  ['502', reply(502), 'parked, unknown, endpoint paused: failing', 'queued'],
  [
    'nothing left the till',
    { tag: 'unsent', why: 'x', at: 1 },
    'queued, uncounted, all paused: unsent',
    'queued, uncounted, all paused: unsent',
  ],
  ['network error after sending', silence, 'parked, unknown', 'queued'],
  ['time-out after sending', { tag: 'silence', why: 'timeout', at: 1 }, 'parked, unknown', 'queued'],
]

describe('the policy', () => {
  it.each(table)('%s', (_, answer, verify, idempotent) => {
    expect(judge(answer, 'verify')).toBe(verify)
    expect(judge(answer, 'idempotent')).toBe(idempotent)
  })

  it('sends again once under `once`, and asks a person after that', () => {
    expect(judge(silence, 'once')).toBe('queued')
    expect(judge(silence, 'once', { ...freshTicket, unknowns: 1 })).toBe('parked, unknown')
  })

  it('reads 409 and 412 after an attempt nobody answered as evidence, and says so', () => {
    const echo = { ...freshTicket, attempts: 1, unknowns: 1 }
    for (const status of [409, 412]) {
      expect(judge(reply(status), 'verify', echo)).toBe('parked, unknown')
      const { line } = decide(echo, classify(reply(status), true), viewOf('verify'))
      expect(line.detail).toMatch(/probably applied/)
    }
  })

  it.each([400, 401, 403, 422, 418])(
    'says "outcome unknown" and not "refused" of a %d after an attempt without an answer',
    (status) => {
      const silent = { ...freshTicket, attempts: 1, unknowns: 1, doubts: 1, refusedAt: now - 5 }
      const view = viewOf('verify', { acknowledgedAt: now - 1 })
      expect(judge(reply(status), 'verify', silent, view)).toContain('parked, unknown')
      const { line } = decide(silent, classify(reply(status), true), view)
      expect(line.detail).toBe('an earlier try was probably applied')
    },
  )

  it('believes a refusal that answers a recognised key', () => {
    const policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: minute } }
    const silent = {
      ...freshTicket,
      key: 'k',
      keyHeader: 'Idempotency-Key',
      attempts: 1,
      unknowns: 1,
      sentAt: now,
    }
    expect(judge(reply(400), 'verify', silent, viewOf('verify', { policy }))).toBe('parked, rejected')
  })

  it('with a key, takes a 409 after an unknown attempt for the first try still under way, a bounded number of times', () => {
    const view = viewOf('verify', {
      policy: { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: minute } },
    })
    const echo = {
      ...freshTicket,
      key: 'k',
      keyHeader: 'Idempotency-Key',
      attempts: 1,
      unknowns: 1,
      sentAt: now,
    }
    expect(judge(reply(409), 'verify', echo, view)).toBe('queued')
    expect(judge(reply(409), 'verify', { ...echo, attempts: 8 }, view)).toBe('parked, conflict')
  })

  it('parks as refused what is refused again after fresh credentials, or while others are taken', () => {
    const refused = { ...freshTicket, refusedAt: now - 5 }
    const outcome = { ...classify(reply(401), true), credentialsAt: now - 1 } as Outcome
    expect(decide(refused, outcome, viewOf('verify')).nextState).toEqual({
      state: 'parked',
      reason: 'refused',
    })
    expect(judge(reply(403), 'verify', refused, viewOf('verify', { acknowledgedAt: now - 1 }))).toBe(
      'parked, refused, uncounted',
    )
    expect(judge(reply(401), 'verify', refused)).toContain('queued')
  })

  it('waits as long as Retry-After says in either form, and not all tills end together', () => {
    for (const after of ['30', new Date(now + 30_000).toUTCString()]) {
      const outcome = classify(
        reply(429, '', { 'retry-after': after, date: new Date(now).toUTCString() }),
        true,
      )
      const decision = decide(freshTicket, outcome, viewOf('verify'))
      const pauses = [0, 0.5, 1].map((random) =>
        pauseAfter(freshTicket, outcome, decision, {
          earlier: () => undefined,
          canRenew: false,
          now,
          random,
        }),
      )
      expect(pauses.map((pause) => (pause?.until ?? 0) - now)).toEqual([30_000, 45_000, 60_000])
      expect(pauses[0]?.isFirm).toBe(true)
    }
  })
})

describe('the replay rule', () => {
  const keyed: Policy = { replay: { refund: 'once' }, key: { header: 'Idempotency-Key', lifetimeMs: 1_000 } }
  const sent = { ...freshTicket, key: 'k', keyHeader: 'Idempotency-Key', sentAt: now }
  it.each<[string, Ticket, Policy, ReplayRule]>([
    ['a refund by itself', freshTicket, { replay: {} }, 'verify'],
    [
      'an update of a receipt by itself',
      { ...freshTicket, kind: 'updateReceipt' },
      { replay: {} },
      'idempotent',
    ],
    ['the host’s word', freshTicket, { replay: { refund: 'idempotent' } }, 'idempotent'],
    ['a key never sent', { ...freshTicket, key: 'k' }, keyed, 'idempotent'],
    ['a key within its lifetime', { ...sent, sentAt: now - 899 }, keyed, 'idempotent'],
    ['a key too close to the end of its lifetime', { ...sent, sentAt: now - 900 }, keyed, 'verify'],
    ['a key whose age a clock set back hides', { ...sent, sentAt: now + 5_000 }, keyed, 'verify'],
    ['a key in a header of other letters', { ...sent, keyHeader: 'idempotency-key' }, keyed, 'idempotent'],
    ['a key first sent in another header', { ...sent, keyHeader: 'X-Request-Id' }, keyed, 'once'],
    ['a key that was not on the first sending', { ...freshTicket, key: 'k', sentAt: now }, keyed, 'once'],
    ['a key that was switched off since', sent, { replay: {} }, 'verify'],
    ['an operation rung up before keys were switched on', freshTicket, keyed, 'once'],
    ['a row of no known kind', { ...freshTicket, kind: 'unknown' }, keyed, 'verify'],
  ])('of %s', (_, ticket, policy, rule) => {
    expect(ruleOf(ticket, policy, now)).toBe(rule)
  })
})

describe('pauses', () => {
  const rest = (kindPause: Pause | undefined, answer: Answer): Pause | undefined => {
    const outcome = classify(answer, true)
    const view = {
      earlier: (scope: string) => (scope === 'refund' ? kindPause : undefined),
      canRenew: false,
      now,
      random: 0.5,
    }
    return pauseAfter(freshTicket, outcome, decide(freshTicket, outcome, viewOf('verify')), view)
  }

  it.each([
    ['misconfigured', reply(404), [0.5, 1, 2, 4, 8, 15, 15]],
    ['failing', reply(500), [1, 2, 4, 8, 16, 30, 30]],
  ])('%s doubles up to its bound', (_, answer, minutes) => {
    let pause: Pause | undefined
    for (const expected of minutes) {
      pause = rest(pause && { ...pause, since: now - 1, until: now - 1 }, answer)
      expect((pause?.until ?? 0) - now).toBe(expected * minute)
    }
  })

  it('takes what several operations under way report together for one failure', () => {
    const first = rest(undefined, reply(500))
    expect(rest(first, reply(500))).toEqual(first)
  })

  it('asks for fresh credentials at once where a function gives them, and then waits', () => {
    const outcome = classify(reply(401), true)
    const decision = decide(freshTicket, outcome, viewOf('verify'))
    const view = { canRenew: true, now, random: 0.5 }
    const first = pauseAfter(freshTicket, outcome, decision, { ...view, earlier: () => undefined })
    expect(first?.until).toBe(now)
    const next = pauseAfter(freshTicket, outcome, decision, { ...view, earlier: () => first })
    expect((next?.until ?? 0) - now).toBe(2 * minute)
  })

  it('for another reason begin anew', () => {
    const busy: Pause = { scope: 'service', reason: 'busy', since: 0, until: 60, failures: 4, isFirm: false }
    const outcome = classify(reply(401), true)
    const decision = decide(freshTicket, outcome, viewOf('verify'))
    const view = { canRenew: false, now, random: 0.5, earlier: () => busy }
    const pause = pauseAfter(freshTicket, outcome, decision, view)
    expect(pause).toMatchObject({ reason: 'unauthorized', since: now, until: now + minute, failures: 1 })
  })

  it('hold until their end, but never because a clock was set', () => {
    const pause: Pause = {
      scope: 'service',
      reason: 'offline',
      since: now,
      until: now + minute,
      failures: 1,
      isFirm: false,
    }
    expect(isHolding(pause, now + minute - 1)).toBe(true)
    expect(isHolding(pause, now + minute)).toBe(false)
    expect(isHolding(pause, now - 60 * minute)).toBe(false)
  })

  it('remember since when the line is gone', () => {
    const first = pauseAfterProbe('unreachable', undefined, 100, 0)
    const next = pauseAfterProbe('not-the-service', first, 5_000, 0)
    expect(first).toMatchObject({ reason: 'offline', since: 100, until: 4_100, failures: 1 })
    expect(next).toMatchObject({ reason: 'not-the-service', since: 100, until: 10_960, failures: 2 })
  })

  it('forget what was before the line was gone', () => {
    const busy: Pause = { scope: 'service', reason: 'busy', since: 0, until: 60, failures: 4, isFirm: true }
    const pause = pauseAfterProbe('unreachable', busy, minute, 1)
    expect(pause).toMatchObject({ since: minute, until: 70 * second, failures: 1, isFirm: false })
  })

  it('count the time to the next probe from the beginning of the last, with a rest after it', () => {
    const until = (askedAt: number) => pauseAfterProbe('unreachable', undefined, now, 0, askedAt).until - now
    expect([now, now - 2 * second, now - 5 * second].map(until)).toEqual([4_000, 2_000, 1_000])
    // The clock was set while the probe was under way.
    const late = pauseAfterProbe('unreachable', undefined, now, 1, now + 60 * minute)
    expect(isHolding(late, now)).toBe(false)
  })

  it('hold no longer than an outage of that length may wait', () => {
    const pause = pauseAfterProbe('unreachable', undefined, now, 1)
    expect(isHolding(pause, now)).toBe(true)
    expect(isHolding(pause, now - second)).toBe(false)
    expect(isHolding({ ...pause, reason: 'busy' }, now - second)).toBe(true)
  })

  it('probe after seconds at first, and later within a minute', () => {
    const rangeAfter = (seconds: number) => [0, 1].map((random) => probeIntervalMs(seconds * second, random))
    expect(rangeAfter(-60)).toEqual([4_000, 10_000])
    expect(rangeAfter(0)).toEqual([4_000, 10_000])
    expect(rangeAfter(5)).toEqual([6_000, 15_000])
    expect(rangeAfter(59.999)).toEqual([7_600, 19_000])
    expect(rangeAfter(60)).toEqual([12_000, 30_000])
    expect(rangeAfter(120)).toEqual([24_000, 60_000])
    expect(rangeAfter(86_400)).toEqual([24_000, 60_000])
  })

  it('spread over a minute where nothing tells their end; a resend waits longer with each failure', () => {
    expect([0, 0.5, 1].map(spreadDelayMs)).toEqual([1_000, 30_500, 60_000])
    expect([1, 2, 3, 10, 1_000].map((failures) => backoffMs(failures, 1))).toEqual([
      2_000, 4_000, 8_000, 60_000, 60_000,
    ])
    expect([1, 9].map((failures) => backoffMs(failures, 0))).toEqual([1_000, 1_000])
  })
})
