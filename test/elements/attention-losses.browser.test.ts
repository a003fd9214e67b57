import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { mount, partOf, press, tidyUp, untilShown, write } from '../support/elements.js'
import { pretend } from '../support/pretend.js'

afterEach(tidyUp)

type BroughtBack = Awaited<ReturnType<Till['attention']['bringBack']>>

async function bringBack(outcome: BroughtBack): Promise<Element> {
  const losses = [{ how: 'replaced' as const, recognisedAt: new Date(), knownUntil: new Date(), missing: 2 }]
  const kept = { operations: 2, needsKey: false }
  const { till } = pretend({ status: { storage: { state: 'replaced', losses, kept } } })
  const bringBack = vi.fn(() => Promise.resolve(outcome))
  const element = mount('counterfoil-attention', { ...till, attention: { ...till.attention, bringBack } })
  await untilShown(element, '2 operations can be brought back.')
  await write('Your name', 'Ada')
  await write('Reason', 'the browser lost them')
  await press('Bring back')
  await untilShown(element, /(is|are) back\./)
  expect(bringBack).toHaveBeenCalledWith({ by: 'Ada', reason: 'the browser lost them' })
  return element
}

const spoken = (element: Element, role: string) => partOf(element, `[role=${role}]`).textContent.trim()

describe('what came of bringing back', () => {
  it('is told as done where everything is back', async () => {
    const element = await bringBack({ operations: 2, known: 0, damaged: 0 })
    expect(spoken(element, 'status')).toBe('2 operations are back.')
    expect(spoken(element, 'alert')).toBe('')
  })

  it.each([
    ['is damaged', { damaged: 1 }, /damaged/],
    ['has an id that is taken', { clashing: ['S-1'], damaged: 0 }, /taken here/],
    ['needs another key', { left: 1, damaged: 0 }, /needs another key/],
  ])('is an alert, and no success, where one %s', async (_, facts, words) => {
    const element = await bringBack({ operations: 1, known: 0, ...facts })
    expect(spoken(element, 'status')).toBe('')
    expect(spoken(element, 'alert')).toMatch(words)
  })
})
