import { describe, expect, it } from 'vitest'
import { jsonToState } from '../../../src/demo/lab/control.js'
import {
  createFault,
  faultGroups,
  faults,
  findFaultName,
  type FaultName,
} from '../../../src/demo/lab/faults.js'
import { readFaults } from '../../../src/sandbox/scripts.js'

const names = Object.values(faultGroups).flatMap<FaultName>((group) => group)

describe('the faults', () => {
  it('are all offered, and all of them known to the stand-in service', () => {
    expect([...names].sort()).toEqual(Object.keys(faults).sort())
    for (const duration of ['once', 'five', 'standing'] as const)
      expect(readFaults(names.map((name) => createFault(name, duration)))).toMatchObject({ ok: true })
  })

  it('are found again by what the service says of them', () => {
    expect(names.map((name) => findFaultName({ ...faults[name], times: 3 }))).toEqual(names)
    expect(findFaultName({ kind: 'slowDrip' })).toBeUndefined()
  })
})

describe('a state', () => {
  const state = {
    outage: false,
    settings: { keys: true, conditions: false },
    faults: { script: [{ kind: 'delay', delayMs: 1 }, 'nonsense'], standing: [], chance: null },
    arrivals: 3,
    effects: 2,
  }

  it('is read as far as it is shown', () => {
    expect(jsonToState(state)).toEqual({
      outage: false,
      keys: true,
      conditions: false,
      script: [{ kind: 'delay', delayMs: 1 }],
      standing: [],
      chance: undefined,
      arrivals: 3,
      effects: 2,
    })
  })

  it('is none where something else answers', () => {
    for (const other of [
      undefined,
      null,
      'page',
      [],
      {},
      { ...state, outage: 'no' },
      { ...state, faults: null },
    ])
      expect(jsonToState(other)).toBeUndefined()
  })
})
