import { describe, expect, it } from 'vitest'
import { parkReasons, type ListedEntry } from '../../src/domain/entry.js'
import { createAction } from '../../src/elements/attention/action.js'
import { effectToWords } from '../../src/elements/attention/panel.js'
import { createFormats } from '../../src/elements/formats.js'
import { addOlder, readFollowed, type Followed } from '../../src/elements/outcome/followed.js'
import { entryToTold } from '../../src/elements/outcome/told.js'
import { findTexts } from '../../src/elements/texts/languages.js'
import { fullModels } from '../support/models.js'
import { entryOf, parkedOf, pretend } from '../support/pretend.js'

const voiceOf = (language: string) => ({
  texts: findTexts(language),
  formats: createFormats(language, 'EUR'),
})
const voice = voiceOf('en')
const refund = (more: object) => entryOf('refund', fullModels.refund, more)
const toldOf = (entry: ListedEntry, original?: ListedEntry) => {
  const { tone, title, sentences } = entryToTold(entry, original, voice)
  return [tone, title, ...sentences]
}

describe('what is told of an operation', () => {
  it('is no more than its state', () => {
    const saved = ['saved', 'Saved on this till. Not confirmed yet.']
    expect(toldOf(refund({ state: 'queued' }))).toEqual(saved)
    expect(toldOf(refund({ state: 'sending' }))).toEqual([...saved, 'Sending…'])
    expect(toldOf(refund({ state: 'settled' }))).toEqual(['confirmed', 'Confirmed by the card service.'])
  })

  it('names who cancelled it', () => {
    const history = [{ at: new Date(), what: 'void', by: 'Eva' }]
    expect(toldOf(refund({ state: 'voided', history }))).toEqual([
      'cancelled',
      'Cancelled. It will not be sent.',
      'Cancelled by Eva.',
    ])
  })

  it('that was cancelled after it was sent does not say that it will not be sent', () => {
    const at = new Date()
    const voided = (...attempts: object[]) => {
      const history = [...attempts, { at, what: 'void', by: 'Eva' }]
      return toldOf(refund({ state: 'voided', history }))[1]
    }
    const silent = { at, what: 'attempt', outcome: 'silent' }
    expect(voided(silent)).toBe('Cancelled. An earlier try may have gone through.')
    expect(voided({ ...silent, outcome: 'rejected' })).toBe('Cancelled. It will not be sent.')
    expect(voided(silent, { at, what: 'look-up', outcome: 'found-absent' })).toBe(
      'Cancelled. It will not be sent.',
    )
  })

  it('that was handed over and cancelled here does not say that it will not be sent', () => {
    const at = new Date()
    const voided = (...items: string[]) => {
      const history = [...items, 'void'].map((what) => ({ at, what, by: 'Eva' }))
      return toldOf(refund({ state: 'voided', history }))[1]
    }
    expect(voided('handed-over')).toBe('Cancelled here. The other till may still send it.')
    expect(voided('handed-over', 'imported')).toBe('Cancelled. It will not be sent.')
    expect(voided('handed-over', 'take-back')).toBe('Cancelled. It will not be sent.')
    const history = [{ at, what: 'handed-over', by: 'Eva' }]
    const action = createAction('void', [refund({ state: 'parked', reason: 'moved', history })], 'Eva')
    expect(effectToWords(action, voice)).toBe('Only this till gives it up. The other till may still send it.')
  })

  it('of a correction names who corrected it', () => {
    const original = refund({ state: 'voided', history: [{ at: new Date(), what: 'amend', by: 'Eva' }] })
    expect(toldOf(refund({ state: 'queued' }), original).at(-1)).toBe(
      'Corrected by Eva. This is the correction.',
    )
  })

  it.each(['en', 'it'])('is a stop with a sentence of its own for each reason, in %s', (language) => {
    const all = parkReasons.map((reason) => entryToTold(parkedOf(reason), undefined, voiceOf(language)))
    expect(new Set(all.map(({ tone }) => tone))).toEqual(new Set(['stop']))
    expect(new Set(all.map(({ sentences: [first] }) => first)).size).toBe(parkReasons.length)
  })

  it('of a refusal has the service’s own words, without what would turn the text about', () => {
    const reply = { status: 400, problem: { title: 'Card\u202e is blocked' } }
    const parked = { state: 'parked', reason: 'rejected', reply }
    expect(toldOf(refund(parked))[2]).toBe('The card service refused this card: Card is blocked.')
    const order = entryOf('confirmOrder', fullModels.confirmOrder, { ...parked, cards: [] })
    expect(toldOf(order)[2]).toBe('The card service refused this order: Card is blocked.')
    expect(toldOf(refund({ ...parked, reply: { status: 400 } }))[2]).toBe('Refused by the card service.')
  })
})

describe('what is followed', () => {
  it('is the correction in an operation’s place', async () => {
    const correction = refund({ state: 'queued' })
    const original = refund({ state: 'voided', replacedBy: correction.id })
    const { till } = pretend({ entries: [original, correction] })
    expect(await readFollowed(till, original.id)).toEqual({ entry: correction, original })
    expect(await readFollowed(till, correction.id)).toEqual({ entry: correction })
    expect(await readFollowed(till, 'none')).toBeUndefined()
  })

  it('is twenty older operations at most, and none that has ended', () => {
    let older: ReadonlyMap<string, Followed> = new Map()
    const add = (entry: ListedEntry) => {
      older = addOlder(older, entry.id, { entry })
    }
    const first = refund({ state: 'queued' })
    add(first)
    add(refund({ state: 'settled' }))
    expect([...older.keys()]).toEqual([first.id])
    for (let count = 0; count < 20; count += 1) add(parkedOf('unknown'))
    expect(older.size).toBe(20)
    expect(older.has(first.id)).toBe(false)
  })
})
