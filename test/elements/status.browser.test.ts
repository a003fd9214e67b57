import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshCard,
  mount,
  openTestTill,
  park,
  partOf,
  press,
  status,
  textOf,
  tidyUp,
  untilShown,
} from '../support/elements.js'
import { page } from 'vitest/browser'
import { calmSandbox, control } from '../support/service.js'
import { refundOf } from '../support/models.js'
import { pretend } from '../support/pretend.js'

beforeEach(calmSandbox)
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  tidyUp()
  await page.viewport(414, 896)
})

const announced = (element: Element) => element.shadowRoot?.querySelector('[part=announcer]')?.textContent

describe('the status', () => {
  it('follows a real till: offline, what waits, why, and the end of it', async () => {
    const till = await openTestTill()
    const element = mount('counterfoil-status', till)
    await untilShown(element, 'Online')
    await control('outage', 'POST', { on: true })
    await till.replay()
    await till.refund(refundOf(freshCard()))
    await untilShown(
      element,
      /Offline.*1 waiting.*cannot be reached\. You can keep serving\. Next try in \d+\ssecs?\./,
    )
    await control('outage', 'POST', { on: false })
    await press('Send now')
    await untilShown(element, /Online.*0 waiting/)
  })

  it('follows a till once, whether it had it before it came into the page or not, and also when it is moved', async () => {
    const { till } = pretend({})
    let asked = 0
    let following = 0
    const subscribe: typeof till.status.subscribe = (listener) => {
      asked += 1
      following += 1
      const stop = till.status.subscribe(listener)
      return () => {
        following -= 1
        stop()
      }
    }
    const counted = { ...till, status: { ...till.status, subscribe } }
    const element = mount('counterfoil-status', counted)
    await element.updateComplete
    expect({ asked, following }).toEqual({ asked: 1, following: 1 })
    document.body.append(element)
    await element.updateComplete
    expect({ asked, following }).toEqual({ asked: 2, following: 1 })
    element.till = undefined
    await element.updateComplete
    expect(following).toBe(0)
    element.till = counted
    await element.updateComplete
    expect({ asked, following }).toEqual({ asked: 3, following: 1 })
    element.remove()
    expect(following).toBe(0)
  })

  it('shows counts it cannot know as unknown, with and without a till', async () => {
    const { till } = pretend({ status: { counts: {}, storage: { state: 'lost' } } })
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Waiting: not known.*Needs attention: not known/)
    expect(textOf(element)).not.toMatch(/\b0\b/)
    element.till = undefined
    await untilShown(element, /Waiting: not known/)
  })

  it('calls for attention by an event that leaves the shadow', async () => {
    const { till } = await park(status(422), 'rejected')
    const element = mount('counterfoil-status', till)
    await untilShown(element, '1 needs attention')
    const heard = new Promise((resolve) => {
      document.body.addEventListener('counterfoil-attention', resolve, { once: true })
    })
    await press('1 needs attention')
    expect(await heard).toMatchObject({ bubbles: true, composed: true })
  })

  it('asks for a reload where a newer release has taken over, unless the host does it its own way', async () => {
    const { till } = pretend({ status: { storage: { state: 'outdated' } } })
    const element = mount('counterfoil-status', till)
    let asked = 0
    element.addEventListener('counterfoil-reload', (event) => {
      event.preventDefault()
      asked += 1
    })
    await untilShown(element, 'A newer version')
    await press('Load the page again')
    expect(asked).toBe(1)
  })

  it('says what is likely wrong with the service, in both languages', async () => {
    const since = new Date()
    const { till } = pretend({ status: { hints: [{ likely: 'cors', kinds: ['refund'], since }] } })
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Refund: The card service is there, but .*\(CORS\)/)
    document.documentElement.lang = 'it'
    await untilShown(mount('counterfoil-status', till), /Rimborso: Il servizio carte c’è, ma .*\(CORS\)/)
  })

  it('says since when no copy has left the device, once more than one failed', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const since = new Date()
    since.setHours(9, 5, 0, 0)
    const failing = { since, lastAt: since, times: 1, reason: 'unreachable', fault: 'no answer' } as const
    const { till, change } = pretend({ status: { copies: { failing } } })
    const element = mount('counterfoil-status', till)
    await element.updateComplete
    const note = () => element.shadowRoot?.querySelector('[part~=copies]')?.textContent
    expect(note()).toBeUndefined()
    for (const times of [2, 3]) {
      change({ copies: { failing: { ...failing, times } } })
      await element.updateComplete
      expect(note()?.replace('\u202f', ' ')).toBe(
        'Backup copies have not left this device since 9:05 AM. Tell your manager. You can keep serving.',
      )
      vi.advanceTimersByTime(1_000)
      await element.updateComplete
      expect(announced(element)).toContain('Backup copies')
    }
    expect(element.shadowRoot?.querySelector('.reach.good')).toBeNull()
    change({ copies: { lastAt: new Date(), operations: 2 } })
    await element.updateComplete
    expect(note()).toBeUndefined()
    expect(element.shadowRoot?.querySelector('.reach.good')).not.toBeNull()
  })

  it('names a worker that is held back only among the details', async () => {
    const { till } = pretend({ status: { worker: { state: 'held-back', detail: 'service.headers' } } })
    const element = mount('counterfoil-status', till)
    await untilShown(element, 'service.headers')
    expect(element.shadowRoot?.querySelector('details:not([open])')?.textContent).toContain('service.headers')
  })

  it('announces what has changed, and not each tick', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const counts = { queued: 3, sending: 0, settled: 0, parked: 0, voided: 0 }
    const { till, change } = pretend({ status: { counts, reach: 'online', pauses: [] } })
    const element = mount('counterfoil-status', till)
    await element.updateComplete
    for (let settled = 1; settled < 4; settled += 1) {
      change({ counts: { ...counts, queued: 3 - settled, settled } })
      vi.advanceTimersByTime(1_000)
      await element.updateComplete
      expect(announced(element)).toBe('')
    }
    change({ counts: { ...counts, queued: 0, parked: 1 } })
    vi.advanceTimersByTime(1_000)
    await element.updateComplete
    expect(announced(element)).toBe('One operation needs attention.')
  })

  it('takes nothing of another till for news, nor for its own', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const counts = { queued: 20, sending: 0, settled: 0, parked: 0, voided: 0 }
    const one = pretend({ status: { counts, replay: { running: true, done: 20, total: 40 } } })
    const other = pretend({
      status: { counts: { ...counts, parked: 3 }, replay: { running: true, done: 0, total: 20 } },
    })
    one.till.replay = () => Promise.resolve({ settled: 0, parked: 0, requeued: 0, voided: 0 })
    const element = mount('counterfoil-status', one.till)
    await element.updateComplete
    vi.advanceTimersByTime(1_000)
    partOf(element, '.replay').click()
    await untilShown(element, 'Nothing to send.')
    element.till = other.till
    await element.updateComplete
    vi.advanceTimersByTime(1_000)
    await element.updateComplete
    expect(announced(element)).toBe('')
    expect(textOf(element)).toContain('Sending: 0 of 20')
    expect(textOf(element)).not.toContain('Nothing to send.')
  })

  it('counts down to the next try, and names no time that has passed', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const until = new Date(Date.now() + 3_000)
    const pause = { scope: 'service', reason: 'offline', since: new Date(), until } as const
    const { till } = pretend({ status: { reach: 'offline', pauses: [pause] } })
    const element = mount('counterfoil-status', till)
    for (const words of ['in 3 sec', 'in 2 sec', 'in 1 sec', 'Trying now…', 'Trying now…']) {
      await element.updateComplete
      expect(textOf(element).replaceAll(/\s/g, ' ')).toContain(words)
      vi.advanceTimersByTime(1_000)
    }
    expect(textOf(element)).not.toContain('Next try')
  })

  it('takes a result back once it no longer applies', async () => {
    const counts = { queued: 0, sending: 0, settled: 1, parked: 0, voided: 0 }
    const { till, change } = pretend({ status: { counts } })
    till.replay = () => Promise.resolve({ settled: 0, parked: 0, requeued: 0, voided: 0 })
    let ticks = 0
    vi.spyOn(performance, 'now').mockImplementation(() => ticks)
    const element = mount('counterfoil-status', till)
    await press('Send now')
    await untilShown(element, 'Nothing to send.')
    ticks = 500
    change({ reach: 'online', replay: { running: false, done: 0 } })
    ticks = 60_000
    change({ clockOffsetMs: 3_000 })
    await untilShown(element, 'Nothing to send.')
    change({ counts: { ...counts, queued: 1 } })
    await element.updateComplete
    expect(textOf(element)).not.toContain('Nothing to send.')
  })

  it('is not green while something needs attention, or the service refuses the till', async () => {
    const { till, change } = pretend({})
    const element = mount('counterfoil-status', till)
    await untilShown(element, 'Online')
    expect(element.shadowRoot?.querySelector('.reach.good')).not.toBeNull()
    change({ counts: { queued: 0, sending: 0, settled: 1, parked: 1, voided: 0 } })
    await element.updateComplete
    expect(element.shadowRoot?.querySelector('.reach.good')).toBeNull()
    const since = new Date()
    change({ pauses: [{ scope: 'service', reason: 'unauthorized', since }] })
    await untilShown(element, /Not sending.*does not accept this till’s credentials/)
    expect(element.shadowRoot?.querySelector('.reach.bad')).not.toBeNull()
  })

  it('stays in view as one line on a small screen, where it is told to', async () => {
    await page.viewport(320, 400)
    const { till } = pretend({ status: { counts: { queued: 1234, sending: 0, parked: 56 } } })
    const element = mount('counterfoil-status', till)
    element.setAttribute('sticky', '')
    document.body.append(Object.assign(document.createElement('div'), { style: 'block-size: 3000px' }))
    await element.updateComplete
    scrollTo(0, 600)
    const box = element.shadowRoot?.querySelector('.line')?.getBoundingClientRect()
    expect(box?.top).toBe(0)
    expect(box?.height).toBeLessThan(60)
    expect(box?.right).toBeLessThanOrEqual(320)
  })

  it('speaks Italian', async () => {
    const { till } = pretend({ status: { reach: 'offline', counts: { queued: 2, sending: 0, parked: 1 } } })
    document.documentElement.lang = 'it'
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Fuori linea 2 in attesa.*1 da verificare.*Invia adesso/)
  })
})
