import { describe, expect, it } from 'vitest'
import {
  compareWitnesses,
  findCeiling,
  textToWitness,
  type Loss,
  type Standing,
  type Witness,
} from '../../src/decide/witness.js'

const now = 9_000

const standing: Standing = { birth: 'here', turn: 3, former: [], place: 20, losses: [] }

const witnessOf = (facts: Partial<Witness> = {}): Witness => ({
  v: 1,
  birth: 'here',
  turn: 3,
  at: 5_000,
  unresolved: 2,
  place: 20,
  ceilings: { T1: 61 },
  losses: [],
  ...facts,
})

const lossOf = (facts: Partial<Loss> = {}): Loss => ({
  how: 'replaced',
  recognisedAt: now,
  knownUntil: 5_000,
  missing: 2,
  ...facts,
})

const numbersOf = (ceilings: Map<string, number> | undefined) => Object.fromEntries(ceilings ?? [])

describe('a database that is compared with its witnesses', () => {
  it.each([
    ['there are none', []],
    ['one knows exactly this', [witnessOf()]],
    ['one is older, because a tab closed before it could write', [witnessOf({ turn: 1, place: 3 })]],
    ['one is of a database whose loss is known', [witnessOf({ birth: 'before', turn: 40 })]],
  ])('has lost nothing if %s', (_, witnesses) => {
    expect(compareWitnesses({ ...standing, former: ['before'] }, witnesses, now)).toBeUndefined()
  })

  it('was replaced if one is of another database, and begins its numbers where that one cannot have been', () => {
    const found = compareWitnesses({ ...standing, turn: 0 }, [witnessOf({ birth: 'before' })], now)
    expect(found).toMatchObject({ isSetBack: false, turn: 0, former: ['before'], losses: [lossOf()] })
    expect(numbersOf(found?.ceilings)).toEqual({ T1: 61 })
  })

  it('was set back if one of its own is from a later time, and lacks what was saved since', () => {
    const found = compareWitnesses(standing, [witnessOf({ turn: 7, place: 26 })], now)
    expect(found).toMatchObject({
      isSetBack: true,
      turn: 7,
      former: [],
      losses: [lossOf({ how: 'set-back', missing: 6 })],
    })
  })

  it('goes by the later of two witnesses that disagree, and by the higher number of both', () => {
    const witnesses = [
      witnessOf({ birth: 'before', turn: 9, unresolved: 5, at: 6_000, ceilings: { T1: 70 } }),
      witnessOf({ birth: 'before', turn: 8, unresolved: 1, ceilings: { T1: 80, T2: 51 } }),
    ]
    const found = compareWitnesses(standing, witnesses, now)
    expect(found?.losses).toEqual([lossOf({ missing: 5, knownUntil: 6_000 })])
    expect(numbersOf(found?.ceilings)).toEqual({ T1: 80, T2: 51 })
  })

  it('tells two losses if the witnesses are of two other databases', () => {
    const witnesses = [witnessOf({ birth: 'first', unresolved: 1 }), witnessOf({ birth: 'second' })]
    const found = compareWitnesses(standing, witnesses, now)
    expect(found?.former).toEqual(['first', 'second'])
    expect(found?.losses).toEqual([lossOf({ missing: 1 }), lossOf()])
  })

  it('takes over the losses that nobody had acknowledged before it was lost itself', () => {
    const open = lossOf({ recognisedAt: 1, missing: 4 })
    const found = compareWitnesses(standing, [witnessOf({ birth: 'before', losses: [open] })], now)
    expect(found?.losses).toEqual([open, lossOf()])
  })

  it('does not tell again what a person had acknowledged before it was set back', () => {
    const open = lossOf({ recognisedAt: 1 })
    const found = compareWitnesses({ ...standing, losses: [open] }, [witnessOf({ turn: 8 })], now)
    expect(found?.losses).toEqual([lossOf({ how: 'set-back', missing: 0 })])
  })
})

describe('a witness', () => {
  it('is read from its own text', () => {
    expect(textToWitness(JSON.stringify(witnessOf()))).toEqual(witnessOf())
  })

  it.each([
    ['empty', ''],
    ['torn', JSON.stringify(witnessOf()).slice(0, -4)],
    ['something else', '{"v":1}'],
    ['of a later form', JSON.stringify({ ...witnessOf(), v: 2 })],
  ])('that is %s is none', (_, text) => {
    expect(textToWitness(text)).toBeUndefined()
  })

  it('names a receipt number that is not reached before the next one is written', () => {
    expect(findCeiling(11)).toBeGreaterThan(11)
  })
})
