import { expect, it } from 'vitest'
import type { Exchange } from '../../src/conform/wire.js'
import { faultyConfig, startFaulty } from './faulty.js'
import { startOdd, type Oddity } from './odd.js'
import { listFindings, listSkipped, tryService } from './support.js'

/** Knows a card once it is associated, and refuses to do that again. */
function refuseAgain(): Oddity {
  const known = new Set<string>()
  return async (sending, pass) => {
    const { Card: card } = readBody(sending.body)
    if (!sending.url.endsWith('/associate') || typeof card !== 'string') return pass()
    if (known.has(card))
      return { ...silence, status: 409, text: JSON.stringify({ title: 'Associated already' }) }
    const url = sending.url.replace(/\/v1\.0.*/, '/admin/cards')
    await pass({ ...sending, url, body: JSON.stringify({ card }) })
    const reply = await pass()
    if (reply.status === 200) known.add(card)
    return reply
  }
}

const silence: Exchange = { status: 0, headers: {}, text: '', startedAt: 0, endedAt: 0 }

function readBody(body = ''): { Card?: unknown } {
  try {
    return JSON.parse(body) as { Card?: unknown }
  } catch {
    return {}
  }
}

it('a service that associates a card once is not taken for faulty where cards are made by associating them', async () => {
  const outcome = await tryService(await startOdd(await startFaulty(), refuseAgain()), {
    ...faultyConfig,
    cards: {
      pattern: '7700{number}',
      make: { url: '/v1.0/svc/associate', body: { Card: '{card}' } },
      unknown: '1',
    },
    endpoints: ['associate'],
    keys: false,
    origin: undefined,
    hooks: {},
  })
  expect(outcome.broken).toBeUndefined()
  expect(listFindings(outcome, ['fault'])).toEqual([])
  expect(listSkipped(outcome)).toContain('unknown-card')
})
