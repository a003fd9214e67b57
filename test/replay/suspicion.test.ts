import { describe, expect, it } from 'vitest'
import { retentionDefault } from '../../src/decide/retention.js'
import type { Answer, Reachability } from '../../src/domain/outcome.js'
import { readTransactionId } from '../../src/domain/reply.js'
import type { Summary } from '../../src/journal/live.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { summaryToStatus, type TillHint } from '../../src/till/status.js'
import { append, openFreshJournal } from '../support/journals.js'
import { fullModels, refundOf } from '../support/models.js'
import {
  createFakeClock,
  createFakeLock,
  createFakeTransport,
  json200,
  type Sent,
} from '../support/replay.js'

const cutShort: Answer = { tag: 'silence', why: 'network', at: 1, isAbrupt: true }
const veiled: Answer = {
  tag: 'reply',
  status: 200,
  headers: {},
  text: '{}',
  at: 1,
  credentialsAt: 1,
  isVeiled: true,
}

async function setUp(answer: (sent: Sent, count: number) => Answer, probe?: () => Reachability) {
  const { journal } = await openFreshJournal()
  const transport = createFakeTransport(answer, probe)
  const clock = createFakeClock()
  const doors = {
    journal,
    transport,
    host: { transactionId: readTransactionId },
    clock,
    policy: { replay: {} },
    concurrency: 4,
    sliceMs: Infinity,
    retention: retentionDefault,
  }
  const create = () => createReplayer(() => Promise.resolve(doors), createFakeLock())
  const readHints = async (): Promise<TillHint[]> => {
    const summary = await new Promise<Summary>((resolve, reject) => {
      const stop = journal.watchSummary((told) => {
        resolve(told)
        queueMicrotask(() => {
          stop()
        })
      }, reject)
    })
    return summaryToStatus(summary, clock.now()).hints
  }
  return { journal, transport, create, readHints }
}

describe('the suspicion of a service that is set up wrong', () => {
  it('rises where a sending is cut short and the probe after it gets through, and changes no rule', async () => {
    const { journal, transport, create, readHints } = await setUp(() => cutShort)
    const refund = await append(journal, 'refund', refundOf('1'))
    const update = await append(journal, 'updateReceipt', fullModels.updateReceipt)
    await create().wake()
    expect(await readHints()).toMatchObject([{ likely: 'cors', kinds: ['refund', 'updateReceipt'] }])
    expect(transport.probes).toBe(2)
    expect(await journal.find(refund)).toMatchObject({ state: 'parked', reason: 'unknown' })
    expect(await journal.find(update)).toMatchObject({ state: 'queued' })
  })

  it('does not rise where the line itself turns out to be down', async () => {
    const found: Reachability[] = ['reachable', 'unreachable']
    const { journal, create, readHints } = await setUp(
      () => cutShort,
      () => found.shift() ?? 'unreachable',
    )
    await append(journal, 'refund', refundOf('1'))
    await create().wake({ isWish: true })
    expect(await readHints()).toEqual([])
  })

  it('does not rise where a sending merely goes unanswered', async () => {
    const { journal, create, readHints } = await setUp(() => ({ tag: 'silence', why: 'network', at: 1 }))
    await append(journal, 'refund', refundOf('1'))
    await create().wake()
    expect(await readHints()).toEqual([])
  })

  it('outlives the run, needs a second sign where the service has taken operations, and ends with an answer', async () => {
    const answers = [json200(), cutShort, cutShort, json200()]
    const { journal, create, readHints } = await setUp((_, count) => answers[count - 1] ?? json200())
    const seen: string[][] = []
    for (const card of ['1', '2', '3', '4']) {
      await append(journal, 'refund', refundOf(card))
      await create().wake({ isWish: true })
      seen.push((await readHints()).map(({ likely }) => likely))
    }
    expect(seen).toEqual([[], [], ['cors'], []])
  })

  it('falls on our own policy where that stops the probe; the till is offline then', async () => {
    const found: Reachability[] = ['blocked', 'reachable']
    const { journal, transport, create, readHints } = await setUp(
      () => json200(),
      () => found.shift() ?? 'reachable',
    )
    await append(journal, 'refund', refundOf('1'))
    expect((await create().wake()).paused).toMatchObject({ reason: 'offline' })
    expect(transport.sent).toEqual([])
    expect(await readHints()).toMatchObject([{ likely: 'csp' }])
    await create().wake({ isWish: true })
    expect(await readHints()).toEqual([])
  })

  it('rises where replies come without their headers, and settles them all the same', async () => {
    const answers = [veiled, json200()]
    const { journal, create, readHints } = await setUp((_, count) => answers[count - 1] ?? json200())
    const id = await append(journal, 'refund', refundOf('1'))
    await create().wake()
    expect(await readHints()).toMatchObject([{ likely: 'hidden-headers' }])
    expect(await journal.find(id)).toMatchObject({ state: 'settled' })
    await append(journal, 'refund', refundOf('2'))
    await create().wake()
    expect(await readHints()).toEqual([])
  })
})
