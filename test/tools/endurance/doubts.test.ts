import { expect, it } from 'vitest'
import { createDoubts } from './doubts.js'

it('an unknown outcome is left alone while what was on the line is still there', () => {
  const inFlight = new Set([3, 4])
  const doubts = createDoubts(inFlight)
  expect(doubts.isOver('A-1')).toBe(false)
  inFlight.delete(3)
  inFlight.add(5)
  expect(doubts.isOver('A-1')).toBe(false)
  inFlight.delete(4)
  expect(doubts.isOver('A-1')).toBe(true)
  doubts.forget('A-1')
  expect(doubts.isOver('A-1')).toBe(false)
})
