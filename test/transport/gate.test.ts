import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createTransport, nothingGiven } from '../../src/transport/transport.js'
import { freshClaim } from '../support/claim.js'

let events: string[] = []

function note(event: string): void {
  events.push(event)
}

const access = {
  baseUrl: 'http://cards.example',
  headers: async () => {
    note('headers asked')
    await Promise.resolve()
    note('headers given')
    return {}
  },
  headersAt: 0,
  credentials: 'omit' as const,
  timeoutMs: 30_000,
  probe: false as const,
}

beforeEach(() => {
  events = []
  vi.stubGlobal('fetch', () => {
    note('fetch')
    return Promise.resolve(new Response('{}'))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('sending', () => {
  it('asks at the gate once all else is ready, and lets nothing come between its answer and the request', async () => {
    const gate = () => {
      note('gate')
      setImmediate(() => {
        note('anything else')
      })
      return Promise.resolve(true)
    }
    await expect(createTransport(access).send(freshClaim, gate)).resolves.toMatchObject({ tag: 'reply' })
    await vi.waitFor(() => {
      expect(events).toEqual(['headers asked', 'headers given', 'gate', 'fetch', 'anything else'])
    })
  })

  it('sends nothing that the gate does not let through', async () => {
    const answer = await createTransport(access).send(freshClaim, () => Promise.resolve(false))
    expect(answer).toMatchObject({ tag: 'unsent' })
    expect(events).not.toContain('fetch')
  })

  it('has its whole time-out from the gate on: what came before took none of it', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      note(`${ms} ms begin`)
      return new AbortController().signal
    })
    const gate = () => {
      note('gate')
      return Promise.resolve(true)
    }
    await createTransport({ ...access, headersTimeoutMs: 7_000 }).send(freshClaim, gate)
    expect(events).toEqual([
      '7000 ms begin',
      'headers asked',
      'headers given',
      'gate',
      '30000 ms begin',
      'fetch',
    ])
    timeout.mockRestore()
  })

  it('gives up on a reply that stalls in its body, though the browser does not end it', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const body = new ReadableStream({
      start: (stream) => {
        stream.enqueue(new TextEncoder().encode('{"TransactionID":'))
      },
      pull: () => {
        late.abort()
        return new Promise(() => undefined)
      },
      cancel: () => {
        note('body let go')
      },
    })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    const answer = await createTransport(access).send(freshClaim, () => Promise.resolve(true))
    expect(answer).toMatchObject({ tag: 'silence', why: 'timeout' })
    expect(events).toContain('body let go')
    timeout.mockRestore()
  })
})

describe('what is sent to another origin', () => {
  const send = () => createTransport(access).send(freshClaim, () => Promise.resolve(true))
  const fail = () => Promise.reject(new TypeError('Failed to fetch'))
  const stubPage = (origin: string) => vi.stubGlobal('location', new URL(origin))
  const crossing = () => {
    const response = new Response('{}', { headers: stubbedHeaders })
    Object.defineProperty(response, 'type', { value: 'cors' })
    return Promise.resolve(response)
  }
  let stubbedHeaders: Record<string, string> = {}

  it('was cut short if it ended at once, and only then', async () => {
    vi.stubGlobal('fetch', fail)
    stubPage('http://till.example')
    expect(await send()).toMatchObject({ tag: 'silence', why: 'network', isAbrupt: true })
    stubPage('http://cards.example')
    expect(await send()).not.toHaveProperty('isAbrupt')
    stubPage('http://till.example')
    const ticks = [0, 5_000]
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => ticks.shift() ?? 5_000)
    expect(await send()).not.toHaveProperty('isAbrupt')
    clock.mockRestore()
  })

  it('was not cut short if the reply broke off', async () => {
    stubPage('http://till.example')
    const body = new ReadableStream({
      start: (stream) => {
        stream.error(new TypeError('connection reset'))
      },
    })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(body)))
    expect(await send()).toEqual({ tag: 'silence', why: 'network', at: expect.any(Number) as number })
  })

  it('has a veiled reply if not even the date may be read', async () => {
    vi.stubGlobal('fetch', crossing)
    expect(await send()).toMatchObject({ tag: 'reply', isVeiled: true })
    stubbedHeaders = { date: 'Sat, 21 Nov 2026 10:00:00 GMT' }
    expect(await send()).not.toHaveProperty('isVeiled')
  })
})

describe('what a headers function gives', () => {
  it('is not waited for beyond the time-out, and then nothing was sent', async () => {
    const headers = () => new Promise<Record<string, string>>(() => undefined)
    const transport = createTransport({ ...access, headers, timeoutMs: 20 })
    await expect(transport.send(freshClaim, () => Promise.resolve(true))).resolves.toMatchObject({
      tag: 'unsent',
      why: 'the headers function did not answer in time',
    })
    expect(events).toEqual([])
  })

  it('may take as long as it is given, and leaves the service its own time', async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 40))
      return {}
    }
    const transport = createTransport({ ...access, headers: slow, timeoutMs: 5, headersTimeoutMs: 30_000 })
    await expect(transport.send(freshClaim, () => Promise.resolve(true))).resolves.toMatchObject({
      tag: 'reply',
    })
  })

  it('is as old as it is, though another run asks for it', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(Response.json({})))
    const last = nothingGiven()
    let token = 'first'
    const headers = () => ({ Authorization: token })
    const credentialsAt = async () => {
      const answer = await createTransport({ ...access, headers }, last).send(freshClaim, () =>
        Promise.resolve(true),
      )
      return answer.tag === 'reply' ? answer.credentialsAt : undefined
    }
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000)
    expect(await credentialsAt()).toBe(1_000)
    now.mockReturnValue(2_000)
    expect(await credentialsAt()).toBe(1_000)
    token = 'second'
    expect(await credentialsAt()).toBe(2_000)
    now.mockRestore()
  })
})
