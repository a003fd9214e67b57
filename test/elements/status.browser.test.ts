import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  freshCard,
  mount,
  openTestTill,
  park,
  press,
  status,
  textOf,
  tidyUp,
  untilShown,
} from '../support/elements.js'
import { calmSandbox, control } from '../support/service.js'
import { refundOf } from '../support/models.js'
import { pretend } from '../support/pretend.js'

beforeEach(calmSandbox)
afterEach(() => {
  vi.useRealTimers()
  tidyUp()
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
    await untilShown(element, /Offline.*1 waiting.*cannot be reached\. The till tries again at/)
    await control('outage', 'POST', { on: false })
    await press('Send now')
    await untilShown(element, /Online.*0 waiting/)
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

  it('speaks Italian', async () => {
    const { till } = pretend({ status: { reach: 'offline', counts: { queued: 2, sending: 0, parked: 1 } } })
    document.documentElement.lang = 'it'
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Fuori linea 2 in attesa.*1 da verificare.*Invia adesso/)
  })
})
