import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Witness } from '../../src/decide/witness.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'

const witnessOf = (birth: string, turn: number): Witness => ({
  v: 1,
  birth,
  turn,
  at: 0,
  unresolved: 0,
  place: 0,
  ceilings: { T1: turn * 10 },
  losses: [],
})

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => kept.set(name, text),
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('of two pages that write at once the later turn stays, with the higher receipt numbers', async () => {
  const store = createWitnessStore('till')
  await store.write(witnessOf('here', 2))
  await store.write(witnessOf('here', 1))
  expect(await store.read()).toEqual([witnessOf('here', 2)])
})

it('another database takes the place of the last one, whatever its turn', async () => {
  const store = createWitnessStore('till')
  await store.write(witnessOf('before', 9))
  await store.write(witnessOf('here', 1))
  expect(await store.read()).toEqual([witnessOf('here', 1)])
})
