import { describe, expect, it } from 'vitest'
import type { Answer, ReplyAnswer } from '../../src/sandbox/answers.js'
import { createBank, type BankOptions } from '../../src/sandbox/bank.js'
import { createFaults, type ScriptedFault } from '../../src/sandbox/faults.js'
import type { Operation } from '../../src/sandbox/reading.js'
import { createService } from '../../src/sandbox/service.js'
import { endpoints, noon, refundOf, requestOf } from './helpers.js'

function open(options: BankOptions = {}, ...list: ScriptedFault[]) {
  return createService({ bank: createBank(options), faults: createFaults(list), clock: () => noon })
}

const bodies: Record<Operation, unknown> = {
  associate: { Card: 'C1', Shop: 'S01' },
  refund: refundOf(4, 'C1'),
  migrate: { OldCardCode: 'C1', StoredValueCardCode: 'C2' },
  updateReceipt: { CardCode: 'C2', TransactionID: 1001, StoredValueCardReceipt: {} },
  confirmOrder: { OrderID: 5 },
}

function asReply(answer: Answer): ReplyAnswer {
  if (answer.kind !== 'reply') throw new Error('Cannot read a reply: the line was cut')
  return answer
}

function problemOf(answer: Answer): unknown {
  return JSON.parse(asReply(answer).body)
}

describe('the five endpoints', () => {
  it('answer 200 with JSON and the date', () => {
    const service = open()
    for (const [operation, body] of Object.entries(bodies) as [Operation, unknown][]) {
      const answer = service.answer(requestOf(operation, body))
      expect(answer).toMatchObject({
        kind: 'reply',
        status: 200,
        headers: {
          'content-type': 'application/json',
          'cache-control': 'no-store',
          date: noon.toUTCString(),
        },
      })
    }
    expect(service.bank.effects.map(({ operation }) => operation)).toEqual(Object.keys(bodies))
  })

  it('carry key and conditions to the bank', () => {
    const service = open({ keys: true, conditions: true })
    const send = (headers: Record<string, string>) =>
      service.answer(requestOf('refund', refundOf(4, 'C1'), headers))
    expect(send({ 'idempotency-key': '"k1"', 'if-none-match': '*' })).toMatchObject({ status: 200 })
    expect(send({ 'idempotency-key': '"k1"' })).toMatchObject({ status: 200 })
    expect(service.bank.effects).toHaveLength(1)
    expect(send({ 'if-match': '"9"' })).toMatchObject({ status: 412, headers: { etag: '"1"' } })
    expect(send({ 'if-unmodified-since': new Date(0).toUTCString() })).toMatchObject({ status: 412 })
    expect(send({ 'if-none-match': '*' })).toMatchObject({ status: 412 })
  })

  it('take a query and a charset', () => {
    const request = requestOf('refund', refundOf(1, 'C1'), {
      'content-type': 'application/json; charset=utf-8',
    })
    expect(open().answer({ ...request, path: `${request.path}?a=b` })).toMatchObject({ status: 200 })
  })
})

describe('requests that do not get to the bank', () => {
  const good = requestOf('refund', refundOf(1, 'C1'))
  it.each([
    ['another path', { path: '/v1.0/svc/sell' }, 404, 'unknown-path'],
    ['another version', { path: '/v2.0/svc/refund' }, 404, 'unknown-path'],
    ['a slash at the end', { path: '/v1.0/svc/refund/' }, 404, 'unknown-path'],
    ['another method', { method: 'POST' }, 405, 'wrong-method'],
    ['a read', { method: 'GET' }, 405, 'wrong-method'],
    ['a write to the base', { path: '/', method: 'PUT' }, 405, 'wrong-method'],
    ['no content type', { headers: {} }, 400, 'invalid-body'],
    ['another content type', { headers: { 'content-type': 'text/plain' } }, 400, 'invalid-body'],
    ['no body', { bodyText: '' }, 400, 'invalid-body'],
    ['broken JSON', { bodyText: '{"Notes":' }, 400, 'invalid-body'],
    ['a field that is not known', { bodyText: '{"notes":""}' }, 400, 'invalid-body'],
  ])('are refused: %s', (_what, change, status, name) => {
    const service = open()
    const answer = service.answer({ ...good, ...change })
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } })
    expect(problemOf(answer)).toMatchObject({ status, type: `https://counterfoil.example/problems/${name}` })
    expect(service.bank.effects).toEqual([])
    expect(service.arrivals).toMatchObject([{ status, faults: [] }])
  })

  it('name each wrong field, and never its value', () => {
    const answer = open().answer(requestOf('associate', { Card: 1, CardData: { Password: 987654 } }))
    expect(problemOf(answer)).toMatchObject({
      detail: 'Card: expected string, found integer; CardData.Password: expected string, found integer',
      errors: [{ path: 'Card' }, { path: 'CardData.Password' }],
    })
    expect(asReply(answer).body).not.toContain('987654')
  })

  it.each(Object.entries(endpoints))('are told the method that %s takes', (_operation, [method, path]) => {
    const answer = open().answer({ ...good, method: 'DELETE', path })
    expect(answer).toMatchObject({ status: 405, headers: { allow: method } })
  })
})

describe('the base address', () => {
  it.each([
    ['HEAD', '/'],
    ['GET', '/'],
    ['HEAD', ''],
    ['HEAD', '/?now'],
  ])('answers %s %j with 204 and the date', (method, path) => {
    expect(open().answer({ method, path, headers: {}, bodyText: '' })).toMatchObject({
      status: 204,
      headers: { date: noon.toUTCString() },
      body: '',
    })
  })
})

describe('each fault', () => {
  const asked = 1
  const untouched = 0
  const cases: [fault: ScriptedFault, effects: number, answer: Record<string, unknown>][] = [
    [{ kind: 'delay', delayMs: 30 }, asked, { kind: 'reply', status: 200, delayMs: 30 }],
    [{ kind: 'late', delayMs: 30 }, asked, { kind: 'reply', status: 200 }],
    [{ kind: 'dropBeforeEffect' }, untouched, { kind: 'drop', afterEffect: false }],
    [{ kind: 'dropAfterEffect' }, asked, { kind: 'drop', afterEffect: true }],
    [{ kind: 'outage' }, untouched, { kind: 'drop', afterEffect: false }],
    [
      { kind: 'captivePortal' },
      untouched,
      { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' } },
    ],
    [{ kind: 'redirect' }, untouched, { status: 302, headers: { location: 'http://portal.example/login' } }],
    [{ kind: 'redirect', location: '/login' }, untouched, { status: 302, headers: { location: '/login' } }],
    [{ kind: 'wrongType' }, asked, { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' }],
    [
      { kind: 'emptyBody' },
      asked,
      { status: 200, headers: { 'content-type': 'application/json' }, body: '' },
    ],
    [
      { kind: 'brokenJson' },
      asked,
      { status: 200, headers: { 'content-type': 'application/json' }, body: '{"TransactionID": ' },
    ],
    [{ kind: 'slowDrip', delayMs: 3 }, asked, { status: 200, dripMs: 3 }],
    [
      { kind: 'clockSkew', skewSeconds: 90 },
      asked,
      { status: 200, headers: { date: new Date(noon.getTime() + 90_000).toUTCString() } },
    ],
    [{ kind: 'status', status: 204 }, untouched, { status: 204, body: '' }],
    [{ kind: 'status', status: 202 }, untouched, { status: 202, body: '{}' }],
    [
      { kind: 'status', status: 504, afterEffect: true },
      asked,
      { status: 504, headers: { 'content-type': 'application/problem+json' } },
    ],
    [
      { kind: 'status', status: 503, retryAfterSeconds: 120 },
      untouched,
      { status: 503, headers: { 'retry-after': '120' } },
    ],
    [
      { kind: 'status', status: 429, retryAfterSeconds: 120, retryAfterForm: 'date' },
      untouched,
      { status: 429, headers: { 'retry-after': new Date(noon.getTime() + 120_000).toUTCString() } },
    ],
    [
      { kind: 'status', status: 511, headers: { 'Content-Type': 'text/html' }, body: '<p>Log in</p>' },
      untouched,
      { status: 511, headers: { 'content-type': 'text/html' }, body: '<p>Log in</p>' },
    ],
    [
      { kind: 'status', status: 409, body: { title: 'No' } },
      untouched,
      { status: 409, body: '{"title":"No"}' },
    ],
    [{ kind: 'status', status: 200, body: null }, untouched, { status: 200, body: 'null' }],
  ]
  it.each(cases)('%j', (fault, effects, answer) => {
    const service = open({}, fault)
    expect(service.answer(requestOf('refund', refundOf(4, 'C1')))).toMatchObject(answer)
    expect(service.bank.effects).toHaveLength(effects)
    expect(service.arrivals).toMatchObject([{ operation: 'refund', faults: [fault.kind] }])
    expect(service.answer(requestOf('refund', refundOf(4, 'C1')))).toMatchObject({ status: 200 })
  })

  const statuses = [
    400, 401, 403, 404, 405, 407, 408, 409, 412, 413, 422, 425, 428, 429, 500, 501, 502, 503, 504, 511,
  ]
  it.each(statuses)('any status: %d, with problem details', (status) => {
    const answer = open({}, { kind: 'status', status }).answer(requestOf('refund', refundOf(4, 'C1')))
    expect(answer).toMatchObject({ status, headers: { 'content-type': 'application/problem+json' } })
    expect(problemOf(answer)).toMatchObject({ status })
  })

  it('cuts a truncated body in half and leaves it whole otherwise', () => {
    const answer = asReply(
      open({}, { kind: 'truncatedBody' }).answer(requestOf('refund', refundOf(4, 'Caffè'))),
    )
    expect(answer.truncateAt).toBe(Math.floor(Buffer.byteLength(answer.body) / 2))
    expect(JSON.parse(answer.body)).toMatchObject({ TransactionID: 1001 })
  })

  it('adds up with the standing ones', () => {
    const service = open(
      {},
      { kind: 'delay', delayMs: 10, standing: true },
      { kind: 'clockSkew', skewSeconds: -60, standing: true },
      { kind: 'delay', delayMs: 5 },
      { kind: 'dropAfterEffect' },
      { kind: 'dropBeforeEffect' },
      { kind: 'status', status: 502, afterEffect: true },
    )
    const date = new Date(noon.getTime() - 60_000).toUTCString()
    const answers = Array.from({ length: 5 }, () => service.answer(requestOf('refund', refundOf(4, 'C1'))))
    expect(answers).toMatchObject([
      { status: 200, delayMs: 15, headers: { date } },
      { kind: 'drop', afterEffect: true, delayMs: 10 },
      { kind: 'drop', afterEffect: false, delayMs: 10 },
      { status: 502, delayMs: 10 },
      { status: 200, delayMs: 10, headers: { date } },
    ])
    expect(service.bank.effects).toHaveLength(4)
  })

  it('leaves probes alone, but for those of the line itself', () => {
    const probe = { method: 'HEAD', path: '/', headers: {}, bodyText: '' }
    const service = open({}, { kind: 'dropBeforeEffect' }, { kind: 'captivePortal' })
    expect(service.answer(probe)).toMatchObject({
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
    expect(service.answer(probe)).toMatchObject({ status: 204 })
    expect(service.answer(requestOf('refund', refundOf(1, 'C1')))).toMatchObject({ kind: 'drop' })
  })
})

describe('a request that is sent again by the browser itself', () => {
  const request = requestOf('refund', refundOf(4, 'C1'), { 'idempotency-key': '"k1"' })

  it('arrives twice: with keys it is done once, and the caller gets the stored reply', () => {
    const seen: (number | null)[] = []
    const service = createService({
      bank: createBank({ keys: true }),
      faults: createFaults([{ kind: 'resent' }]),
      clock: () => noon,
      onArrival: ({ status }) => seen.push(status),
    })
    expect(service.answer(request)).toMatchObject({
      kind: 'reply',
      status: 200,
      headers: { 'idempotent-replayed': 'true' },
    })
    expect(service.bank.effects).toHaveLength(1)
    expect(service.arrivals).toMatchObject([
      { sequence: 1, ...request, faults: ['resent'], status: null, effect: 1 },
      { sequence: 2, ...request, faults: ['resent'], status: 200 },
    ])
    expect(service.arrivals[1]).not.toHaveProperty('effect')
    expect(seen).toEqual([null, 200])
    service.answer(requestOf('refund', refundOf(4, 'C2')))
    expect(service.arrivals).toHaveLength(3)
  })

  it('is done twice without keys, and the caller gets a plain 200, of the second', () => {
    const service = open({}, { kind: 'resent' })
    const answer = asReply(service.answer(request))
    expect(answer).toMatchObject({ status: 200, body: expect.stringContaining('1002') as string })
    expect(answer.headers).not.toHaveProperty('idempotent-replayed')
    expect(service.arrivals).toMatchObject([
      { status: null, effect: 1 },
      { status: 200, effect: 2 },
    ])
    const [first, second] = service.bank.effects
    expect([second?.key, second?.body]).toEqual([first?.key, first?.body])
    expect(service.bank.card('C1')?.balance).toBe(8)
  })

  it('meets its own condition where the service honours no key: 412, though it was done', () => {
    const service = open({ conditions: true })
    service.answer(request)
    service.faults.add({ kind: 'resent' })
    const { headers } = request
    const again = { ...request, headers: { ...headers, 'idempotency-key': '"k2"', 'if-match': '"1"' } }
    expect(service.answer(again)).toMatchObject({ status: 412, headers: { etag: '"2"' } })
    expect(service.bank.effects).toHaveLength(2)
  })

  it('is a fault beside others: they befall the second answer, or keep both from the bank', () => {
    const spoiled = open({ keys: true }, { kind: 'resent', standing: true }, { kind: 'delay', delayMs: 9 })
    expect(spoiled.answer(request)).toMatchObject({ status: 200, delayMs: 9 })
    const kept = open({}, { kind: 'resent', standing: true }, { kind: 'status', status: 503 })
    expect(kept.answer(request)).toMatchObject({ status: 503 })
    expect([kept.bank.effects.length, kept.arrivals.length]).toEqual([0, 1])
  })
})

describe('time', () => {
  it('lets a delayed reply hold its key, and a cut line release it', () => {
    let now = noon
    const service = createService({
      bank: createBank({ keys: true }),
      faults: createFaults([{ kind: 'delay', delayMs: 1000 }]),
      clock: () => now,
    })
    const request = requestOf('refund', refundOf(4, 'C1'), { 'idempotency-key': '"k1"' })
    expect(service.answer(request)).toMatchObject({ status: 200, delayMs: 1000 })
    expect(service.answer(request)).toMatchObject({ status: 409 })
    now = new Date(noon.getTime() + 1000)
    expect(service.answer(request)).toMatchObject({ status: 200 })
    expect(service.bank.effects).toHaveLength(1)
  })

  it('lets a request that is late be overtaken', () => {
    const service = open({}, { kind: 'late', delayMs: 1000, operation: 'associate' })
    const late = service.receive(requestOf('associate', { Card: 'C1' }))
    const prompt = service.receive(requestOf('refund', refundOf(1, 'C1')))
    expect([late.waitMs, prompt.waitMs]).toEqual([1000, 0])
    prompt.answer()
    late.answer()
    expect(service.bank.effects.map(({ operation }) => operation)).toEqual(['refund', 'associate'])
  })
})

describe('arrivals', () => {
  it('tell what came apart from what was applied', () => {
    const seen: number[] = []
    const service = createService({
      bank: createBank({ keys: true }),
      faults: createFaults([{ kind: 'dropAfterEffect' }]),
      clock: () => noon,
      onArrival: ({ sequence }) => seen.push(sequence),
    })
    const request = requestOf('refund', refundOf(4, 'C1'), { 'idempotency-key': '"k1"' })
    service.answer(request)
    service.answer(request)
    expect(service.arrivals).toEqual([
      {
        sequence: 1,
        at: noon.toISOString(),
        ...request,
        operation: 'refund',
        faults: ['dropAfterEffect'],
        status: null,
        effect: 1,
      },
      { sequence: 2, at: noon.toISOString(), ...request, operation: 'refund', faults: [], status: 200 },
    ])
    expect(service.bank.effects).toHaveLength(1)
    expect(seen).toEqual([1, 2])
  })

  it('are counted all and kept to the latest ten thousand', () => {
    const service = open()
    const probe = { method: 'HEAD', path: '/', headers: {}, bodyText: '' }
    for (let index = 0; index < 10_002; index += 1) service.answer(probe)
    expect(service.arrivalCount).toBe(10_002)
    expect(service.arrivals).toHaveLength(10_000)
    expect(service.arrivals[0]?.sequence).toBe(3)
  })

  it('are forgotten by a reset, with effects, faults and outage', () => {
    const service = open({}, { kind: 'emptyBody', standing: true })
    service.answer(requestOf('refund', refundOf(4, 'C1')))
    service.faults.setOutage(true)
    service.reset()
    expect(service.arrivals).toEqual([])
    expect(service.arrivalCount).toBe(0)
    expect(service.bank.effects).toEqual([])
    expect(service.faults.outage).toBe(false)
    expect(service.faults.take('refund')).toEqual([])
  })
})
