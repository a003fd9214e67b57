import { expect, it } from 'vitest'
import { createCounter } from '../../src/demo/counter.js'

function createStorage(kept = new Map<string, string>()) {
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

it('counts on from the last number used, also in another page', () => {
  const storage = createStorage()
  const counter = createCounter(() => storage, 'till')
  expect(counter.next).toBe(1)
  counter.use(1)
  expect(counter.next).toBe(2)
  counter.use(41)
  expect(createCounter(() => storage, 'till').next).toBe(42)
})

it('never goes back', () => {
  const storage = createStorage()
  const counter = createCounter(() => storage, 'till')
  counter.use(10)
  counter.use(3)
  expect(counter.next).toBe(11)
  storage.kept.clear()
  expect(counter.next).toBe(11)
})

it('counts in memory where storage is denied', () => {
  const counter = createCounter(() => {
    throw new Error('denied')
  }, 'till')
  counter.use(counter.next)
  expect(counter.next).toBe(2)
})

it('takes nothing that is no receipt number', () => {
  const counter = createCounter(() => createStorage(new Map([['till', 'seven']])), 'till')
  expect(counter.next).toBe(1)
  counter.use(NaN)
  counter.use(0)
  expect(counter.next).toBe(1)
})
