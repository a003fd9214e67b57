import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ReadyClaim } from '../../src/ports.js'
import { createTransport } from '../../src/transport/transport.js'

const claim: ReadyClaim = {
  run: 1,
  ticket: {
    id: 'a',
    kind: 'refund',
    place: 1,
    attempts: 0,
    unknowns: 0,
    renewals: 0,
    head: '',
    createdAt: 0,
  },
  body: '{}',
}

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
    await expect(createTransport(access).send(claim, gate)).resolves.toMatchObject({ tag: 'reply' })
    await vi.waitFor(() => {
      expect(events).toEqual(['headers asked', 'headers given', 'gate', 'fetch', 'anything else'])
    })
  })

  it('sends nothing that the gate does not let through', async () => {
    const answer = await createTransport(access).send(claim, () => Promise.resolve(false))
    expect(answer).toMatchObject({ tag: 'unsent' })
    expect(events).not.toContain('fetch')
  })

  it('has sent nothing if its time was up before the gate opened', async () => {
    const late = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(late.signal)
    const gate = () => {
      late.abort()
      return Promise.resolve(true)
    }
    expect(await createTransport(access).send(claim, gate)).toMatchObject({ tag: 'unsent' })
    expect(events).not.toContain('fetch')
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
    const answer = await createTransport(access).send(claim, () => Promise.resolve(true))
    expect(answer).toMatchObject({ tag: 'silence', why: 'timeout' })
    expect(events).toContain('body let go')
    timeout.mockRestore()
  })
})
