import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTill, type ListedEntry, type Models, type ServiceOptions, type Till } from '../../src/index.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { calmSandbox, control } from '../support/service.js'

// The real till, the real fetch of a browser, and the real sandbox over HTTP: the policy cell by cell.

const tills: Till[] = []
let cards = 0

beforeEach(calmSandbox)
afterEach(() => {
  for (const till of tills.splice(0)) till.close()
})

async function open(service: Partial<ServiceOptions> = {}): Promise<Till> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    name: freshName(),
    service: { baseUrl: '/api', timeoutMs: 60_000, ...service },
  })
  tills.push(till)
  return till
}

function freshCard(): string {
  cards += 1
  return `card-${cards}`
}

interface Effect {
  operation: string
  body: Models['refund']
}

async function readEffects(): Promise<Effect[]> {
  const response = await control('ledger', 'GET')
  return ((await response.json()) as { effects: Effect[] }).effects
}

function countAttempts(entry: ListedEntry | undefined): number | undefined {
  return entry?.history.filter(({ what }) => what === 'attempt').length
}

function toWords(entry: ListedEntry | undefined, till: Till): string {
  const state = entry && ('reason' in entry ? `${entry.state} ${entry.reason}` : entry.state)
  const pauses = till.status.value.pauses.map(({ scope, reason }) => `${scope} ${reason}`)
  return [state, ...pauses].join(', ')
}

/** Rings up a refund that meets the fault, and tells what became of it once that has been decided. */
async function meet(
  fault: object,
  service: Partial<ServiceOptions> = {},
): Promise<{ till: Till; id: string; words: () => Promise<string> }> {
  const till = await open(service)
  await till.replay()
  await control('faults', 'POST', [fault])
  const { id } = await till.refund(refundOf(freshCard()))
  await expect.poll(async () => (await till.entry(id))?.history.length).toBeGreaterThan(1)
  return { till, id, words: async () => toWords(await till.entry(id), till) }
}

const status = (status: number, more: object = {}) => ({ kind: 'status', status, ...more })

describe('what a reply means, over HTTP', () => {
  it.each<[string, object, string]>([
    [
      '200 with HTML',
      { kind: 'captivePortal', times: 1, operation: 'refund' },
      'parked unknown, service not-the-service',
    ],
    ['200 with an empty body', { kind: 'emptyBody' }, 'parked unknown, service not-the-service'],
    ['200 with broken JSON', { kind: 'brokenJson' }, 'parked unknown, service not-the-service'],
    ['200 of the wrong type', { kind: 'wrongType' }, 'parked unknown, service not-the-service'],
    ['a redirect', { kind: 'redirect', operation: 'refund' }, 'parked unknown, service not-the-service'],
    ['511', status(511), 'parked unknown, service not-the-service'],
    ['202', status(202), 'parked unknown'],
    ['204', status(204), 'parked unknown'],
    ['400', status(400), 'parked rejected'],
    ['413', status(413), 'parked rejected'],
    ['422', status(422), 'parked rejected'],
    ['418', status(418), 'parked rejected'],
    ['401', status(401), 'queued, service unauthorized'],
    ['403', status(403), 'queued, service unauthorized'],
    ['407', status(407), 'parked unknown'],
    ['404 without a word', status(404, { body: '' }), 'queued, refund misconfigured'],
    ['404 in words of its own', status(404), 'parked rejected'],
    ['405', status(405, { body: '' }), 'queued, refund misconfigured'],
    ['501', status(501, { body: '' }), 'queued, refund misconfigured'],
    // Chromium itself sends again what a kept connection answered with 408.
    ['408', status(408, { times: 9 }), 'parked unknown'],
    ['409', status(409), 'parked conflict'],
    ['412', status(412), 'parked precondition'],
    ['428', status(428), 'parked precondition'],
    // Again and again, or it would be settled where nobody looks for a second.
    ['425', status(425, { times: 99 }), 'queued'],
    ['413 with Retry-After', status(413, { retryAfterSeconds: 60 }), 'queued'],
    ['429', status(429, { times: 99 }), 'queued, service busy'],
    ['429 with seconds', status(429, { retryAfterSeconds: 60 }), 'queued, service busy'],
    [
      '429 with a date',
      status(429, { retryAfterSeconds: 60, retryAfterForm: 'date' }),
      'queued, service busy',
    ],
    ['503 with Retry-After', status(503, { retryAfterSeconds: 60 }), 'queued, service busy'],
    ['503 alone', status(503), 'parked unknown, service busy'],
    ['500', status(500), 'parked unknown, refund failing'],
    ['502', status(502), 'parked unknown, refund failing'],
    ['504', status(504), 'parked unknown, refund failing'],
    ['a connection cut before the effect', { kind: 'dropBeforeEffect', times: 5 }, 'parked unknown'],
    ['a connection cut after the effect', { kind: 'dropAfterEffect', times: 5 }, 'parked unknown'],
    ['half a body', { kind: 'truncatedBody' }, 'parked unknown'],
  ])('%s', async (_, fault, expected) => {
    const { words } = await meet(fault)
    await expect.poll(words).toBe(expected)
  })

  it('no answer in time', async () => {
    const { words } = await meet({ kind: 'delay', delayMs: 120_000 }, { timeoutMs: 500 })
    await expect.poll(words).toBe('parked unknown')
  })

  it('an acknowledgement settles, and its validators are kept with the reply', async () => {
    const till = await open()
    const { id } = await till.refund(refundOf(freshCard()))
    const settled = await till.settled(id)
    expect(settled.reply?.status).toBe(200)
    expect(settled.reply?.headers.etag).toBeDefined()
    expect(await readEffects()).toHaveLength(1)
  })

  it('tells how far the service’s clock is ahead', async () => {
    const till = await open()
    await control('faults', 'POST', [
      { kind: 'clockSkew', skewSeconds: 3_600, standing: true, operation: 'any' },
    ])
    await till.settled((await till.refund(refundOf(freshCard()))).id)
    await expect.poll(() => till.status.value.clockOffsetMs).toBeGreaterThan(3_590_000)
    expect(till.status.value.clockOffsetMs).toBeLessThan(3_610_000)
  })

  it('tells the service’s own explanation of a refusal', async () => {
    const { till, id } = await meet(status(422, { body: { title: 'Card expired', detail: 'since May' } }))
    expect(await till.entry(id)).toMatchObject({
      reply: { problem: { title: 'Card expired', detail: 'since May' } },
    })
  })
})

describe('credentials', () => {
  it('that are renewed let what waited for them go, with no attempt counted', async () => {
    const { till, id } = await meet(status(401), { headers: { authorization: 'Bearer old' } })
    await till.setHeaders({ authorization: 'Bearer new' })
    const settled = await till.settled(id)
    expect(settled.history.map(({ outcome }) => outcome)).toEqual([undefined, 'unauthorized', 'acknowledged'])
  })

  it('given by a function are asked for again at once', async () => {
    let asked = 0
    const headers = () => {
      asked += 1
      return { authorization: `Bearer ${asked}` }
    }
    const { till, id } = await meet(status(401), { headers })
    await till.settled(id)
    expect(asked).toBe(2)
  })

  it('that are fresh and refused again park the operation', async () => {
    const { till, id, words } = await meet(status(403, { times: 2 }), {
      headers: { authorization: 'Bearer old' },
    })
    await till.setHeaders({ authorization: 'Bearer new' })
    await expect.poll(words).toContain('parked refused')
    expect((await till.entry(id))?.state).toBe('parked')
  })
})

describe('an endpoint that is missing', () => {
  it('pauses alone: the others go on', async () => {
    const till = await open()
    await till.replay()
    await control('faults', 'POST', [status(404, { body: '', operation: 'refund', standing: true })])
    const refund = await till.refund(refundOf(freshCard()))
    const card = await till.associate({ Card: freshCard() })
    await till.settled(card.id)
    await expect
      .poll(async () => toWords(await till.entry(refund.id), till))
      .toBe('queued, refund misconfigured')
  })
})

describe('keys', () => {
  it('honoured by the service: a reply that is lost costs nothing and nobody is asked', async () => {
    await control('settings', 'POST', { keys: true })
    const { till, id } = await meet({ kind: 'dropAfterEffect', times: 1 }, { idempotencyKey: true })
    await expect.poll(async () => (await till.entry(id))?.state).toBe('settled')
    expect(await readEffects()).toHaveLength(1)
  })

  it('honoured by the service: what the browser sends again by itself is applied once', async () => {
    await control('settings', 'POST', { keys: true })
    const { till, id } = await meet({ kind: 'resent' }, { idempotencyKey: true })
    await till.settled(id)
    expect(await readEffects()).toHaveLength(1)
    expect(countAttempts(await till.entry(id))).toBe(1)
  })

  it('not honoured: the same is applied twice, and the till hears a plain acknowledgement', async () => {
    const { till, id } = await meet({ kind: 'resent' }, { idempotencyKey: true })
    await till.settled(id)
    expect(await readEffects()).toHaveLength(2)
    expect(countAttempts(await till.entry(id))).toBe(1)
  })
})

describe('conditions', () => {
  it('asked for as the latest are honoured between operations of one card', async () => {
    await control('settings', 'POST', { conditions: true })
    const till = await open()
    const card = freshCard()
    for (let count = 0; count < 3; count += 1) {
      const { id } = await till.refund(refundOf(card, 10 + count), { conditions: 'latest' })
      await till.settled(id)
    }
    expect(await readEffects()).toHaveLength(3)
  })

  it('that failed park the operation with the service’s validators, for a person', async () => {
    await control('settings', 'POST', { conditions: true })
    const till = await open()
    const card = freshCard()
    await till.settled((await till.refund(refundOf(card))).id)
    const { id } = await till.refund(refundOf(card, 11), { conditions: { ifMatch: '"stale"' } })
    await expect.poll(async () => toWords(await till.entry(id), till)).toBe('parked precondition')
    expect(await readEffects()).toHaveLength(1)
  })
})

describe('a browser that sends a request twice by itself', () => {
  it('makes its own condition fail without keys: the refund is not sent a third time under the new version', async () => {
    await control('settings', 'POST', { conditions: true })
    const till = await open()
    const card = freshCard()
    await till.settled((await till.refund(refundOf(card), { conditions: 'latest' })).id)
    await control('faults', 'POST', [{ kind: 'resent' }])
    const { id } = await till.refund(refundOf(card, 11), { conditions: 'latest' })
    await expect.poll(async () => (await till.entry(id))?.state).toMatch(/parked|settled/)
    expect(toWords(await till.entry(id), till)).toBe('parked precondition')
    expect(await readEffects()).toHaveLength(2)
  })
})

describe('a person', () => {
  it('corrects what was rejected, and the correction goes in its place', async () => {
    const { till, id } = await meet(status(400))
    const amended = await till.attention.amend(id, refundOf(freshCard(), 12), {
      by: 'Ada',
      reason: 'wrong card',
    })
    await till.settled(amended.id)
    expect(await till.entry(id)).toMatchObject({ state: 'voided', replacedBy: amended.id })
    await expect(till.settled(id)).rejects.toMatchObject({ code: 'voided', replacedBy: amended.id })
    await expect(till.settled(id)).rejects.toMatchObject({ code: 'voided' })
  })

  it('must be named and give a reason', async () => {
    const { till, id } = await meet(status(400))
    await expect(till.attention.void(id, { by: ' ', reason: 'x' })).rejects.toMatchObject({
      code: 'act-refused',
    })
    await expect(till.attention.void(id, { by: 'Ada', reason: '' })).rejects.toMatchObject({
      code: 'act-refused',
    })
    expect(await till.attention.void(id, { by: 'Ada', reason: 'gone' })).toMatchObject({ state: 'voided' })
  })
})

describe('an update of a transaction that is not known yet', () => {
  it('carries the id that the service gave the operation it belongs to', async () => {
    const till = await open()
    const card = freshCard()
    const refund = await till.refund(refundOf(card))
    const update = await till.updateReceipt(
      { CardCode: card, StoredValueCardReceipt: { Total: 3 } },
      { transactionOf: refund.id },
    )
    const settled = await till.settled(update.id)
    expect(settled.request).toMatchObject({ TransactionID: expect.any(Number) as number })
  })
})
