import { describe, expect, it, vi } from 'vitest'
import { createFakeLocks } from '../support/locks.js'
import {
  told,
  answerWith,
  handOverWith,
  listeners,
  page,
  status,
  begin,
  happen,
  logs,
  bookmark,
  createIds,
  useStage,
} from './stage.js'

useStage()

describe('what could not be sent', () => {
  it.each([401, 403, 429, 502, 503, 504])('with %i is sent again later, in order and whole', async (code) => {
    answerWith([new Response('', { status: code })])
    const telemetry = begin()
    happen('a')
    await telemetry.flush()
    expect(telemetry.fault).toBe(`status ${code}`)
    expect(bookmark()).toBeUndefined()
    happen('b')
    await vi.advanceTimersByTimeAsync(31_000)
    expect(logs()).toEqual([['a'], ['a', 'b']])
    expect(telemetry).toMatchObject({ lost: 0, fault: undefined })
    expect(bookmark()).toBe('after b')
  })

  it('because the line is gone is sent again, and metrics wait with it', async () => {
    answerWith([new TypeError('failed to fetch')])
    const telemetry = begin()
    happen('a')
    await telemetry.flush()
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(31_000)
    expect(told.slice(0, 3).map(({ path }) => path)).toEqual([
      '/otlp/v1/logs',
      '/otlp/v1/logs',
      '/otlp/v1/metrics',
    ])
  })

  it('waits as long as the receiver asks, whoever is in a hurry', async () => {
    answerWith([new Response('', { status: 429, headers: { 'retry-after': '120' } })])
    const telemetry = begin()
    happen('a')
    await telemetry.flush()
    await vi.advanceTimersByTimeAsync(119_000)
    await telemetry.flush()
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(62_000)
    expect(logs()).toEqual([['a'], ['a']])
  })

  it.each([
    ['refused', new Response('', { status: 400 }), 2],
    ['refused in part', new Response('{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":"x"}}'), 1],
    ['only warned of', new Response('{"partialSuccess":{"errorMessage":"x"}}'), 0],
    ['taken without a word', new Response(''), 0],
  ])('and is %s is not sent again, and what is lost is counted', async (_, response, lost) => {
    answerWith([response])
    const telemetry = begin()
    happen('a')
    happen('b')
    await telemetry.flush()
    await telemetry.flush()
    expect(logs()).toEqual([['a', 'b']])
    expect(telemetry.lost).toBe(lost)
    expect(bookmark()).toBe('after b')
    expect(told.at(-1)?.body).toContain('"counterfoil.telemetry.lost"')
  })
})

describe('a message that is too large for the receiver', () => {
  const tooLarge = () => new Response('', { status: 413 })

  it('is sent in parts, in order and whole', async () => {
    answerWith([tooLarge(), tooLarge()])
    const telemetry = begin()
    const ids = createIds(200)
    for (const id of ids) happen(id)
    await telemetry.flush()
    expect(logs().map(({ length }) => length)).toEqual([200, 100, 50, 100, 50])
    expect(logs().slice(2).flat()).toEqual(ids)
    expect(telemetry).toMatchObject({ lost: 0, fault: undefined })
    expect(bookmark()).toBe('after e199')
  })

  it('with one event alone is dropped and counted, and those behind it go on', async () => {
    answerWith([tooLarge(), tooLarge()])
    const telemetry = begin()
    for (const id of ['large', 'small']) happen(id)
    await telemetry.flush()
    expect(logs()).toEqual([['large', 'small'], ['large'], ['small']])
    expect(telemetry.lost).toBe(1)
    expect(bookmark()).toBe('after small')
  })
})

describe('a headers function that never answers', () => {
  const never = () => new Promise<Record<string, string>>(() => undefined)

  it('holds nothing up for good, and is asked again', async () => {
    const answers = [never, () => ({ a: 'b' })]
    begin({ headers: () => (answers.length > 1 ? answers.shift() : answers[0])?.() ?? {} })
    await vi.advanceTimersByTimeAsync(100)
    happen('e1')
    await vi.advanceTimersByTimeAsync(120_000)
    expect(logs().flat()).toEqual(['e1'])
  })

  it('does not keep it from being stopped', async () => {
    const telemetry = begin({ headers: never })
    await vi.advanceTimersByTimeAsync(100)
    happen('e1')
    let isStopped = false
    void telemetry.stop().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(isStopped).toBe(true)
  })
})

describe('the sender', () => {
  it('stops listening when it holds enough, and goes on from there once it has sent', async () => {
    answerWith([new Response('', { status: 503 })])
    const telemetry = begin({ bufferMax: 3 })
    for (const id of ['a', 'b', 'c', 'd']) happen(id)
    expect(listeners).toEqual([])
    await telemetry.flush()
    expect(listeners).toEqual([])
    await vi.advanceTimersByTimeAsync(31_000)
    expect(logs()).toEqual([
      ['a', 'b', 'c'],
      ['a', 'b', 'c'],
    ])
    expect(listeners.map(({ after }) => after)).toEqual(['after c'])
  })

  it('sends a long queue in messages of a size', async () => {
    const telemetry = begin()
    const many = createIds(450)
    many.forEach(happen)
    await telemetry.flush()
    expect(logs().map(({ length }) => length)).toEqual([200, 200, 50])
    expect(logs().flat()).toEqual(many)
  })

  it('works in one tab at a time; the next goes on where the last has left off', async () => {
    const first = begin()
    const second = begin()
    await vi.advanceTimersByTimeAsync(1)
    // Both hear from the first moment on; only one of them sends.
    expect(listeners).toHaveLength(2)
    happen('a')
    await second.flush()
    expect(told).toEqual([])
    await first.stop()
    expect(logs()).toEqual([['a']])
    await vi.advanceTimersByTimeAsync(1)
    expect(listeners.map(({ after }) => after)).toEqual(['after a'])
    happen('b')
    await second.flush()
    expect(logs()).toEqual([['a'], ['b']])
  })

  it('hears what is rung up at once, though its turn comes later', async () => {
    const locks = createFakeLocks()
    let letGo: () => void = () => undefined
    void locks.request(
      'counterfoil-telemetry:main:https://otel.example/otlp/',
      {},
      () =>
        new Promise<void>((resolve) => {
          letGo = resolve
        }),
    )
    vi.stubGlobal('navigator', { locks })
    const telemetry = begin()
    happen('a')
    letGo()
    await vi.advanceTimersByTimeAsync(1)
    await telemetry.flush()
    expect(logs()).toEqual([['a']])
  })

  it.each([
    ['cors: the receiver answers, and does not allow this page to send to it', () => new Response('{}')],
    ['unreachable', () => new TypeError('failed to fetch')],
  ])('names the fault of a receiver that cannot be read: %s', async (fault, toOpaque) => {
    vi.stubGlobal('fetch', (_: string, { mode }: RequestInit) => {
      const next = mode === 'no-cors' ? toOpaque() : new TypeError('failed to fetch')
      return next instanceof Error ? Promise.reject(next) : Promise.resolve(next)
    })
    const telemetry = begin()
    happen('a')
    await telemetry.flush()
    expect(telemetry.fault).toBe(fault)
  })

  it('gives what it holds to the browser as the page goes, and gives up its turn', async () => {
    begin()
    happen('a')
    page.dispatchEvent(new Event('pagehide'))
    expect(told[0]?.init).toMatchObject({ keepalive: true, credentials: 'omit' })
    expect(logs()).toEqual([['a']])
    expect(told[1]).toMatchObject({ path: '/otlp/v1/metrics', init: { keepalive: true } })
    expect(readGauge('open')).toEqual(['0'])
    await vi.advanceTimersByTimeAsync(1)
    expect(listeners).toEqual([])
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    expect(listeners).toHaveLength(1)
  })

  it('remembers where it began, though nothing has been sent yet', () => {
    begin()
    listeners[0]?.listener({ type: 'listening', at: new Date(), cursor: 'here' })
    expect(bookmark()).toBe('here')
  })

  it('ends with the till, after its last word', async () => {
    begin()
    listeners[0]?.listener({ type: 'closed', at: new Date(), cursor: 'end' })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(told.map(({ path }) => path)).toEqual(['/otlp/v1/logs', '/otlp/v1/metrics'])
    expect(readGauge('open')).toEqual(['0'])
    expect(listeners).toEqual([])
  })

  it('tells no figure that it does not know', async () => {
    const telemetry = begin()
    await telemetry.flush()
    const body = told.at(-1)?.body
    expect(body).not.toMatch(/counterfoil\.(entries|oldest|stalled|storage|clock|hand_over)/)
  })
})

interface Gauge {
  name: string
  gauge?: { dataPoints: { asInt: string; attributes: { value: { stringValue?: string } }[] }[] }
  sum?: { dataPoints: { asInt: string; attributes: { value: { stringValue?: string } }[] }[] }
}

/** The points of a metric in the last message: the value of each, behind what it is by. */
function readGauge(name: string): string[] {
  const message = told.findLast(({ path }) => path.endsWith('/metrics'))?.body ?? ''
  const [resource] = (JSON.parse(message) as { resourceMetrics: { scopeMetrics: { metrics: Gauge[] }[] }[] })
    .resourceMetrics
  const metrics = resource?.scopeMetrics.flatMap((scope) => scope.metrics) ?? []
  const { gauge, sum } = metrics.find((one) => one.name === `counterfoil.${name}`) ?? {}
  return ((gauge ?? sum)?.dataPoints ?? []).map(({ asInt, attributes }) =>
    [...attributes.map(({ value }) => value.stringValue), asInt].join(' '),
  )
}

describe('the figures', () => {
  const handOver = { file: 'f', by: 'Ann', reason: 'broken', moved: 2 }
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)

  it('say that the page is open', async () => {
    await begin().flush()
    expect(readGauge('open')).toEqual(['1'])
  })

  it('say how far off the clock is, ahead or behind', async () => {
    const telemetry = begin()
    status.change({ clockOffsetMs: -3_600_000 })
    await telemetry.flush()
    expect(readGauge('clock.offset')).toEqual(['-3600'])
  })

  it('say what the browser has lost, and whether it will keep what there is', async () => {
    const telemetry = begin()
    const loss = { how: 'replaced', recognisedAt: minutesAgo(1), knownUntil: minutesAgo(2) } as const
    const losses = [
      { ...loss, missing: 3 },
      { ...loss, missing: 4 },
    ]
    status.change({ counts: { queued: 0 }, storage: { state: 'replaced', losses, isPersistent: false } })
    await telemetry.flush()
    expect(readGauge('storage.state')).toEqual(['replaced 1'])
    expect(readGauge('storage.missing')).toEqual(['7'])
    expect(readGauge('storage.persistent')).toEqual(['0'])
  })

  it('say of storage that could not be opened what state it is in, though nothing can be counted', async () => {
    const telemetry = begin()
    status.change({ storage: { state: 'lost' } })
    await telemetry.flush()
    expect(readGauge('storage.state')).toEqual(['lost 1'])
  })

  it('say how long the oldest hand-over is unconfirmed', async () => {
    const telemetry = begin()
    status.change({ counts: { queued: 0, parked: 2 } })
    const at = minutesAgo(90)
    handOverWith(() =>
      Promise.resolve([
        { ...handOver, at: minutesAgo(20) },
        { ...handOver, at: minutesAgo(30) },
        { ...handOver, at, acknowledged: { by: 'Ann', reason: 'there', at } },
      ]),
    )
    await telemetry.flush()
    expect(readGauge('hand_over.age')).toEqual(['1800'])
    handOverWith(() => Promise.resolve([]))
    await telemetry.flush()
    expect(readGauge('hand_over.age')).toEqual(['0'])
  })

  it('read no hand-overs where nothing is parked, and say nothing of those that cannot be read', async () => {
    const telemetry = begin()
    const closed = vi.fn(() => Promise.reject(new Error('closed')))
    handOverWith(closed)
    status.change({ counts: { queued: 0, parked: 0 } })
    await telemetry.flush()
    expect(readGauge('hand_over.age')).toEqual(['0'])
    expect(closed).not.toHaveBeenCalled()
    status.change({ counts: { queued: 0, parked: 1 } })
    await telemetry.flush()
    expect(readGauge('hand_over.age')).toEqual([])
    expect(readGauge('entries')).toEqual(['queued 0', 'parked 1'])
  })

  it('count what needed attention by reason, from zero on', async () => {
    const telemetry = begin()
    await telemetry.flush()
    expect(readGauge('parked')).toContain('unknown 0')
    const about = { id: 'a', kind: 'refund', shop: 'S01', terminal: 'T1', attempts: 1 } as const
    const parked = { type: 'parked', ...about, through: 'attempt', at: new Date(), cursor: 'c' } as const
    listeners[0]?.listener({ ...parked, reason: 'unknown' })
    // It had left that state before it was read.
    listeners[0]?.listener(parked)
    await telemetry.flush()
    expect(readGauge('parked')).toEqual(expect.arrayContaining(['unknown 1', 'rejected 0']))
    expect(readGauge('parked')).toHaveLength(10)
  })
})
