import { describe, expect, it } from 'vitest'
import type { ListedEntry } from '../../src/domain/entry.js'
import { Evidence } from '../../src/elements/attention/evidence.js'
import { createFormats } from '../../src/elements/formats.js'
import { findTexts } from '../../src/elements/texts/languages.js'
import type { Till } from '../../src/index.js'
import { refundOf } from '../support/models.js'

const voice = { texts: findTexts('en'), formats: createFormats('en', 'EUR') }

/** An entry without a known outcome, with so many lines in its history. */
function parked(...what: string[]): ListedEntry {
  const facts = { id: 'e', kind: 'refund', state: 'parked', reason: 'unknown', request: refundOf('A') }
  const history = what.map((one) => ({ what: one, at: new Date(0) }))
  return { ...facts, cards: ['••••1'], history, revision: what.length, createdAt: new Date(0) } as never
}

/** The evidence about an entry; `meanwhile` happens to it while the service is asked. */
async function lookUp(...meanwhile: string[]) {
  const [entry, looked] = [parked('sent'), parked('sent', ...meanwhile, 'look-up')]
  const till = {
    entries: () => Promise.resolve([]),
    entry: () => Promise.resolve(looked),
    attention: { lookUp: () => Promise.resolve({ found: 'absent' }) },
  }
  const noted: number[] = []
  const evidence = new Evidence({
    till: () => till as unknown as Till,
    voice: () => voice,
    operator: () => 'Ada',
    approve: () => undefined,
    onChange: () => undefined,
    onNoted: (entry) => {
      noted.push(entry.history.length)
      return Promise.resolve()
    },
  })
  await evidence.toggle(entry, true)
  await evidence.lookUp(entry, '')
  return { evidence, looked, noted }
}

describe('what the service said of an operation', () => {
  it('stands beside it, and its look in the history changes nothing of that', async () => {
    const { evidence, looked } = await lookUp()
    expect(evidence.of(looked)?.answer).toEqual({ found: 'absent' })
    expect(evidence.of(parked('sent'))?.answer).toEqual({ found: 'absent' })
    const elsewhere = parked('sent', 'look-up', 'show-cards')
    expect(evidence.of(elsewhere)?.answer).toEqual({ found: 'absent' })
  })

  it('is not said of it after a later attempt: "does not have it" stood beside "Send again"', async () => {
    const { evidence } = await lookUp()
    const later = parked('sent', 'look-up', 'send-again', 'sent')
    expect(evidence.of(later)).toBeUndefined()
    await evidence.toggle(later, true)
    expect(evidence.of(later)).toMatchObject({ isAsking: false })
    expect(evidence.of(later)?.answer).toBeUndefined()
  })

  it('is not said of an attempt that was made while the service was asked', async () => {
    const { evidence, looked, noted } = await lookUp('send-again', 'sent')
    expect(evidence.of(looked)).toBeUndefined()
    // An open form stays on the entry that the person saw, so that it is refused.
    expect(noted).toEqual([])
  })
})
