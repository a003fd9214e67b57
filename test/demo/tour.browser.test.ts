import { afterEach, describe, expect, it, vi } from 'vitest'
import { endLeftOutage } from '../../src/demo/tour/outage.js'
import { startTour } from '../../src/demo/tour/tour.js'
import { tourTexts } from '../../src/demo/tour/texts.js'
import type { Till } from '../../src/index.js'
import { mount, part, prepareCounter, testPart, type } from '../support/counter.js'
import { openShown } from '../support/elements.js'
import { control } from '../support/service.js'

prepareCounter()

const noteName = 'counterfoil-demo:tour-outage'

afterEach(() => {
  localStorage.removeItem(noteName)
})

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
      if (words === '' || captions.at(-1) === words) return
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

  it('says nothing before its words are in the page, where they are spoken', async () => {
    const till = await openShown()
    mount(till)
    const onEnd = () => undefined
    const tour = startTour({ till, language: 'en', readMs: 60, onEnd })
    const caption = tour.element.querySelector('[role=status]')
    expect(caption?.textContent).toBe('')
    document.body.append(tour.element)
    expect(caption?.textContent).toBe('')
    await vi.waitFor(() => {
      expect(caption?.textContent).toBe(tourTexts.en.steps.online)
    })
    testPart('tour-end').click()
    await tour.done
  })

  it.each(['before', 'during'])('leaves what a person has typed %s it, says why, and ends', async (when) => {
    const till = await openShown()
    mount(till)
    const typeSale = async () => {
      part('#refund-card').focus()
      await type('9001000000000033{Tab}{Tab}Scarf{Tab}77.00')
    }
    if (when === 'before') await typeSale()
    const tour = begin(till, when === 'before' ? 60 : 900)
    if (when === 'during') {
      await vi.waitFor(async () => {
        expect((await till.entries()).map(({ state }) => state)).toEqual(['settled'])
      })
      await typeSale()
    }
    const entered = await till.entries()
    await vi.waitFor(() => {
      expect(testPart('tour-caption').textContent).toBe(tourTexts.en.unfinished)
    })
    await tour.done
    expect(part('#refund-card').value).toBe('9001000000000033')
    expect(part('#refund-lines-1-price').value).toBe('77.00')
    expect(await till.entries()).toHaveLength(entered.length)
    expect(await isCut()).toBe(false)
  })
})

describe('the line that a tour has cut', () => {
  it('comes back when a page starts after the one with the tour has ended', async () => {
    const till = await openShown()
    mount(till)
    const tour = begin(till, 400)
    await vi.waitFor(async () => {
      expect(await isCut()).toBe(true)
    })
    await endLeftOutage(till)
    expect(await isCut()).toBe(false)
    testPart('tour-end').click()
    await tour.done
    expect(localStorage.getItem(noteName)).toBeNull()
  })

  it('stays as it is where a person has cut it', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    await endLeftOutage(till)
    expect(await isCut()).toBe(true)
    await control('outage', 'POST', { on: false })
  })
})
