import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Till } from '../../src/index.js'
import { focusedWords, mount, partOf, press, sayWho, tidyUp, untilShown, write } from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'

beforeEach(() => {
  sessionStorage.clear()
})
afterEach(tidyUp)

const submit = (element: Element) => partOf(element, '#panel button[type=submit]')
const without = (element: Element) => partOf(element, '[part~=act-acknowledge-losses]')

/** A finger that bounces: two presses with the first answered in between. */
async function bounce(element: Element, find: (element: Element) => HTMLElement): Promise<void> {
  find(element).click()
  await (element as Element & { updateComplete: Promise<unknown> }).updateComplete
  find(element).click()
}

const untilReady = (element: Element, find: (element: Element) => HTMLElement) =>
  vi.waitFor(() => {
    expect(find(element).ariaDisabled).toBe('false')
  })

describe('a second press of a button', () => {
  it('asks for the review of an operation, and does not send it again', async () => {
    const { till } = pretend({ entries: [parkedOf('unknown')] })
    const sendAgain = vi.fn((id: string) => till.attention.markApplied(id, { by: '', reason: '' }))
    const attention = { ...till.attention, sendAgain }
    const element = mount('counterfoil-attention', { ...till, attention })
    await press('Send again')
    await sayWho()
    await bounce(element, submit)
    await untilShown(element, 'Is this right?')
    expect(submit(element).textContent.trim()).toBe('Send it again')
    await untilReady(element, submit)
    expect(sendAgain).not.toHaveBeenCalled()
    submit(element).click()
    await vi.waitFor(() => {
      expect(sendAgain).toHaveBeenCalledTimes(1)
    })
  })

  it('pauses sending, and does not resume it by the button that takes its place', async () => {
    const counts = { queued: 35, sending: 0, settled: 5, parked: 0, voided: 0 }
    const replay = { running: true, done: 5, total: 40 }
    const { till, change, asked } = pretend({ status: { counts, replay } })
    const pause = async () => {
      await till.pause()
      change({ pauses: [{ scope: 'till', reason: 'held', since: new Date() }] })
    }
    const element = mount('counterfoil-status', { ...till, pause })
    const resume = () => partOf(element, '.resume')
    await press('Pause')
    await vi.waitFor(resume)
    await expect.poll(focusedWords).toBe('Resume')
    await userEvent.keyboard('{Enter}')
    expect(asked).toEqual(['pause '])
    await untilReady(element, resume)
    const held = { key: 'Enter', repeat: true, bubbles: true, composed: true, cancelable: true }
    expect(resume().dispatchEvent(new KeyboardEvent('keydown', held))).toBe(false)
    await press('Resume')
    expect(asked).toEqual(['pause ', 'resume'])
  })

  describe('of what deletes the copies of lost operations', () => {
    async function openLosses(options: { approve?: () => Promise<undefined> } = {}) {
      const losses = [
        { how: 'replaced' as const, recognisedAt: new Date(), knownUntil: new Date(), missing: 2 },
      ]
      const kept = { operations: 2, needsKey: false }
      const { till } = pretend({ status: { storage: { state: 'replaced', losses, kept } } })
      const acknowledgeLosses = vi.fn(() => Promise.resolve())
      const attention = { ...till.attention, acknowledgeLosses } as Till['attention']
      const element = mount('counterfoil-attention', { ...till, attention })
      Object.assign(element, options)
      await untilShown(element, '2 operations can be brought back.')
      return { element, acknowledgeLosses }
    }

    it('warns, and deletes nothing until it is pressed again after that', async () => {
      const { element, acknowledgeLosses } = await openLosses()
      await write('Your name', 'Ada')
      await write('Reason', 'none of them counts')
      await bounce(element, without)
      await untilReady(element, without)
      expect(acknowledgeLosses).not.toHaveBeenCalled()
      without(element).click()
      await vi.waitFor(() => {
        expect(acknowledgeLosses).toHaveBeenCalledTimes(1)
      })
    })

    it('warns once where its key is held down', async () => {
      const { element, acknowledgeLosses } = await openLosses()
      await write('Your name', 'Ada')
      await write('Reason', 'none of them counts')
      without(element).focus()
      await userEvent.keyboard('{Enter}')
      await untilReady(element, without)
      const held = { key: 'Enter', repeat: true, bubbles: true, composed: true, cancelable: true }
      expect(without(element).dispatchEvent(new KeyboardEvent('keydown', held))).toBe(false)
      expect(acknowledgeLosses).not.toHaveBeenCalled()
    })

    it('warns anew after the host’s sign-in has refused', async () => {
      const { element, acknowledgeLosses } = await openLosses({ approve: () => Promise.resolve(undefined) })
      await write('Reason', 'none of them counts')
      without(element).click()
      await untilShown(element, 'The copies are deleted for good.')
      await untilReady(element, without)
      without(element).click()
      await untilShown(element, 'Not approved')
      without(element).click()
      await untilShown(element, 'The copies are deleted for good.')
      expect(acknowledgeLosses).not.toHaveBeenCalled()
    })
  })
})
