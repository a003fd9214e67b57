import { describe, expect, it } from 'vitest'
import { listFindings, listSkipped, startOwnSandbox, tryService } from './support.js'

const brief = {
  seconds: 2,
  begin: { url: '/_sandbox/settings', body: { keyLifetimeHours: 2 / 3600 } },
  end: { url: '/_sandbox/settings', body: { keyLifetimeHours: 24 } },
}

describe('the sandbox', () => {
  it('passes with its keys and conditions on', async () => {
    const { url, bank } = await startOwnSandbox({ settings: { keys: true, conditions: true } })
    const outcome = await tryService(url, { keys: { brief } })
    expect(outcome.broken).toBeUndefined()
    expect(listFindings(outcome)).toEqual(['key-forgotten'])
    expect(listSkipped(outcome)).toEqual([
      'unknown-card',
      'credentials',
      'refused-then-mended',
      'restart',
      'crash',
    ])
    expect(bank.effects.length).toBeGreaterThan(50)
  })

  it('is seen to do repeats twice with its keys off', async () => {
    const { url } = await startOwnSandbox({ settings: { conditions: true } })
    const outcome = await tryService(url, { patienceSeconds: 1 })
    const found = listFindings(outcome, ['fault'])
    expect(found).toEqual(
      expect.arrayContaining(
        ['associate', 'refund', 'updateReceipt'].map((kind) => `repeat-run-twice (${kind})`),
      ),
    )
    expect(found).toContain('parallel-repeat-run-twice (refund)')
    expect(found).toContain('cut-repeat-run-twice')
    expect(found).toContain('effect-before-key')
    // Its books refuse a second migration and a second confirmation, keys or not.
    expect(found).not.toContain('repeat-run-twice (migrate)')
    expect(found).toContain('repeat-not-answered (migrate)')
  })

  it('is seen to ignore conditions', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true } })
    const outcome = await tryService(url)
    expect(listFindings(outcome, ['fault'])).toEqual([
      'etag-not-checked (associate)',
      'etag-not-checked (refund)',
      'etag-not-checked (migrate)',
      'etag-not-checked (updateReceipt)',
    ])
  })

  it('is seen to refuse pages of other origins', async () => {
    const { url } = await startOwnSandbox({ settings: { keys: true }, cors: false })
    const outcome = await tryService(url, { conditions: false })
    expect(listFindings(outcome, ['fault'])).toContain('preflight-refused (refund)')
    expect(listFindings(outcome, ['fault'])).toContain('reply-unreadable')
  })

  it('is judged without keys where the configuration says that it has none', async () => {
    const { url } = await startOwnSandbox({})
    const outcome = await tryService(url, { keys: false, conditions: false })
    expect(listFindings(outcome)).toEqual([])
    expect(listSkipped(outcome)).toContain('repeat-at-once')
  })
})
