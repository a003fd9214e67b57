import { afterEach, beforeEach, expect } from 'vitest'

// That these tests run on Lit's development build is meant: its warnings are errors here.
Object.assign(globalThis, { litIssuedWarnings: new Set(['dev-mode']) })

// Files that share a process share the console too, which listens once.
const shared = globalThis as { consoleHeard?: unknown[][] }
const heard = (shared.consoleHeard ??= listen())

function listen(): unknown[][] {
  const words: unknown[][] = []
  for (const name of ['error', 'warn'] as const) {
    const write = console[name].bind(console)
    console[name] = (...given: unknown[]) => {
      words.push(given)
      write(...given)
    }
  }
  return words
}

beforeEach(() => {
  heard.length = 0
})

/** A fault that a test causes is caught and looked at by that test; any other is a fault of ours. */
afterEach(() => {
  expect(heard, 'what the console heard').toEqual([])
})
