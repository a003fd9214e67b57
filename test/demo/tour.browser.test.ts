import { describe, expect, it, vi } from 'vitest'
import { startTour } from '../../src/demo/tour/tour.js'
import { tourTexts } from '../../src/demo/tour/texts.js'
import type { Till } from '../../src/index.js'
import { mount, part, prepareCounter, testPart } from '../support/counter.js'
import { openShown } from '../support/elements.js'
import { control } from '../support/service.js'

prepareCounter()

const isCut = async () => ((await (await control('state', 'GET')).json()) as { outage: boolean }).outage

function begin(till: Till, readMs: number) {
  let hasEnded = false
  const onEnd = () => {
    hasEnded = true
  }
  const tour = startTour({ till, language: 'en', readMs, onEnd })
  document.body.append(tour.element)
  return { ...tour, hasEnded: () => hasEnded }
}

describe('the tour', () => {
  it('rings up online, pulls the plug, rings up, and shows the recovery', async () => {
    const till = await openShown()
    mount(till)
    const captions: string[] = []
    const outages: Promise<boolean>[] = []
    const tour = begin(till, 60)
    const caption = testPart('tour-caption')
    const note = () => {
      const words = caption.textContent
      if (captions.at(-1) === words) return
      captions.push(words)
      if (words === tourTexts.en.steps.saved) outages.push(isCut())
    }
    note()
    new MutationObserver(note).observe(caption, { childList: true, characterData: true, subtree: true })
    await tour.done
    expect(captions).toEqual(Object.values(tourTexts.en.steps))
    expect(await Promise.all(outages)).toEqual([true])
    expect(tour.hasEnded()).toBe(true)
    expect(await isCut()).toBe(false)
    const entries = await till.entries()
    expect(entries.map(({ state }) => state)).toEqual(['settled', 'settled'])
    expect(tour.element.isConnected).toBe(false)
  })

  it.each(['Escape', 'its button'])(
    'is stopped by %s with the plug pulled, and the line comes back',
    async (way) => {
      const till = await openShown()
      mount(till)
      const tour = begin(till, 60)
      await vi.waitFor(async () => {
        expect(await isCut()).toBe(true)
      })
      if (way === 'Escape') dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
      else testPart('tour-end').click()
      await tour.done
      expect(await isCut()).toBe(false)
      expect(tour.hasEnded()).toBe(true)
      expect(part('#refund-card')).toBeDefined()
    },
  )

  it('ends when a person goes to another view, and the line comes back', async () => {
    const till = await openShown()
    const register = mount(till)
    const tour = begin(till, 60)
    await vi.waitFor(async () => {
      expect(await isCut()).toBe(true)
    })
    register.element.remove()
    dispatchEvent(new HashChangeEvent('hashchange'))
    await tour.done
    expect(await isCut()).toBe(false)
    expect(tour.hasEnded()).toBe(true)
  })
})
