import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { HeadersAsked, HeadersRecord, HeadersSource, ReadyClaim } from '../../src/ports.js'
import { createTransport, nothingGiven } from '../../src/transport/transport.js'

const secret = 'Bearer of-this-till'

function claimOf(refusedAt?: number): ReadyClaim {
  const counts = { place: 1, attempts: 0, unknowns: 0, doubts: 0, renewals: 0, head: '', createdAt: 0 }
  const ticket = {
    id: 'a',
    kind: 'refund' as const,
    ...counts,
    ...(refusedAt !== undefined && { refusedAt }),
  }
  return { run: 1, ticket, body: '{}' }
}

function accessWith(headers: HeadersSource) {
  const baseUrl = 'http://cards.example'
  return {
    baseUrl,
    headers,
    headersAt: 0,
    credentials: 'omit' as const,
    timeoutMs: 30_000,
    probe: false as const,
  }
}

const open = () => Promise.resolve(true)
let statuses: number[] = []
let sent: (string | null)[] = []

beforeEach(() => {
  statuses = []
  sent = []
  vi.stubGlobal('fetch', (request: Request) => {
    sent.push(request.headers.get('authorization'))
    return Promise.resolve(Response.json({}, { status: statuses.shift() ?? 200 }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('a host’s own header of a name that the till sets', () => {
  it('is replaced, in whatever letters: both together were one that a service refuses', async () => {
    const requests: Headers[] = []
    vi.stubGlobal('fetch', (request: Request) => {
      requests.push(request.headers)
      return Promise.resolve(Response.json({}))
    })
    const headers = {
      'Content-Type': 'application/json; charset=utf-8',
      'IDEMPOTENCY-KEY': 'own',
      Own: 'stays',
    }
    const claim = { ...claimOf(), keyHeader: 'Idempotency-Key' }
    claim.ticket.key = 'a-key'
    await createTransport(accessWith(headers), nothingGiven()).send(claim, open)
    const [sent] = requests
    expect(['content-type', 'idempotency-key', 'own'].map((name) => sent?.get(name))).toEqual([
      'application/json',
      '"a-key"',
      'stays',
    ])
  })
})

describe('what went wrong over headers', () => {
  it.each<[string, HeadersSource]>([
    ['plain headers with a line break within', { Authorization: `${secret}\nmore` }],
    ['given headers with a line break within', () => ({ Authorization: `${secret}\r\nmore` })],
    ['a letter that no header carries', () => ({ Authorization: `${secret} €` })],
    ['a name that is none', () => ({ [secret]: 'x' })],
    [
      'a function that throws with its token in the words',
      () => {
        throw new TypeError(`no ${secret}`)
      },
    ],
    [
      'a function that throws a text',
      () => {
        throw secret as unknown as Error
      },
    ],
    [
      'an error that is named after its token',
      () => {
        throw Object.assign(new Error('x'), { name: secret })
      },
    ],
    ['a function that rejects', () => Promise.reject(new Error(secret))],
  ])('%s: nothing is sent, and none of it is told', async (_, headers) => {
    const answer = await createTransport(accessWith(headers)).send(claimOf(), open)
    expect(answer).toMatchObject({ tag: 'unsent', why: expect.stringMatching(/header/) as string })
    expect(JSON.stringify(answer)).not.toContain('Bearer')
    expect(sent).toEqual([])
  })

  it('is told by the name of the header, or of the error', async () => {
    const why = async (headers: HeadersSource) => {
      const answer = await createTransport(accessWith(headers)).send(claimOf(), open)
      return answer.tag === 'unsent' ? answer.why : answer.tag
    }
    expect(await why({ Authorization: `${secret}\nmore` })).toBe('a header cannot be sent: Authorization')
    expect(await why(() => Promise.reject(new RangeError(secret)))).toBe(
      'the headers function failed: RangeError',
    )
  })

  it('is nothing where the line break stands at the end, which every browser leaves off', async () => {
    const headers = { Authorization: `${secret}\n` }
    expect(await createTransport(accessWith(headers)).send(claimOf(), open)).toMatchObject({ tag: 'reply' })
    expect(sent).toEqual([secret])
  })
})

describe('a headers function', () => {
  const heard: HeadersAsked[] = []
  let token = 'first'
  const headers = (asked: HeadersAsked): HeadersRecord => {
    heard.push(asked)
    if (asked.refused && token === 'first') token = 'second'
    return { Authorization: token }
  }
  beforeEach(() => {
    heard.splice(0)
    token = 'first'
  })

  it.each([401, 403, 407])('hears of a %d, so that a revoked token is not sent twice', async (status) => {
    statuses = [status]
    const last = nothingGiven()
    const send = () => createTransport(accessWith(headers), last).send(claimOf(), open)
    await send()
    await send()
    await send()
    expect(heard).toEqual([{ refused: false }, { refused: true, status }, { refused: false }])
    expect(sent).toEqual(['first', 'second', 'second'])
  })

  it('goes on hearing of it for as long as it gives the same', async () => {
    statuses = [401, 401, 200, 200]
    const stubborn = (asked: HeadersAsked) => {
      heard.push(asked)
      return { Authorization: 'first' }
    }
    const transport = createTransport(accessWith(stubborn))
    for (let count = 0; count < 4; count += 1) await transport.send(claimOf(), open)
    expect(heard.map(({ refused }) => refused)).toEqual([false, true, true, false])
  })

  it('hears nothing of a late refusal of what it has replaced since', async () => {
    vi.spyOn(Date, 'now').mockReturnValueOnce(1_000).mockReturnValue(2_000)
    let answerLate = (_: Response): void => undefined
    const late = new Promise<Response>((resolve) => {
      answerLate = resolve
    })
    vi.stubGlobal('fetch', (request: Request) =>
      request.headers.get('authorization') === 'first' ? late : Promise.resolve(Response.json({})),
    )
    const transport = createTransport(accessWith(headers))
    const slow = transport.send(claimOf(), open)
    token = 'second'
    await transport.send(claimOf(), open)
    answerLate(Response.json({}, { status: 401 }))
    await slow
    await transport.send(claimOf(), open)
    expect(heard.map(({ refused }) => refused)).toEqual([false, false, false])
  })

  it('hears of a refusal before this page was loaded, by the operation that met it', async () => {
    const transport = createTransport(accessWith(headers))
    await transport.send(claimOf(Date.now() - 60_000), open)
    await transport.send(claimOf(Date.now() - 60_000), open)
    expect(heard).toEqual([{ refused: true }, { refused: false }])
    expect(sent).toEqual(['second', 'second'])
  })
})

it('a key goes in the header of its claim, as a quoted string; without a header none goes', async () => {
  const headers: Headers[] = []
  vi.stubGlobal('fetch', (request: Request) => {
    headers.push(request.headers)
    return Promise.resolve(Response.json({}))
  })
  const claim = claimOf()
  const keyed = { ...claim, ticket: { ...claim.ticket, key: 'key-1' } }
  const transport = createTransport(accessWith({}))
  await transport.send({ ...keyed, keyHeader: 'X-Key' }, open)
  await transport.send(keyed, open)
  expect(headers.map((sent) => sent.get('x-key'))).toEqual(['"key-1"', null])
})
