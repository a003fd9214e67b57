import { describe, expect, it } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import { rowFormat } from '../../src/journal/store/rows.js'
import { openRaw } from '../support/journals.js'
import { fullModels, kinds, refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld } from '../support/world.js'

describe('the replay loop', () => {
  it('delivers one of each kind with the bytes frozen at ringing up', async () => {
    const { transport, append, wake, stateOf } = await openWorld()
    const ids = await Promise.all(kinds.map((kind) => append(kind, fullModels[kind])))
    const result = await wake()
    expect(result).toMatchObject({ settled: 5, parked: 0, requeued: 0 })
    for (const [index, kind] of kinds.entries()) {
      const sent = transport.sent.find(({ id }) => id === ids[index])
      expect(sent?.body).toBe(JSON.stringify(fullModels[kind]))
      expect(await stateOf(ids[index] ?? '')).toBe('settled')
    }
  })

  it('marks an entry as sending before its request leaves', async () => {
    const seen: (string | undefined)[] = []
    const { append, wake, stateOf } = await openWorld({
      answer: async ({ id }) => {
        seen.push(await stateOf(id))
        return json200()
      },
    })
    await append('refund', refundOf('1'))
    await wake()
    expect(seen).toEqual(['sending'])
  })

  it('keeps the order of each card, all cards of a refund counted, whatever the concurrency', async () => {
    const { transport, append, wake } = await openWorld({ concurrency: 6 })
    const bothCards = {
      StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }, { StoredValueCardCode: 'B' }],
      StoredValueCardReceipt: { Total: 1 },
    }
    const ids: string[] = []
    for (const model of [
      refundOf('A'),
      refundOf('B'),
      bothCards,
      refundOf('A'),
      refundOf('B'),
      refundOf('C'),
    ]) {
      ids.push(await append('refund', model))
    }
    await wake()
    const order = transport.sent.map(({ id }) => ids.indexOf(id))
    expect(order.sort((left, right) => left - right)).toEqual([0, 1, 2, 3, 4, 5])
    const at = (index: number) => transport.sent.findIndex(({ id }) => id === ids[index])
    expect(at(0)).toBeLessThan(at(2))
    expect(at(1)).toBeLessThan(at(2))
    expect(at(2)).toBeLessThan(at(3))
    expect(at(2)).toBeLessThan(at(4))
    expect(at(5)).toBeLessThan(at(2))
  })

  it('never has two operations of one card under way', async () => {
    const inFlight = new Map<string, number>()
    let most = 0
    const { append, wake } = await openWorld({
      concurrency: 8,
      answer: async ({ body }) => {
        const card =
          (JSON.parse(body) as ReturnType<typeof refundOf>).StoredValueCardCodeCollection?.[0]
            ?.StoredValueCardCode ?? ''
        inFlight.set(card, (inFlight.get(card) ?? 0) + 1)
        most = Math.max(most, inFlight.get(card) ?? 0)
        await Promise.resolve()
        inFlight.set(card, (inFlight.get(card) ?? 0) - 1)
        return json200()
      },
    })
    for (let index = 0; index < 40; index += 1) await append('refund', refundOf(`card-${index % 5}`))
    expect(await wake()).toMatchObject({ settled: 40 })
    expect(most).toBe(1)
  })

  it('lets one parked operation hold its own card only', async () => {
    const { append, wake, stateOf } = await openWorld({
      answer: ({ body }) => (body.includes('"stuck"') ? reply(409) : json200()),
    })
    const stuck = await append('refund', refundOf('stuck'))
    const behind = await append('refund', refundOf('stuck'))
    const other = await append('refund', refundOf('free'))
    await wake()
    expect(await stateOf(stuck)).toBe('parked/conflict')
    expect(await stateOf(behind)).toBe('queued')
    expect(await stateOf(other)).toBe('settled')
  })

  it('spends no operation on a dead line: the probe fails, all stay queued, and the pause is kept', async () => {
    const { transport, clock, append, wake, wakeLater, goOffline, goOnline, stateOf } = await openWorld()
    goOffline()
    const id = await append('refund', refundOf('1'))
    const first = await wake()
    expect(transport.sent).toEqual([])
    expect(first.paused).toMatchObject({ reason: 'offline' })
    expect(await stateOf(id)).toBe('queued')
    goOnline()
    await wake()
    expect(transport.probes).toBe(1)
    expect(await wakeLater((first.paused?.until ?? 0) - clock.now())).toMatchObject({ settled: 1 })
  })

  it('heeds a person’s wish before the pause has ended', async () => {
    const { append, wake, wakeManually, goOffline, goOnline } = await openWorld()
    goOffline()
    await append('refund', refundOf('1'))
    await wake()
    goOnline()
    expect(await wakeManually()).toMatchObject({ settled: 1 })
  })

  it('heeds a person’s wish before an entry’s own wait has ended, but not before a time the service named', async () => {
    const { append, wake, wakeManually, wakeLater } = await openWorld({
      answers: [reply(425), reply(413, '', { 'retry-after': '300' })],
    })
    await append('refund', refundOf('1'))
    expect(await wake()).toMatchObject({ requeued: 1 })
    expect(await wake()).toMatchObject({ requeued: 0 })
    expect(await wakeManually()).toMatchObject({ requeued: 1 })
    expect(await wakeManually()).toMatchObject({ requeued: 0 })
    expect(await wakeLater(600_000)).toMatchObject({ settled: 1 })
  })

  it.each([
    ['of its own', reply(425)],
    ['that the service named for it', reply(413, '', { 'retry-after': '2' })],
    ['that the service named for all', reply(429, '', { 'retry-after': '2' })],
  ])('does not wait for hours because the clock was set back during a short wait %s', async (_, first) => {
    const { clock, append, wake } = await openWorld({ answers: [first] })
    await append('refund', refundOf('1'))
    await wake()
    clock.advance(-4 * 3_600_000)
    expect(await wake()).toMatchObject({ settled: 1 })
  })

  it('requeues what never left the till, without counting it as an attempt', async () => {
    const { journal, append, wake, wakeLater } = await openWorld({
      answers: [{ tag: 'unsent', why: 'no headers', at: 1 }],
    })
    const id = await append('refund', refundOf('1'))
    const result = await wake()
    expect(result).toMatchObject({ requeued: 1, settled: 0 })
    const entry = await journal.find(id)
    expect(result.paused).toMatchObject({ reason: 'unsent' })
    expect(entry).toMatchObject({ state: 'queued' })
    expect(await wakeLater(60_000)).toMatchObject({ settled: 1 })
  })

  it('gives an entry that a dead run left as sending an unknown outcome, not a fresh one', async () => {
    const { journal, transport, append, wakeLater, claimAndDie, stateOf } = await openWorld()
    const id = await append('refund', refundOf('1'))
    await claimAndDie()
    await wakeLater(6_000)
    expect(await stateOf(id)).toBe('parked/unknown')
    expect(transport.sent).toEqual([])
    expect((await journal.find(id))?.history.at(-1)).toMatchObject({
      what: 'recovery',
      outcome: 'interrupted',
    })
  })

  it('refuses the turn of a run that another has overtaken', async () => {
    const { journal, clock } = await openWorld()
    const early = await journal.begin(clock.now())
    await journal.begin(clock.now())
    await expect(
      journal.turn({ policy: { replay: {} }, run: early.number, decisions: [], slots: 1, now: 1 }),
    ).rejects.toThrow(/refused/)
  })

  it('serves a wake that comes during a run’s last look', async () => {
    const { journal, append, wake } = await openWorld()
    await append('refund', refundOf('1'))
    const end = journal.end.bind(journal)
    let late: Promise<unknown> | undefined
    journal.end = async (run, now) => {
      if (!late) {
        await append('refund', refundOf('2'))
        late = wake()
      }
      return end(run, now)
    }
    await wake()
    await late
    expect(await journal.list({ state: 'settled' })).toHaveLength(2)
  })

  it('delivers each of 500 once and in order per card, with three replayers awake at once', async () => {
    const { transport, append, openTab } = await openWorld()
    const ids: string[] = []
    for (let index = 0; index < 500; index += 1) {
      ids.push(await append('refund', refundOf(`card-${index % 37}`)))
    }
    await Promise.all([openTab().wake(), openTab().wake(), openTab().wake()])
    expect(transport.sent).toHaveLength(500)
    expect(new Set(transport.sent.map(({ id }) => id)).size).toBe(500)
    for (let card = 0; card < 37; card += 1) {
      const places = transport.sent.map(({ id }) => ids.indexOf(id)).filter((place) => place % 37 === card)
      expect(places).toEqual([...places].sort((left, right) => left - right))
    }
  })

  it('records an answer that comes while the last turn is being committed', async () => {
    let answerSecond: (answer: Answer) => void = () => undefined
    const second = new Promise<Answer>((resolve) => {
      answerSecond = resolve
    })
    const { journal, append, wake } = await openWorld({
      answer: (_, count) => (count === 1 ? json200() : second),
    })
    for (const card of ['1', '2']) await append('refund', refundOf(card))
    const turn = journal.turn.bind(journal)
    journal.turn = async (request) => {
      const turned = await turn(request)
      if (request.decisions.length === 1) answerSecond(json200())
      // Not a wait for time: one turn of the event loop, so that the delivery ends before the turn is heard.
      await new Promise((resolve) => setTimeout(resolve))
      return turned
    }
    expect(await wake()).toMatchObject({ settled: 2 })
    expect(await journal.list({ state: 'sending' })).toEqual([])
  })

  it('rests as the service asked, though the turn that was to record that fails', async () => {
    const { journal, name, append, wake, listSent } = await openWorld({
      answers: [reply(503, '{}', { 'retry-after': '600' })],
    })
    for (const card of ['1', '2']) await append('refund', refundOf(card))
    const turn = journal.turn.bind(journal)
    journal.turn = async (request) => {
      if (!request.line?.begun.length) return turn(request)
      journal.turn = turn
      throw new Error('the disk is gone')
    }
    await expect(wake()).rejects.toThrow('the disk is gone')
    const raw = await openRaw(name)
    expect(await raw.table('pauses').toArray()).toMatchObject([{ scope: 'service', reason: 'busy' }])
    raw.close()
    expect(await wake()).toMatchObject({ settled: 0, paused: { reason: 'busy', isFirm: true } })
    expect(listSent()).toEqual(['entry-1'])
  })

  it('claims no more once its time is up, and says that work is left', async () => {
    const { clock, append, wake } = await openWorld({
      concurrency: 1,
      sliceMs: 1_000,
      answer: () => {
        clock.advance(600)
        return json200()
      },
    })
    for (const card of ['1', '2', '3', '4']) await append('refund', refundOf(card))
    expect(await wake()).toMatchObject({ settled: 2, isCut: true })
    expect(await wake()).toMatchObject({ settled: 2, isCut: false })
  })

  it('stops claiming when halted, and goes on when resumed', async () => {
    const { append, wake, halt, resume } = await openWorld()
    await append('refund', refundOf('1'))
    await halt()
    expect(await wake()).toMatchObject({ settled: 0 })
    resume()
    expect(await wake()).toMatchObject({ settled: 1 })
  })

  it('marks nothing once it is halted, which may be while it gives way to the counter', async () => {
    const { deps, append, wake, halt, listSent } = await openWorld()
    const turns: unknown[] = []
    deps.trace = (event) => {
      if (event.what === 'turn') turns.push(event.claimed)
    }
    deps.giveWay = () => Promise.resolve(void halt())
    await append('refund', refundOf('1'))
    await wake()
    expect(turns).toEqual([[]])
    expect(listSent()).toEqual([])
  })

  type Opened = Awaited<ReturnType<typeof openWorld>>
  const moments: [string, (world: Opened) => void][] = [
    [
      'while its turn is on',
      ({ deps, journal, halt }) => {
        const turn: typeof journal.turn = async (request) => {
          const turned = await journal.turn(request)
          void halt()
          return turned
        }
        deps.journal = { ...journal, turn }
      },
    ],
    [
      'between its turn and the gate',
      ({ deps, transport, halt }) => {
        deps.transport = {
          ...transport,
          async send(claim, gate) {
            void halt()
            if (await gate()) return transport.send(claim, gate)
            return { tag: 'unsent', why: 'not let through', at: 0 }
          },
        }
      },
    ],
  ]
  it.each(moments)('sends nothing after it is halted %s, and all of it later', async (_, haltThen) => {
    const world = await openWorld()
    const { deps, journal, append, wake, wakeLater, resume, listSent } = world
    const before = { ...deps }
    for (const card of ['1', '2']) await append('refund', refundOf(card))
    haltThen(world)
    expect(await wake()).toMatchObject({ settled: 0, parked: 0 })
    expect(listSent()).toEqual([])
    expect(await journal.count()).toMatchObject({ queued: 2, sending: 0 })
    Object.assign(deps, before)
    resume()
    expect(await wakeLater()).toMatchObject({ settled: 2 })
  })
})

describe('a row that cannot be read', () => {
  const damages: [string, (row: Record<string, unknown>) => Record<string, unknown>][] = [
    ['of no known kind', (row) => ({ ...row, kind: 'gift' })],
    ['without its attempts', (row) => ({ ...row, attempts: undefined })],
    ['whose lanes are no list', (row) => ({ ...row, lanes: 7 })],
    ['in a state nobody knows', (row) => ({ ...row, state: 'lost' })],
  ]
  it.each(damages)('%s parks as unreadable and stops nothing else', async (_, damage) => {
    const { journal, name, append, wake, stateOf } = await openWorld()
    const id = await append('refund', refundOf('1'))
    const other = await append('refund', refundOf('2'))
    const raw = await openRaw(name)
    const row = (await raw.table('entries').where('id').equals(id).first()) as Record<string, unknown>
    await raw.table('entries').put(damage(row))
    await wake()
    expect(await stateOf(id)).toBe('parked/unreadable')
    expect(await stateOf(other)).toBe('settled')
    expect((await journal.list({ state: 'parked' })).map((entry) => entry.id)).toEqual([id])
  })

  const bodies: [string, object | undefined][] = [
    ['missing', undefined],
    ['not JSON', { v: 1, body: '{"Card":' }],
    ['not what the interface asks for', { v: 1, body: '{"Carte":"1"}' }],
    ['from a newer release', { v: rowFormat + 1, sealed: new Uint8Array(3) }],
  ]
  it.each(bodies)('with a body that is %s parks as unreadable', async (_, body) => {
    const { name, transport, append, wake, stateOf } = await openWorld()
    const id = await append('refund', refundOf('1'))
    const raw = await openRaw(name)
    await (body ? raw.table('bodies').put({ id, ...body }) : raw.table('bodies').delete(id))
    await wake()
    expect(await stateOf(id)).toBe('parked/unreadable')
    expect(transport.sent).toEqual([])
  })

  it('written by a newer release is left alone, shown, and still holds its card', async () => {
    const { name, append, wake, stateOf } = await openWorld()
    const id = await append('refund', refundOf('1'))
    const behind = await append('refund', refundOf('1'))
    const raw = await openRaw(name)
    const row = (await raw.table('entries').where('id').equals(id).first()) as Record<string, unknown>
    const newer = { ...row, v: rowFormat + 1, shape: 'new' }
    await raw.table('entries').put(newer)
    await wake()
    expect(await raw.table('entries').where('id').equals(id).first()).toEqual(newer)
    expect(await stateOf(id)).toBe('parked/unreadable')
    expect(await stateOf(behind)).toBe('queued')
  })
})

it('a run that a second one followed at once was left out of what the call came to', async () => {
  const { append, deps, journal, wake } = await openWorld()
  await append('refund', refundOf('1'))
  let isFirst = true
  deps.journal = {
    ...journal,
    end(run, now) {
      // The run has looked for the last time, and one more is asked for.
      if (isFirst) void wake()
      isFirst = false
      return journal.end(run, now)
    },
  }
  expect(await wake()).toMatchObject({ settled: 1 })
  expect(await wake()).toMatchObject({ settled: 0 })
})
