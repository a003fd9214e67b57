import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Till } from '../../src/index.js'
import { sendTelemetry, type Telemetry } from '../../src/otlp.js'
import { fullModels, refundOf } from '../support/models.js'
import { listenTo, openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import { postBinary, readByProtocol, startReceiver, type Receiver } from '../support/receiver.js'

beforeAll(standInForPage)

/** Sends what comes up until something has been received. */
async function sendUntil(telemetry: Telemetry, receiver: Receiver, names: string[]): Promise<void> {
  const read = async () => {
    await telemetry.flush()
    return receiver.logs.map(({ attributes }) => attributes['event.name'])
  }
  await expect.poll(read).toEqual(expect.arrayContaining(names.map((name) => `counterfoil.${name}`)))
}

function begin(till: Till, url: string, headers = {}): Telemetry {
  const telemetry = sendTelemetry(till, { url, headers, resource: { 'deployment.environment': 'test' } })
  onTestFinished(() => telemetry.stop())
  return telemetry
}

/** Empty lists say nothing, and the binary form does not carry them. */
function withoutEmpty(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, inner: unknown) =>
      Array.isArray(inner) && inner.length === 0 ? undefined : inner,
    ),
  )
}

async function deliverTwo(receiver: Receiver, telemetry: Telemetry, till: Till): Promise<void> {
  await till.settled((await till.refund(refundOf('1'))).id)
  await till.refund(refundOf('2'))
  await sendUntil(telemetry, receiver, ['listening', 'rung-up', 'sending', 'attempted', 'settled', 'parked'])
}

const rejectSecond = {
  faults: [
    { kind: 'delay', delayMs: 0 },
    { kind: 'status', status: 422 },
  ],
} as const

describe('a receiver of OpenTelemetry', () => {
  it('understands the events of a real till', async () => {
    const receiver = await startReceiver()
    const { url } = await startTestSandbox({ faults: [...rejectSecond.faults] })
    const till = await openNodeTill(url)
    const telemetry = begin(till, receiver.url, { Authorization: 'Bearer collector' })
    await deliverTwo(receiver, telemetry, till)
    expect(receiver.resources[0]?.attributes).toEqual({
      'service.name': 'counterfoil',
      'service.instance.id': `S01/T1/${till.name}`,
      'counterfoil.shop': 'S01',
      'counterfoil.terminal': 'T1',
      'counterfoil.profile': till.name,
      'deployment.environment': 'test',
    })
    const parked = receiver.logs.find(({ body }) => body === 'refund parked: rejected')
    const [entry] = await till.entries({ state: 'parked' })
    expect(parked).toMatchObject({
      severityNumber: 13,
      severityText: 'WARN',
      attributes: {
        'event.name': 'counterfoil.parked',
        'counterfoil.entry.id': entry?.id,
        'counterfoil.entry.kind': 'refund',
        'counterfoil.entry.state': 'parked',
        'counterfoil.entry.reason': 'rejected',
        'counterfoil.entry.attempts': 1,
        'counterfoil.shop': 'S01',
        'counterfoil.terminal': 'T1',
      },
    })
    expect(BigInt(parked?.timeUnixNano ?? 0) / 1_000_000n).toBe(
      BigInt(entry?.history.at(-1)?.at.getTime() ?? 0),
    )
    expect(receiver.requests.map(({ headers }) => headers.authorization)).toContain('Bearer collector')
    expect(telemetry).toMatchObject({ lost: 0, fault: undefined })
  })

  it('understands its figures', async () => {
    const receiver = await startReceiver()
    const { url } = await startTestSandbox({ faults: [...rejectSecond.faults] })
    const till = await openNodeTill(url)
    const telemetry = begin(till, receiver.url)
    await deliverTwo(receiver, telemetry, till)
    await expect.poll(() => till.status.value.counts).toMatchObject({ parked: 1, queued: 0 })
    await telemetry.flush()
    const metric = (name: string) => receiver.metrics().find((one) => one.name === `counterfoil.${name}`)
    const byState = metric('entries')?.gauge?.dataPoints.map(({ attributes, asInt }) => [
      attributes['counterfoil.entry.state'],
      asInt,
    ])
    expect(Object.fromEntries(byState ?? [])).toEqual({
      queued: '0',
      sending: '0',
      settled: '1',
      parked: '1',
      voided: '0',
    })
    expect(metric('oldest.age')?.gauge?.dataPoints).toMatchObject([{ asInt: '0' }])
    const { sum } = metric('attempts') ?? {}
    expect(sum).toMatchObject({ aggregationTemporality: 2, isMonotonic: true })
    expect(
      sum?.dataPoints.map(({ attributes, asInt }) => [attributes['counterfoil.outcome'], asInt]),
    ).toEqual([
      ['acknowledged', '1'],
      ['rejected', '1'],
    ])
    const durations = metric('attempt.duration')?.histogram
    expect(durations).toMatchObject({ aggregationTemporality: 2, dataPoints: [{ count: '2' }] })
    const [point] = durations?.dataPoints ?? []
    expect(point?.bucketCounts).toHaveLength((point?.explicitBounds?.length ?? 0) + 1)
    expect(point?.bucketCounts?.reduce((total, count) => total + Number(count), 0)).toBe(2)
    expect(metric('delivery.wait')?.histogram?.dataPoints).toMatchObject([{ count: '1' }])
  })

  it('is sent nothing that the protocol’s own definitions do not know, and decodes the same in binary', async () => {
    const receiver = await startReceiver()
    const { url } = await startTestSandbox({ faults: [...rejectSecond.faults] })
    const till = await openNodeTill(url)
    const telemetry = begin(till, receiver.url)
    await till.pause()
    await till.resume()
    await deliverTwo(receiver, telemetry, till)
    await telemetry.flush()
    expect(new Set(receiver.raw.map(({ signal }) => signal))).toEqual(new Set(['logs', 'metrics']))
    for (const one of [...receiver.raw]) {
      expect(withoutEmpty(readByProtocol(one))).toEqual(withoutEmpty(one.message))
      const before = receiver.logs.length
      expect(await postBinary(receiver, one)).toBe(200)
      if (one.signal !== 'logs') continue
      const told = receiver.logs.slice(before).map(({ body, attributes }) => [body, attributes['event.name']])
      expect(told.length).toBeGreaterThan(0)
      expect(
        told.every(([body, name]) => typeof body === 'string' && String(name).startsWith('counterfoil.')),
      ).toBe(true)
    }
    const wrong = { resourceLogs: [{ scopeLogs: [{ logRecords: [{ time_unix: '1', severityNumber: 9 }] }] }] }
    expect(readByProtocol({ signal: 'logs', message: wrong })).not.toEqual(wrong)
  })

  it('is told no secret, no person and no card, whatever is done', async () => {
    const receiver = await startReceiver()
    const { url } = await startTestSandbox({
      faults: [409, 500, 422, 200, 401].map((status) => ({
        kind: 'status',
        status,
        body: { detail: 'secret-reply', code: '9001000000000025' },
        headers: { etag: '"secret-etag"' },
      })),
    })
    const headers = { Authorization: 'Bearer secret-token' }
    const till = await openNodeTill(url, { service: { baseUrl: url, headers }, limits: { perOperation: 1 } })
    const ear = await listenTo(till)
    const telemetry = begin(till, receiver.url)
    const verdict = { by: 'secret-person', reason: 'secret-reason' }
    const extra = { operator: 'secret-operator', override: verdict, allowDuplicate: verdict }
    await till.associate(fullModels.associate, extra)
    await till.refund(fullModels.refund, extra)
    await till.migrate(fullModels.migrate, extra)
    await till.updateReceipt(fullModels.updateReceipt, extra)
    await till.confirmOrder(fullModels.confirmOrder, extra)
    await expect.poll(async () => (await till.entries({ state: 'parked' })).length).toBeGreaterThan(1)
    for (const { id } of await till.entries({ state: 'parked' })) await till.attention.void(id, verdict)
    await till.pause({ by: 'secret-person' })
    await sendUntil(telemetry, receiver, [
      'rung-up',
      'let-through',
      'attempted',
      'parked',
      'voided',
      'paused',
    ])
    const told = JSON.stringify([ear.events, receiver.raw])
    expect(told).toContain('counterfoil.let-through')
    expect(told.match(secretPattern())).toBeNull()
  })
})

/** Every text of every body, and all that was planted beside them; short codes stand everywhere. */
function secretPattern(): RegExp {
  const texts: string[] = []
  JSON.stringify(fullModels, (_, value: unknown) => {
    if (typeof value === 'string' && value.length > 4) texts.push(value)
    return value
  })
  expect(texts.length).toBeGreaterThan(30)
  const escaped = texts.map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(['secret', 'Bearer', ...escaped].join('|'))
}
