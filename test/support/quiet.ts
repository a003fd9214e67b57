import { afterEach, beforeEach, expect } from 'vitest'

// That these tests run on Lit's development build is meant: its warnings are errors here.
Object.assign(globalThis, { litIssuedWarnings: new Set(['dev-mode']) })

const heard: unknown[][] = []

for (const name of ['error', 'warn'] as const) {
  const write = console[name].bind(console)
  console[name] = (...words: unknown[]) => {
    heard.push(words)
    write(...words)
  }
}

beforeEach(() => {
  heard.length = 0
})

/** A fault that a test causes is caught and looked at by that test; any other is a fault of ours. */
afterEach(() => {
  expect(heard, 'what the console heard').toEqual([])
})
