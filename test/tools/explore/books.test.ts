import { describe, expect, it } from 'vitest'
import { compareBooks, type ArrivedOperation, type Books, type KeptEntry } from './books.js'

const bodyOf = (card: string, number: number) => ({
  StoredValueCardCodeCollection: [{ StoredValueCardCode: card, AuthorizationCode: 'secret' }],
  StoredValueCardReceipt: { SenderData: { Number: number } },
})
const withoutSecret = (card: string, number: number) => ({
  StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
  StoredValueCardReceipt: { SenderData: { Number: number } },
})
const sent = [{ what: 'rung-up' }, { what: 'attempt', outcome: 'settled' }]

function keptOf(id: string, card: string, number: number, facts: Partial<KeptEntry> = {}): KeptEntry {
  return {
    id,
    kind: 'refund',
    state: 'settled',
    request: withoutSecret(card, number),
    history: sent,
    ...facts,
  }
}
const applied = (card: string, number: number) => ({ kind: 'refund' as const, body: bodyOf(card, number) })
function arrived(card: string, number: number, facts: Partial<ArrivedOperation> = {}): ArrivedOperation {
  const bodyText = JSON.stringify(bodyOf(card, number))
  return { kind: 'refund', bodyText, isCut: false, isDoubled: false, ...facts }
}

const sound: Books = {
  kept: [keptOf('a', 'A', 1), keptOf('b', 'A', 2)],
  applied: [applied('A', 1), applied('A', 2)],
  arrived: [arrived('A', 1), arrived('A', 2)],
}

describe('journal and books of a stranger’s hour', () => {
  it('agree where each operation was applied once, in order', () => {
    expect(compareBooks(sound)).toEqual([])
  })

  it('differ where an operation is settled and was never applied', () => {
    expect(compareBooks({ ...sound, applied: [applied('A', 1)] })).toEqual([
      expect.stringContaining('is settled 1 times, and was applied 0 times') as string,
    ])
  })

  it('differ where an operation is in no journal', () => {
    expect(compareBooks({ ...sound, kept: [keptOf('a', 'A', 1)] })).toEqual([
      expect.stringContaining('was applied and is in no journal') as string,
    ])
  })

  it('differ where an operation was applied twice, unless somebody is known to have repeated it', () => {
    const twice = { ...sound, applied: [...sound.applied, applied('A', 2)] }
    const explained: Books[] = [
      { ...twice, arrived: [...sound.arrived, arrived('A', 2, { isCut: true })] },
      { ...twice, arrived: [...sound.arrived, arrived('A', 2, { isDoubled: true })] },
      {
        ...twice,
        kept: [keptOf('a', 'A', 1), keptOf('b', 'A', 2, { history: [...sent, { what: 'send-again' }] })],
      },
    ]
    expect(compareBooks(twice)).toEqual([
      expect.stringContaining('was applied 2 times, and at most 1') as string,
    ])
    for (const books of explained) expect(compareBooks(books)).toEqual([])
  })

  it('differ where an operation left of which the journal knows no attempt', () => {
    const kept = [
      keptOf('a', 'A', 1),
      keptOf('b', 'A', 2, { state: 'queued', history: [{ what: 'rung-up' }] }),
    ]
    expect(compareBooks({ ...sound, kept })).toEqual([
      expect.stringContaining('arrived, and by its history was never sent') as string,
    ])
  })

  it('differ where one of a card was applied before an earlier one', () => {
    expect(compareBooks({ ...sound, applied: [applied('A', 2), applied('A', 1)] })).toEqual([
      'b was applied before a, which stands before it in card:A',
    ])
  })

  it('hold nothing against what a person marked as applied, or voided', () => {
    const kept = [
      keptOf('a', 'A', 1, { history: [...sent, { what: 'mark-applied' }] }),
      keptOf('b', 'A', 2, { state: 'voided' }),
    ]
    expect(compareBooks({ ...sound, kept, applied: [] })).toEqual([])
  })
})
