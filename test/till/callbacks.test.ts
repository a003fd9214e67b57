import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ServiceOptions } from '../../src/index.js'
import type { ScriptedFault } from '../../src/sandbox/index.js'
import { coalesce } from '../../src/domain/coalesce.js'
import { createStatusStore } from '../../src/till/status.js'
import { refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

const reported = vi.fn()

beforeAll(standInForPage)
beforeEach(() => {
  reported.mockReset()
  vi.stubGlobal('reportError', reported)
})

/** A function of a host that throws once, or each time. */
function thrower(isAlways: boolean): () => never | undefined {
  let calls = 0
  return () => {
    calls += 1
    if (isAlways || calls === 1) throw new Error('a mistake in the host’s code')
    return undefined
  }
}

describe.each([
  ['once', false],
  ['always', true],
])('a callback of the host that throws %s', (_, isAlways) => {
  it('as it hears the status: the status goes on for the others, and the mistake is reported', async () => {
    const { url } = await startTestSandbox()
    const till = await openNodeTill(url)
    till.status.subscribe(thrower(isAlways))
    const seen: (number | undefined)[] = []
    till.status.subscribe(({ counts }) => seen.push(counts.settled))
    await till.refund(refundOf('1'))
    await expect.poll(() => seen.at(-1)).toBe(1)
    await till.refund(refundOf('2'))
    await expect.poll(() => seen.at(-1)).toBe(2)
    expect(reported).toHaveBeenCalled()
  })

  it('as it hears events: the other listeners and the replay go on', async () => {
    const { url } = await startTestSandbox()
    const till = await openNodeTill(url)
    till.on('event', thrower(isAlways))
    const types: string[] = []
    till.on('event', ({ type }) => types.push(type))
    await till.refund(refundOf('1'))
    await expect.poll(() => types).toContain('settled')
    expect(reported).toHaveBeenCalled()
  })

  it.each<[string, Partial<ServiceOptions>, ScriptedFault[], string]>([
    ['headers', { headers: thrower(isAlways) as never }, [], isAlways ? 'queued' : 'settled'],
    ['lookUp', { lookUp: thrower(isAlways) as never }, [{ kind: 'status', status: 500 }], 'parked'],
    ['onConflict', { onConflict: thrower(isAlways) as never }, [{ kind: 'status', status: 409 }], 'parked'],
    ['readReply', { readReply: { transactionId: thrower(isAlways) } }, [], 'settled'],
  ])(
    'as it is asked for %s: no operation is lost, and others go on',
    async (name, service, faults, state) => {
      const { url } = await startTestSandbox({ faults })
      const till = await openNodeTill(url, { service: { baseUrl: url, ...service } })
      const { id } = await till.refund(refundOf('1'))
      await till.replay()
      await till.replay()
      expect(await till.entry(id)).toMatchObject({ state })
      const other = await till.refund(refundOf('2'))
      await till.replay()
      expect(await till.entry(other.id)).toMatchObject({ state: name === 'headers' ? state : 'settled' })
    },
  )

  it('as it judges what is rung up: nothing is kept, and the next is', async () => {
    const { url } = await startTestSandbox()
    const till = await openNodeTill(url, { rules: { receipt: thrower(isAlways) as never } })
    await expect(till.refund(refundOf('1'))).rejects.toThrow('a mistake')
    expect(await till.entries()).toEqual([])
    await till.confirmOrder({ OrderID: 1 })
    expect(await till.entries()).toHaveLength(1)
  })
})

describe('what coalesces and dispatches', () => {
  it('begins again after work that threw', async () => {
    let works = 0
    const failed = vi.fn()
    process.once('unhandledRejection', failed)
    const look = coalesce(() => {
      works += 1
      return works === 1 ? Promise.reject(new Error('once')) : Promise.resolve()
    })
    look()
    await expect.poll(() => failed.mock.calls.length).toBe(1)
    look()
    await expect.poll(() => works).toBe(2)
  })

  it('tells the status to all that listen, whoever throws in between', () => {
    const store = createStatusStore({ state: 'starting' })
    store.subscribe(thrower(true))
    const states: string[] = []
    store.subscribe(({ worker }) => states.push(worker.state))
    store.change({ worker: { state: 'active' } })
    expect(states).toEqual(['starting', 'active'])
  })
})
