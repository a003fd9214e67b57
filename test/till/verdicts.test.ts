import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openNodeTill, standInForPage, startTestSandbox } from '../support/node-till.js'

beforeEach(standInForPage)
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['by-missing', { by: ' ', reason: 'counted' }],
  ['by-missing', { reason: 'counted' }],
  ['by-missing', undefined],
  ['reason-missing', { by: 'Ada', reason: '' }],
])('a loss is not ended, and nothing is brought back: %s', async (reason, verdict) => {
  const till = await openNodeTill((await startTestSandbox()).url)
  const given = verdict as { by: string; reason: string }
  for (const act of [till.attention.acknowledgeLosses, till.attention.bringBack])
    await expect(act(given)).rejects.toMatchObject({ code: 'act-refused', params: { reason } })
})
