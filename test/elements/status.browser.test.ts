import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Till, TillStatus } from '../../src/index.js'
import {
  calmSandbox,
  control,
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
import { refundOf } from '../support/models.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

/** A till whose status stands as a test wants it. */
async function standAt(
  facts: Partial<TillStatus>,
): Promise<{ till: Till; change: (facts: Partial<TillStatus>) => void }> {
  const real = await openTestTill()
  let value: TillStatus = { ...real.status.value, ...facts }
  const listeners = new Set<(status: TillStatus) => void>()
  const till: Till = {
    ...real,
    status: {
      get value() {
        return value
      },
      subscribe(listener) {
        listeners.add(listener)
        listener(value)
        return () => listeners.delete(listener)
      },
    },
  }
  const change = (news: Partial<TillStatus>) => {
    value = { ...value, ...news }
    for (const listener of listeners) listener(value)
  }
  return { till, change }
}

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
    await press('Replay now')
    await untilShown(element, /Online.*0 waiting/)
  })

  it('shows counts it cannot know as unknown, with and without a till', async () => {
    const { till } = await standAt({ counts: {}, storage: { state: 'lost' } })
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Waiting: not known.*Needs a person: not known/)
    expect(textOf(element)).not.toMatch(/\b0\b/)
    element.till = undefined
    await untilShown(element, /Waiting: not known/)
  })

  it('calls for attention by an event that leaves the shadow', async () => {
    const { till } = await park(status(422), 'rejected')
    const element = mount('counterfoil-status', till)
    await untilShown(element, '1 needs a person')
    const heard = new Promise((resolve) => {
      document.body.addEventListener('counterfoil-attention', resolve, { once: true })
    })
    await press('1 needs a person')
    expect(await heard).toMatchObject({ bubbles: true, composed: true })
  })

  it('asks for a reload where a newer release has taken over, unless the host does it its own way', async () => {
    const { till } = await standAt({ storage: { state: 'outdated' } })
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

  it('names a worker that is held back only among the details', async () => {
    const { till } = await standAt({ worker: { state: 'held-back', detail: 'service.headers' } })
    const element = mount('counterfoil-status', till)
    await untilShown(element, 'service.headers')
    expect(element.shadowRoot?.querySelector('details:not([open])')?.textContent).toContain('service.headers')
  })

  it('announces what has changed, and not each tick', async () => {
    const counts = { queued: 3, sending: 0, settled: 0, parked: 0, voided: 0 }
    const { till, change } = await standAt({ counts, reach: 'online', pauses: [] })
    const element = mount('counterfoil-status', till)
    await element.updateComplete
    for (let settled = 1; settled < 4; settled += 1)
      change({ counts: { ...counts, queued: 3 - settled, settled } })
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(announced(element)).toBe('')
    change({ counts: { ...counts, queued: 0, parked: 1 } })
    await expect.poll(() => announced(element)).toBe('One operation needs a person.')
  })

  it('shows how far a long replay is, and how long it takes once there is a basis', async () => {
    const replay = { running: true, done: 0, total: 500 }
    const { till, change } = await standAt({ replay })
    const element = mount('counterfoil-status', till)
    await untilShown(element, 'Delivering: 0 of 500')
    const left = () => element.shadowRoot?.querySelector('[part=time-left]')?.textContent
    expect(left()).toBe('')
    await new Promise((resolve) => setTimeout(resolve, 3_100))
    change({ replay: { ...replay, done: 100 } })
    await expect.poll(left).toBe('less than a minute left')
    change({ replay: { running: false, done: 500, total: 500 } })
    await expect.poll(() => textOf(element)).not.toContain('Delivering')
  })

  it('speaks Italian', async () => {
    const { till } = await standAt({ reach: 'offline', counts: { queued: 2, sending: 0, parked: 1 } })
    document.documentElement.lang = 'it'
    const element = mount('counterfoil-status', till)
    await untilShown(element, /Fuori linea 2 in attesa.*1 da verificare.*Invia adesso/)
  })
})
