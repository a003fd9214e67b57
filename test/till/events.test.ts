import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { TillClosed, type ServiceOptions, type Till, type TillEvent } from '../../src/index.js'
import type { ScriptedFault } from '../../src/sandbox/index.js'
import { refundOf } from '../support/models.js'
import { listenTo, openNodeTill, standInForPage, startTestSandbox, type Ear } from '../support/node-till.js'

beforeAll(standInForPage)

const who = { by: 'Ada', reason: 'seen to' }

/** A till whose service answers the first operations as told, and an ear on it. */
async function openHeard(faults: ScriptedFault[], service: Partial<ServiceOptions> = {}) {
  const { url } = await startTestSandbox({ faults })
  const till = await openNodeTill(url, { service: { baseUrl: url, ...service } })
  return { till, url, ear: await listenTo(till) }
}

const statusOf = (status: number): ScriptedFault => ({ kind: 'status', status })

async function untilTypes(ear: Ear, types: string[]): Promise<TillEvent[]> {
  await expect.poll(ear.types).toEqual(['listening', ...types])
  return ear.events.filter(({ type }) => types.includes(type))
}

async function untilHeard(ear: Ear, event: object): Promise<void> {
  await expect.poll(() => ear.events).toContainEqual(expect.objectContaining(event))
}

describe('a listener hears', () => {
  it('of an operation that goes through, how long it took and how long it waited', async () => {
    const { till, ear } = await openHeard([])
    const { id } = await till.refund(refundOf('1'))
    const events = await untilTypes(ear, ['rung-up', 'sending', 'attempted', 'settled'])
    const entry = { id, kind: 'refund', shop: 'S01', terminal: 'T1', cursor: expect.any(String) as string }
    const at = expect.any(Date) as Date
    const span = expect.any(Number) as number
    expect(events).toEqual([
      { type: 'rung-up', ...entry, attempts: 0, at },
      { type: 'sending', ...entry, attempts: expect.any(Number) as number, at },
      { type: 'attempted', ...entry, attempts: 1, at, outcome: 'acknowledged', status: 200, tookMs: span },
      { type: 'settled', ...entry, attempts: 1, at, through: 'attempt', waitedMs: span },
    ])
  })

  it('of one that is refused, and of the correction that takes its place', async () => {
    const { till, ear } = await openHeard([statusOf(422)])
    const { id } = await till.refund(refundOf('1'))
    const attempt = ['rung-up', 'sending', 'attempted', 'parked']
    await untilTypes(ear, attempt)
    await untilHeard(ear, { type: 'parked', id, reason: 'rejected', through: 'attempt' })
    const after = await till.attention.amend(id, refundOf('2'), who)
    await untilTypes(ear, [...attempt, 'voided', 'rung-up', 'sending', 'attempted', 'settled'])
    await untilHeard(ear, { type: 'voided', id, through: 'amend', replacedBy: after.id })
    await untilHeard(ear, { type: 'rung-up', id: after.id, replaces: id, attempts: 0 })
  })

  it('of a conflict that a person resolves, without who it was', async () => {
    const { till, ear } = await openHeard([statusOf(409)])
    const { id } = await till.refund(refundOf('1'))
    const met = ['rung-up', 'sending', 'attempted', 'conflict-met', 'parked']
    await untilTypes(ear, met)
    await untilHeard(ear, { type: 'conflict-met', outcome: 'conflict', status: 409 })
    await till.attention.markApplied(id, who)
    await untilTypes(ear, [...met, 'conflict-resolved', 'settled'])
    await untilHeard(ear, { type: 'conflict-resolved', resolver: 'person', how: 'mark-applied' })
    await untilHeard(ear, { type: 'settled', through: 'mark-applied' })
    expect(JSON.stringify(ear.events)).not.toMatch(/Ada|seen to/)
  })

  it('of a conflict that the host resolves', async () => {
    const { till, ear } = await openHeard([statusOf(409)], { onConflict: () => ({ action: 'accept' }) })
    await till.refund(refundOf('1'))
    await untilTypes(ear, ['rung-up', 'sending', 'attempted', 'conflict-met', 'conflict-resolved', 'settled'])
    await untilHeard(ear, { type: 'conflict-resolved', resolver: 'host', how: 'accept' })
  })

  it('of a conflict that the till puts to the question again', async () => {
    const { till, ear } = await openHeard([statusOf(409)], { idempotencyKey: true })
    await till.refund(refundOf('1'))
    await untilHeard(ear, { type: 'conflict-resolved', resolver: 'till', how: 'ask-again' })
    await untilHeard(ear, { type: 'requeued', through: 'attempt' })
  })

  it('of pauses that begin and end: the line’s own, and a person’s', async () => {
    // As soon as may be: a till spreads its return over seconds of its own.
    vi.spyOn(Math, 'random').mockReturnValue(0)
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const busy: ScriptedFault = { kind: 'status', status: 429, retryAfterSeconds: 1 }
    const { till, ear } = await openHeard([busy])
    await till.refund(refundOf('1'))
    await untilHeard(ear, { type: 'attempted', outcome: 'busy', status: 429 })
    await untilHeard(ear, { type: 'requeued' })
    const until = expect.any(Date) as Date
    await untilHeard(ear, { type: 'paused', scope: 'service', reason: 'busy', until })
    await till.pause({ by: 'Ada' })
    await untilHeard(ear, { type: 'paused', scope: 'till', reason: 'held' })
    await till.resume()
    await untilHeard(ear, { type: 'resumed', scope: 'till', reason: 'held' })
    await untilHeard(ear, { type: 'resumed', scope: 'service', reason: 'busy' })
    expect(JSON.stringify(ear.events)).not.toContain('Ada')
  })

  it('of what a supervisor lets through', async () => {
    const { url } = await startTestSandbox()
    const till = await openNodeTill(url, { limits: { perOperation: 5 } })
    const ear = await listenTo(till)
    await till.pause()
    const first = await till.refund(refundOf('1', 10), { override: who })
    await untilHeard(ear, { type: 'let-through', id: first.id, guard: 'limit' })
    const again = await till.refund(refundOf('1', 10), { override: who, allowDuplicate: who })
    await untilHeard(ear, { type: 'let-through', id: again.id, guard: 'duplicate' })
  })

  it('of what moves to another till, where its past is not told again', async () => {
    const { till, url, ear } = await openHeard([statusOf(500)])
    const { id } = await till.refund(refundOf('1'))
    await untilHeard(ear, { type: 'parked', id, reason: 'unknown' })
    const file = await till.exportJournal('a long passphrase', { handOver: who })
    await untilHeard(ear, { type: 'parked', id, reason: 'moved', through: 'handed-over' })
    const nowhere = 'http://127.0.0.1:9'
    const moved = { baseUrl: nowhere, replaces: [url] }
    const other = await openNodeTill(nowhere, { terminal: 'T2', service: moved })
    const otherEar = await listenTo(other)
    await other.importJournal(file, 'a long passphrase')
    await untilHeard(otherEar, { type: 'imported', id, state: 'parked' })
    await other.attention.void(id, who)
    await untilHeard(otherEar, { type: 'voided', id })
    // Its service is nowhere: sooner or later it pauses.
    expect(otherEar.types().filter((type) => type !== 'paused')).toEqual(['listening', 'imported', 'voided'])
  })
})

describe('a listener', () => {
  it('that throws harms nobody, and is reported', async () => {
    const report = vi.fn()
    vi.stubGlobal('reportError', report)
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, 'reportError')
    })
    const { till, ear } = await openHeard([])
    const fault = new Error('of the host')
    till.on('event', () => {
      throw fault
    })
    const { id } = await till.refund(refundOf('1'))
    await till.settled(id)
    await untilTypes(ear, ['rung-up', 'sending', 'attempted', 'settled'])
    await expect.poll(() => report.mock.calls.length).toBeGreaterThanOrEqual(5)
    expect(new Set(report.mock.calls.flat())).toEqual(new Set([fault]))
  })

  it('hears nothing of what was before, nothing after it has stopped, and last of all that the till was closed', async () => {
    const { till, ear } = await openHeard([])
    const { id } = await till.refund(refundOf('1'))
    await till.settled(id)
    await untilTypes(ear, ['rung-up', 'sending', 'attempted', 'settled'])
    ear.stop()
    const late = await listenTo(till)
    const next = await till.refund(refundOf('2'))
    await untilHeard(late, { type: 'settled', id: next.id })
    expect(late.types()).toEqual(['listening', 'rung-up', 'sending', 'attempted', 'settled'])
    till.close()
    expect(late.types().at(-1)).toBe('closed')
    expect(ear.types()).toHaveLength(5)
    expect(() => till.on('event', vi.fn())).toThrow(TillClosed)
  })

  it('goes on from a cursor with what happened while nobody listened, wherever it was taken', async () => {
    const { url } = await startTestSandbox({ faults: [statusOf(422)] })
    const name = `cursor-${Math.random()}`
    const till = await openNodeTill(url, { name })
    const ear = await listenTo(till)
    await till.refund(refundOf('1'))
    await untilTypes(ear, ['rung-up', 'sending', 'attempted', 'parked'])
    till.close()
    const later = await openNodeTill(url, { name })
    const { id } = await later.refund(refundOf('2'))
    await later.settled(id)
    const whole = ear.types().slice(1, 5)
    const rest = ['rung-up', 'sending', 'attempted', 'settled']
    for (const [index, { cursor }] of ear.events.slice(0, 5).filter(isOfJournal).entries()) {
      const again = await listenTo(later, cursor)
      await untilHeard(again, { type: 'settled', id })
      const isWithinLine = index === 2 || index === 3
      // A line is told as a whole: who stopped within it hears it again from its beginning.
      const told = isWithinLine ? whole.slice(1) : whole.slice(index)
      expect(sorted(again)).toEqual([...told, ...rest].sort())
    }
  })

  it('begins at the end where the cursor is none, and from the beginning where it is of another till', async () => {
    const { till, ear } = await openHeard([])
    const { id } = await till.refund(refundOf('1'))
    await untilHeard(ear, { type: 'settled', id })
    const cursor = ear.events.at(-1)?.cursor ?? ''
    const broken = await listenTo(till, 'no cursor')
    const strange = await listenTo(till, cursor.replace(/"birth":"[^"]*"/, '"birth":"elsewhere"'))
    await untilHeard(strange, { type: 'settled', id })
    const next = await till.refund(refundOf('2'))
    await untilHeard(broken, { type: 'settled', id: next.id })
    expect(broken.types()).toEqual(['listening', 'rung-up', 'sending', 'attempted', 'settled'])
  })

  it('hears once what another handle of the same till does', async () => {
    const { url } = await startTestSandbox()
    const name = `twice-${Math.random()}`
    const tills: Till[] = [await openNodeTill(url, { name }), await openNodeTill(url, { name })]
    const ears = await Promise.all(tills.map((till) => listenTo(till)))
    await tills[0]?.refund(refundOf('1'))
    await tills[1]?.refund(refundOf('2'))
    for (const ear of ears) {
      await expect.poll(() => ear.types().filter((type) => type === 'settled').length).toBe(2)
      expect(sorted(ear)).toEqual(
        ['rung-up', 'sending', 'attempted', 'settled'].flatMap((type) => [type, type]).sort(),
      )
    }
  })
})

const isOfJournal = ({ type }: TillEvent) => type !== 'storage'

function sorted(ear: Ear): string[] {
  return ear.types().slice(1).sort()
}
