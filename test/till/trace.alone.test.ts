import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import type { TraceFact } from '../../src/domain/trace.js'
import { consoleTrace } from '../../src/index.js'
import { openJournal } from '../../src/journal/journal.js'
import { RunOvertaken } from '../../src/ports.js'
import { readOptions, setupToWorkerSetup } from '../../src/till/options.js'
import { append, freshName, openFreshJournal } from '../support/journals.js'
import { fullModels, kinds, refundOf } from '../support/models.js'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'
import { createFakeTransport, json200, reply } from '../support/replay.js'
import { openTraced, runTraced, statusOf, untilTraced } from '../support/traced.js'

beforeAll(standInForPage)

const who = { by: 'Ada Lovelace', reason: 'seen in the books' }

describe('a trace tells', () => {
  it('of a delivery: what woke the till, the run, its turns, and what was decided', async () => {
    const traced = await openTraced([])
    await untilTraced(traced, { what: 'run-ended', settled: 0 })
    const { id } = await traced.till.refund(refundOf('1'))
    await untilTraced(traced, {
      what: 'run-ended',
      settled: 1,
      parked: 0,
      requeued: 0,
      voided: 0,
      isCut: false,
    })
    const at = expect.any(Date) as Date
    const run = expect.any(Number) as number
    expect(traced.lines[0]).toEqual({ at, what: 'wake', why: 'opened' })
    expect(traced.of('wake')).toContainEqual({ at, what: 'wake', why: 'rung-up' })
    expect(traced.of('run-begun')).toContainEqual({ at, what: 'run-begun', run, stranded: 0 })
    expect(traced.of('turn')).toContainEqual(expect.objectContaining({ run, decisions: 0, claimed: [id] }))
    expect(traced.of('turn')).toContainEqual(expect.objectContaining({ run, decisions: 1, claimed: [] }))
    expect(traced.of('decision')).toEqual([
      {
        at,
        run,
        what: 'decision',
        id,
        kind: 'refund',
        through: 'attempt',
        outcome: 'acknowledged',
        status: 200,
        nextState: 'settled',
      },
    ])
  })

  it('of a refusal, and of what a person decides', async () => {
    const traced = await openTraced([statusOf(422)])
    const { id } = await traced.till.refund(refundOf('1'))
    const parked = { what: 'decision', id, outcome: 'rejected', status: 422, nextState: 'parked' }
    await untilTraced(traced, { ...parked, reason: 'rejected' })
    await traced.till.attention.void(id, who)
    await untilTraced(traced, { what: 'decision', id, through: 'void', nextState: 'voided' })
    expect(traced.of('decision').at(-1)).not.toHaveProperty('run')
    expect(traced.of('wake').at(-1)).toMatchObject({ why: 'acted' })
  })

  it('of a pause that the line sets, and of its end', async () => {
    const traced = await openTraced([statusOf(429)])
    await traced.till.refund(refundOf('1'))
    const until = expect.any(Date) as Date
    await untilTraced(traced, { what: 'paused', scope: 'service', reason: 'busy', until })
    await traced.till.replay()
    await untilTraced(traced, { what: 'wake', why: 'replay' })
    await untilTraced(traced, { what: 'resumed', scope: 'service' })
  })

  it('of a person’s pause', async () => {
    const traced = await openTraced([])
    await traced.till.pause({ by: who.by })
    await traced.till.resume()
    expect(traced.of('paused')).toContainEqual(expect.objectContaining({ scope: 'till', reason: 'held' }))
    expect(traced.of('resumed')).toContainEqual(expect.objectContaining({ scope: 'till' }))
    expect(traced.of('wake').at(-1)).toMatchObject({ why: 'resumed' })
  })

  it('of fresh headers, and of a page that is looked at again', async () => {
    const traced = await openTraced([])
    await traced.till.setHeaders({ Authorization: 'Bearer fresh-4720' })
    document.dispatchEvent(new Event('visibilitychange'))
    dispatchEvent(new Event('online'))
    dispatchEvent(new Event('pageshow'))
    const reasons = traced.of('wake').map((line) => 'why' in line && line.why)
    expect(reasons.slice(-4)).toEqual(['headers', 'visible', 'online', 'returned'])
  })

  it('of an error in a function of the host, by its name alone', async () => {
    const lookUp = () => Promise.reject(new RangeError('secret-4721'))
    const onConflict = () => {
      throw new TypeError('secret-4722')
    }
    const classify = () => {
      throw new SyntaxError('secret-4723')
    }
    const traced = await openTraced([statusOf(409), { kind: 'dropAfterEffect' }], {
      lookUp,
      onConflict,
      classify,
    })
    await traced.till.refund(refundOf('1'))
    await untilTraced(traced, { what: 'error', where: 'onConflict', error: 'TypeError' })
    await untilTraced(traced, { what: 'error', where: 'classify', error: 'SyntaxError' })
    await traced.till.refund(refundOf('2'))
    await untilTraced(traced, { what: 'error', where: 'lookUp', error: 'RangeError' })
    expect(JSON.stringify(traced.lines)).not.toContain('secret-')
  })
})

describe('the trace of a run', () => {
  it('says that another has overtaken it', async () => {
    const facts = await runTraced(({ journal }) => ({
      journal: {
        ...journal,
        turn: (turn) => Promise.reject(new RunOvertaken('a turn', turn.run, turn.run + 1)),
      },
    }))
    expect(facts.at(-1)).toEqual({ what: 'run-overtaken', run: expect.any(Number) as number })
  })

  it('says how it failed, by the error’s name', async () => {
    const facts = await runTraced(({ journal }) => ({
      journal: {
        ...journal,
        turn: () => Promise.reject(new DOMException('secret-4724', 'QuotaExceededError')),
      },
    }))
    expect(facts).toContainEqual({ what: 'error', where: 'run', error: 'QuotaExceededError' })
    expect(JSON.stringify(facts)).not.toContain('secret-')
  })

  it('says that a reader of replies failed', async () => {
    const { journal } = await openFreshJournal()
    const id = await append(journal, 'refund', refundOf('1'))
    const update = { kind: 'updateReceipt', request: fullModels.updateReceipt, transactionOf: id } as const
    await journal.append({ ...update, id: 'update', shop: 'S01', terminal: 'T1', createdAt: 1_000_000 })
    const transactionId = () => {
      throw new EvalError('secret-4725')
    }
    const facts = await runTraced(() => ({ journal, host: { transactionId } }))
    expect(facts).toContainEqual({ what: 'error', where: 'readReply', error: 'EvalError' })
  })
})

/** Every word of a body that could name a card, a person or a secret. */
function listWords(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 3 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listWords) : []
}

it('a trace holds no secret, card, body, header or person, whatever comes back', async () => {
  const answers: Answer[] = [
    reply(409, '{"title":"the other-4730 card","StoredValueCardReceipt":{"UserData":"theirs-4731"}}'),
    reply(422, '{"detail":"no such card as 9001-4732"}', { 'x-secret': 'header-4733' }),
    { tag: 'silence', why: 'network', at: 1 },
    json200(),
    reply(200, '<html>captive-4734</html>'),
  ]
  const facts: TraceFact[] = []
  for (const answer of answers) {
    const { journal } = await openFreshJournal()
    for (const kind of kinds) await append(journal, kind, fullModels[kind])
    const told = await runTraced(() => ({ journal, transport: createFakeTransport(() => answer) }))
    facts.push(...told)
  }
  const tags = facts.flatMap((fact) => (fact.what === 'decision' ? [fact.outcome] : []))
  expect(tags).toEqual(
    expect.arrayContaining(['conflict', 'rejected', 'silent', 'acknowledged', 'not-the-service']),
  )
  // Random ids and the time of day may have any digits.
  const text = JSON.stringify(facts).replace(/[\da-f]{8}-[\da-f-]{27}|\d{13}/g, '…')
  const words = [...listWords(fullModels), '4730', '4731', '4732', '4733', '4734', 'x-secret']
  expect(words.length).toBeGreaterThan(50)
  expect(words.filter((word) => text.includes(word))).toEqual([])
})

it('a trace of a whole till names neither persons nor headers', async () => {
  const headers = { Authorization: 'Bearer 4740' }
  const traced = await openTraced([statusOf(409), statusOf(422), { kind: 'dropAfterEffect' }], { headers })
  for (const card of ['card-4741', 'card-4742', 'card-4743']) {
    const { id } = await traced.till.refund(refundOf(card), { operator: 'Grace Hopper' })
    await untilTraced(traced, { what: 'decision', id, nextState: 'parked' })
    await traced.till.attention.markApplied(id, who)
  }
  const text = JSON.stringify(traced.lines)
  for (const word of ['4740', '4741', '4742', '4743', 'Bearer', 'Authorization', 'Ada', 'Grace', 'books'])
    expect(text).not.toContain(word)
})

it('without the option nothing is traced, and the worker is told nothing of a trace', async () => {
  const debug = vi.spyOn(console, 'debug')
  onTestFinished(() => {
    debug.mockRestore()
  })
  const { url } = await startTestSandbox()
  const till = await openNodeTill(url)
  await till.settled((await till.refund(refundOf('1'))).id)
  expect(debug).not.toHaveBeenCalled()
  const given = { shop: 'S01', terminal: 'T1', service: { baseUrl: url } }
  expect(readOptions(given).trace).toBeUndefined()
  expect(setupToWorkerSetup(readOptions(given))).not.toHaveProperty('trace')
  const traced = setupToWorkerSetup(readOptions({ ...given, trace: () => undefined }))
  expect(traced).toMatchObject({ trace: true, functions: [] })
})

it('a trace that throws is reported, and disturbs nothing', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { url } = await startTestSandbox()
  const trace = vi.fn(() => {
    throw new Error('no trace today')
  })
  onTestFinished(() => {
    trace.mockReturnValue(undefined as never)
    report.mockRestore()
  })
  const till = await openNodeTill(url, { trace })
  const { id } = await till.refund(refundOf('1'))
  expect(await till.settled(id)).toMatchObject({ state: 'settled' })
  expect(report).toHaveBeenCalledWith(expect.objectContaining({ message: 'no trace today' }))
})

it('a trace that is no function is refused as an option', () => {
  const given = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'http://127.0.0.1/' } }
  expect(() => readOptions({ ...given, trace: 'console' as never })).toThrow('trace')
})

it('the console’s trace writes one line of text each', () => {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  onTestFinished(() => {
    debug.mockRestore()
  })
  const trace = consoleTrace()
  trace({ at: new Date(0), what: 'turn', run: 7, decisions: 0, slots: 4, claimed: ['a', 'b'] })
  trace({ at: new Date(0), what: 'paused', run: 7, scope: 'refund', reason: 'failing', until: new Date(1) })
  expect(debug.mock.calls).toEqual([
    ['counterfoil 1970-01-01T00:00:00.000Z turn {"run":7,"decisions":0,"slots":4,"claimed":["a","b"]}'],
    [
      'counterfoil 1970-01-01T00:00:00.000Z paused {"run":7,"scope":"refund","reason":"failing","until":"1970-01-01T00:00:00.001Z"}',
    ],
  ])
})

it.each([
  ['writes its own lines where the page traces', { trace: true }, 'wake {"why":"message"}'],
  ['writes none for a page, or a release, that asked for none', {}, undefined],
])('the worker %s', async (_, told, line) => {
  const name = freshName()
  const journal = await openJournal(name)
  const given = { shop: 'S01', terminal: 'T1', service: { baseUrl: 'http://127.0.0.1/' } }
  await journal.writeSetting('worker', { ...setupToWorkerSetup(readOptions(given)), ...told })
  journal.close()
  let hear: (message: object) => void = () => undefined
  const addEventListener = (type: string, listener: typeof hear) => {
    if (type === 'message') hear = listener
  }
  vi.stubGlobal('self', { addEventListener, location: { origin: 'http://127.0.0.1' } })
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  onTestFinished(() => {
    debug.mockRestore()
  })
  const { installReplay } = await vi.importActual<{ installReplay: () => void }>('../../src/worker.js')
  installReplay()
  const own: Promise<unknown>[] = []
  const data = { counterfoil: 'wake', name, isWish: false }
  const ports = [{ postMessage: () => undefined }]
  hear({ data, ports, origin: 'http://127.0.0.1', waitUntil: (work: Promise<unknown>) => own.push(work) })
  await Promise.all(own)
  const lines = debug.mock.calls.map(([text]) => String(text).split(' ').slice(2).join(' '))
  expect(lines[0]).toBe(line)
})
