import { expect, it, vi } from 'vitest'
import type { Ledger, SandboxState } from '../../../src/demo/lab/control.js'
import { createLedgerReader } from '../../../src/demo/lab/ledger-reader.js'

const stateOf = (count: number) => ({ arrivals: count, effects: count }) as SandboxState
const ledgerOf = (count: number) => {
  const numbered = Array.from({ length: count }, (_, index) => ({ sequence: index + 1 }))
  return { arrivals: numbered, effects: numbered } as unknown as Ledger
}

it('the books that were emptied right after they were read are shown empty', async () => {
  let books = 0
  const shown: number[] = []
  const read = vi.fn(() => Promise.resolve(ledgerOf(books)))
  const showLedger = createLedgerReader(read, ({ effects }) => shown.push(effects.length))
  const before = stateOf(books)
  books = 1
  await showLedger(before)
  books = 0
  await showLedger(stateOf(books))
  await showLedger(stateOf(books))
  expect(shown).toEqual([1, 0])
  expect(read).toHaveBeenCalledTimes(2)
})

it('the books of a service that has not answered are not asked for', async () => {
  const read = vi.fn(() => Promise.resolve(ledgerOf(1)))
  await createLedgerReader(read, vi.fn())(undefined)
  expect(read).not.toHaveBeenCalled()
})
