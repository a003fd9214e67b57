import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { mount, partOf, press, tidyUp, untilShown, write } from '../support/elements.js'
import { pretend } from '../support/pretend.js'

afterEach(tidyUp)

type BroughtBack = Awaited<ReturnType<Till['attention']['bringBack']>>

/** A till that lost two operations, which can be brought back. */
function createLost(attention: Partial<Till['attention']> = {}): Till {
  const losses = [{ how: 'replaced' as const, recognisedAt: new Date(), knownUntil: new Date(), missing: 2 }]
  const kept = { operations: 2, needsKey: false }
  const { till } = pretend({ status: { storage: { state: 'replaced', losses, kept } } })
  return { ...till, attention: { ...till.attention, ...attention } }
}

async function bringBack(outcome: BroughtBack): Promise<Element> {
  const bringBack = vi.fn(() => Promise.resolve(outcome))
  const element = mount('counterfoil-attention', createLost({ bringBack }))
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

describe('the form of a loss, where the till is exchanged meanwhile,', () => {
  const isBusy = (element: Element) => partOf(element, '[part~=act-bring-back]').ariaDisabled

  it('is free for the next till, and says nothing there of what came of the first', async () => {
    const answer = Promise.withResolvers<BroughtBack>()
    const element = mount('counterfoil-attention', createLost({ bringBack: () => answer.promise }))
    await untilShown(element, '2 operations can be brought back.')
    await write('Your name', 'Ada')
    await write('Reason', 'the browser lost them')
    partOf(element, '[part~=act-bring-back]').click()
    await expect.poll(() => isBusy(element)).toBe('true')
    element.till = createLost()
    await expect.poll(() => isBusy(element)).toBe('false')
    const acted = vi.fn()
    element.addEventListener('counterfoil-acted', acted)
    answer.resolve({ operations: 2, known: 0, damaged: 0 })
    await answer.promise
    await new Promise((resolve) => setTimeout(resolve))
    await element.updateComplete
    expect(spoken(element, 'status')).toBe('')
    expect(acted).not.toHaveBeenCalled()
  })

  it('does nothing with an approval that was given for the first, and tells no fault of it', async () => {
    const approval = Promise.withResolvers<{ by: string }>()
    const bringBack = vi.fn(() => Promise.reject(new Error('not here')))
    const element = mount('counterfoil-attention', createLost({ bringBack }))
    element.approve = () => approval.promise
    await untilShown(element, '2 operations can be brought back.')
    await write('Reason', 'the browser lost them')
    partOf(element, '[part~=act-bring-back]').click()
    await expect.poll(() => isBusy(element)).toBe('true')
    element.till = createLost({ bringBack })
    await element.updateComplete
    approval.resolve({ by: 'Eva' })
    await approval.promise
    await new Promise((resolve) => setTimeout(resolve))
    await element.updateComplete
    expect(bringBack).not.toHaveBeenCalled()
    expect(spoken(element, 'alert')).toBe('')
  })
})

it('a reason that is missing is told before the host’s sign-in is asked', async () => {
  const element = mount('counterfoil-attention', createLost())
  const approve = vi.fn(() => Promise.resolve({ by: 'Eva' }))
  element.approve = approve
  await untilShown(element, '2 operations can be brought back.')
  for (const act of ['bring-back', 'acknowledge-losses']) {
    partOf(element, `[part~=act-${act}]`).click()
    await untilShown(element, 'Enter a reason.')
  }
  expect(approve).not.toHaveBeenCalled()
})
