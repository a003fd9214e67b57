import { describe, expect, it } from 'vitest'
import { faultyConfig, plantable, startFaulty, type Fault } from './faulty.js'
import { listFindings, listSkipped, tryService } from './support.js'

it('a service without a fault is found to have none, and nothing is left untried', async () => {
  const outcome = await tryService(await startFaulty(), faultyConfig)
  expect(outcome.broken).toBeUndefined()
  // A key that is forgotten after its lifetime is as it should be.
  expect(listFindings(outcome)).toEqual(['key-forgotten'])
  expect(listSkipped(outcome)).toEqual([])
})

/** Faults that bring another one with them. */
const together: Partial<Record<Fault, string[]>> = {
  'fingerprint-ignored': ['key-across-endpoints'],
  'parallel-repeat-run-twice': ['cut-repeat-run-twice'],
}

describe('a planted fault is found by its name, and no other', () => {
  // Most of the time they wait, so that they wait together.
  const endpoints = ['refund', 'associate']
  it('each of the eight', async () => {
    const found = await Promise.all(
      plantable.map(async (fault) => {
        const outcome = await tryService(await startFaulty(fault), { ...faultyConfig, endpoints })
        // Where keys are lost by a restart, a crash can show no more.
        expect(listSkipped(outcome).includes('crash')).toBe(fault === 'key-in-memory')
        const names = listFindings(outcome, ['fault']).map((name) => name.split(' ')[0])
        return [fault, outcome.broken, [...new Set(names)]]
      }),
    )
    expect(found).toEqual(plantable.map((fault) => [fault, undefined, [fault, ...(together[fault] ?? [])]]))
  })
})
