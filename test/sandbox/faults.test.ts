import { describe, expect, it } from 'vitest'
import { createFaults, type Fault, type FaultTarget, type ScriptedFault } from '../../src/sandbox/faults.js'
import { readFaults } from '../../src/sandbox/scripts.js'

function kinds(faults: readonly Fault[]) {
  return faults.map(({ kind }) => kind)
}
const everyTarget: FaultTarget[] = ['refund', 'confirmOrder', 'probe', 'other']

describe('a script', () => {
  it('is consumed in order, each item as often as it says', () => {
    const faults = createFaults([{ kind: 'dropBeforeEffect', times: 2 }, { kind: 'emptyBody' }])
    const struck = Array.from({ length: 4 }, () => kinds(faults.take('refund')))
    expect(struck).toEqual([['dropBeforeEffect'], ['dropBeforeEffect'], ['emptyBody'], []])
  })

  it('keeps what waits for another operation', () => {
    const faults = createFaults([
      { kind: 'emptyBody', operation: 'migrate' },
      { kind: 'brokenJson' },
      { kind: 'wrongType', operation: 'probe' },
    ])
    expect(kinds(faults.take('refund'))).toEqual(['brokenJson'])
    expect(kinds(faults.take('refund'))).toEqual([])
    expect(kinds(faults.take('migrate'))).toEqual(['emptyBody'])
    expect(kinds(faults.take('probe'))).toEqual(['wrongType'])
    expect(faults.describe().script).toEqual([])
  })

  it('tells how much of it is left', () => {
    const faults = createFaults([{ kind: 'emptyBody', times: 3 }])
    faults.take('refund')
    expect(faults.describe().script).toEqual([{ kind: 'emptyBody', times: 2 }])
  })

  it('is replaced by the next, and added to', () => {
    const faults = createFaults([{ kind: 'emptyBody' }, { kind: 'wrongType', standing: true }])
    faults.script([{ kind: 'brokenJson' }])
    faults.add({ kind: 'redirect' })
    expect(kinds(faults.take('refund'))).toEqual(['brokenJson'])
    expect(kinds(faults.take('refund'))).toEqual(['redirect'])
    expect(kinds(faults.take('refund'))).toEqual([])
  })
})

describe('what a fault strikes when it does not say', () => {
  const cases: [
    kind: 'captivePortal' | 'redirect' | 'outage' | 'emptyBody' | 'dropAfterEffect',
    struck: FaultTarget[],
  ][] = [
    ['captivePortal', everyTarget],
    ['redirect', everyTarget],
    ['outage', everyTarget],
    ['emptyBody', ['refund', 'confirmOrder']],
    ['dropAfterEffect', ['refund', 'confirmOrder']],
  ]
  it.each(cases)('%s: %j', (kind, struck) => {
    const faults = createFaults([{ kind, standing: true }])
    expect(everyTarget.filter((target) => faults.take(target).length > 0)).toEqual(struck)
  })

  it('is everything, if it says any', () => {
    const faults = createFaults([{ kind: 'emptyBody', operation: 'any', standing: true }])
    expect(everyTarget.filter((target) => faults.take(target).length > 0)).toEqual(everyTarget)
  })
})

describe('standing faults', () => {
  it('strike together with the script until they are removed', () => {
    const faults = createFaults([{ kind: 'delay', delayMs: 5, standing: true }, { kind: 'emptyBody' }])
    expect(kinds(faults.take('refund'))).toEqual(['delay', 'emptyBody'])
    expect(kinds(faults.take('refund'))).toEqual(['delay'])
    faults.clear()
    expect(faults.take('refund')).toEqual([])
  })
})

describe('faults by chance', () => {
  const list: ScriptedFault[] = [{ kind: 'emptyBody' }, { kind: 'dropAfterEffect', operation: 'refund' }]
  function run(seed: number, rate = 0.3) {
    const faults = createFaults()
    faults.chance({ rate, seed, faults: list })
    return Array.from({ length: 200 }, () => kinds(faults.take('refund')).join())
  }

  it('are the same for the same seed and others for another', () => {
    expect(run(7)).toEqual(run(7))
    expect(run(7)).not.toEqual(run(8))
    expect(new Set(run(7))).toEqual(new Set(['', 'emptyBody', 'dropAfterEffect']))
  })

  it('strike at the rate: never at 0, always at 1', () => {
    expect(run(7, 0).every((struck) => struck === '')).toBe(true)
    expect(run(7, 1).every((struck) => struck !== '')).toBe(true)
  })

  it('end', () => {
    const faults = createFaults()
    faults.chance({ rate: 1, seed: 1, faults: list })
    faults.clear()
    expect(faults.take('refund')).toEqual([])
    expect(faults.describe()).toEqual({ script: [], standing: [], chance: null })
  })
})

describe('an outage', () => {
  it('comes before all else and consumes nothing', () => {
    const faults = createFaults([{ kind: 'emptyBody' }])
    faults.setOutage(true)
    expect(everyTarget.map((target) => kinds(faults.take(target)))).toEqual(everyTarget.map(() => ['outage']))
    faults.setOutage(false)
    expect(kinds(faults.take('refund'))).toEqual(['emptyBody'])
  })

  it('is told to those who watch', () => {
    const faults = createFaults()
    const seen: boolean[] = []
    const stop = faults.watchOutage((on) => seen.push(on))
    faults.setOutage(true)
    faults.setOutage(false)
    stop()
    faults.setOutage(true)
    expect(seen).toEqual([true, false])
    expect(faults.outage).toBe(true)
  })
})

describe('readFaults', () => {
  const all: ScriptedFault[] = [
    { kind: 'delay', delayMs: 5, times: 2 },
    { kind: 'late', delayMs: 0 },
    { kind: 'dropBeforeEffect', operation: 'any' },
    { kind: 'dropAfterEffect', operation: 'migrate' },
    { kind: 'resent', standing: true },
    {
      kind: 'status',
      status: 429,
      headers: { 'x-a': 'b' },
      body: null,
      retryAfterSeconds: 3,
      retryAfterForm: 'date',
    },
    { kind: 'status', status: 502, afterEffect: true },
    { kind: 'captivePortal', standing: true },
    { kind: 'redirect', location: 'http://login.example/' },
    { kind: 'truncatedBody' },
    { kind: 'wrongType' },
    { kind: 'emptyBody' },
    { kind: 'brokenJson' },
    { kind: 'slowDrip', delayMs: 1 },
    { kind: 'clockSkew', skewSeconds: -30 },
    { kind: 'outage', operation: 'probe' },
  ]
  it('takes every kind', () => {
    expect(readFaults(all)).toEqual({ ok: true, faults: all })
  })

  it.each([
    [{}, '', 'expected an array of faults'],
    [[null], '[0].kind', 'expected one of delay, late'],
    [[{ kind: 'explode' }], '[0].kind', 'expected one of delay, late'],
    [[{ kind: 'constructor' }], '[0].kind', 'expected one of delay, late'],
    [[{ kind: 'emptyBody' }, { kind: 'delay' }], '[1].delayMs', 'missing'],
    [[{ kind: 'delay', delayMs: 86_400_001 }], '[0].delayMs', 'expected 0 to 86400000'],
    [[{ kind: 'clockSkew', skewSeconds: 1e12 }], '[0].skewSeconds', 'expected -315360000 to 315360000'],
    [
      [{ kind: 'status', status: 429, retryAfterSeconds: -1 }],
      '[0].retryAfterSeconds',
      'expected 0 to 315360000',
    ],
    [[{ kind: 'status' }], '[0].status', 'missing'],
    [[{ kind: 'status', status: 42 }], '[0].status', 'expected 200 to 599'],
    [[{ kind: 'status', status: 500, headers: { a: 1 } }], '[0].headers', 'expected texts'],
    [
      [{ kind: 'status', status: 429, retryAfterForm: 'weeks' }],
      '[0].retryAfterForm',
      'expected seconds or date',
    ],
    [[{ kind: 'slowDrip', delayMs: -1 }], '[0].delayMs', 'expected 0 to 86400000'],
    [[{ kind: 'delay', delayMs: '5' }], '[0].delayMs', 'expected decimal, found string'],
    [[{ kind: 'emptyBody', times: 0 }], '[0].times', 'expected 1 to '],
    [
      [{ kind: 'emptyBody', operation: 'sell' }],
      '[0].operation',
      'expected one of any, probe, other, associate',
    ],
    [[{ kind: 'emptyBody', delayMs: 5 }], '[0].delayMs', 'unknown field'],
  ])('refuses %j', (json, path, message) => {
    expect(readFaults(json)).toMatchObject({
      ok: false,
      problems: [{ path, message: expect.stringContaining(message) as string }],
    })
  })
})
