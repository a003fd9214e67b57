import { describe, expect, it } from 'vitest'
import { createLabFormats, type LabVoice } from '../../../src/demo/lab/formats.js'
import { createStory } from '../../../src/demo/lab/line.js'
import { entryToSentence } from '../../../src/demo/lab/sentences.js'
import { locales, type Language } from '../../../src/demo/languages.js'
import type { ListedEntry } from '../../../src/index.js'
import { demoTexts } from '../../support/demo-texts.js'

function voiceOf(language: Language): LabVoice {
  const texts = demoTexts[language].lab
  return { texts, formats: createLabFormats(locales[language]) }
}

const at = (seconds: number) => new Date(2026, 0, 2, 10, 2, seconds)

const entry = {
  id: 'e1',
  kind: 'refund',
  state: 'settled',
  cards: ['••••0042'],
  createdAt: at(11),
  settledAt: at(19),
  request: { StoredValueCardReceipt: { Total: 12.5 } },
  history: [
    { at: at(11), what: 'rung-up', by: 'Ada' },
    { at: at(12), what: 'attempt', outcome: 'silent' },
    { at: at(15), what: 'send-again', by: 'Ada' },
    { at: at(19), what: 'attempt', outcome: 'acknowledged' },
  ],
} as unknown as ListedEntry

describe('the sentence of a lane', () => {
  it('tells a whole life', () => {
    expect(entryToSentence(entry, voiceOf('en'), at(30))).toBe(
      'Refund €12.50 for ••••0042: entered 10:02:11, sent twice, one decision by a person, settled 10:02:19.',
    )
    expect(entryToSentence(entry, voiceOf('it'), at(30)).replaceAll('\u00a0', ' ')).toBe(
      'Rimborso 12,50 € per ••••0042: registrata (10:02:11), inviata 2 volte, una decisione di una persona, conclusa (10:02:19).',
    )
  })

  it('names an order where there is no card, and says what has not happened', () => {
    const order = {
      ...entry,
      kind: 'confirmOrder',
      state: 'queued',
      cards: [],
      request: { OrderID: 4711 },
      history: entry.history.slice(0, 1),
    } as unknown as ListedEntry
    expect(entryToSentence(order, voiceOf('en'), at(30))).toBe(
      'Order for 4711: entered 10:02:11, not sent, waiting.',
    )
  })
})

describe('the story of the plug', () => {
  it('tells what to try, what waits and what has gone', () => {
    const { line } = demoTexts.en.lab
    const tell = createStory(voiceOf('en'))
    expect(tell(true, 0)).toBe(line.tryPulling)
    expect(tell(false, 0)).toBe(line.tryRinging)
    expect(tell(false, 3)).toContain('3 operations wait here')
    expect(tell(true, 2)).toContain('2 operations still wait')
    expect(tell(true, 0)).toBe('Back on the line: all 3 that waited have been sent, each once.')
  })

  it('promises nothing of what cannot be counted', () => {
    const tell = createStory(voiceOf('en'))
    tell(false, 2)
    expect(tell(false, undefined)).toBe(demoTexts.en.lab.line.tryRinging)
    expect(tell(true, undefined)).not.toContain('Back on the line')
  })
})
