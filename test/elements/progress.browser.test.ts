import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  focusedWords,
  freshCard,
  mount,
  openTestTill,
  partOf,
  press,
  tabTo,
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

const replaying = (done: number, total = 600) => ({
  counts: { queued: total - done, sending: 0, settled: done, parked: 0, voided: 0 },
  replay: { running: true, done, total },
})
const left = (element: Element) => element.shadowRoot?.querySelector('[part=time-left]')?.textContent

describe('a long replay', () => {
  it('moves a bar, is paused and resumed by keyboard, and ends', async () => {
    const till = await openTestTill({ service: { baseUrl: '/api', concurrency: 4 } })
    await till.replay()
    await till.pause()
    await Promise.all(
      Array.from({ length: 300 }, (_, index) => till.refund(refundOf(freshCard(), index + 1))),
    )
    await control('faults', 'POST', [{ kind: 'delay', delayMs: 500, standing: true }])
    const element = mount('counterfoil-status', till)
    element.operator = 'Ada'
    await untilShown(element, /Sending was paused by a person at .* You can keep serving\./)
    await press('Resume')
    await untilShown(element, /Sending: [1-9]\d* of 300/)
    const bar = partOf(element, 'progress') as HTMLProgressElement
    expect(bar.max).toBe(300)
    const before = bar.value
    await expect.poll(() => bar.value).toBeGreaterThan(before)
    await press('Pause')
    await untilShown(element, /Sending was paused by Ada at/)
    await expect.poll(() => textOf(element)).not.toContain('Sending: ')
    expect(focusedWords()).toBe('Resume')
    const { settled } = till.status.value.counts
    expect(settled).toBeLessThan(300)
    await control('faults', 'DELETE')
    await press('Resume')
    await expect.poll(() => till.status.value.counts.settled).toBe(300)
    await expect.poll(focusedWords).toBe('Send now')
    await untilShown(element, /0 waiting/)
  })

  it('gives no estimate before it has measured, and takes it back when nothing comes any more', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'clearTimeout', 'Date'] })
    const { till, change } = pretend({ status: replaying(0, 6_000) })
    const element = mount('counterfoil-status', till)
    await element.updateComplete
    expect(textOf(element)).toContain('Sending: 0 of 6,000')
    for (let second = 1; second <= 2; second += 1) {
      vi.advanceTimersByTime(1_000)
      change(replaying(second * 20, 6_000))
    }
    await element.updateComplete
    expect(left(element)).toBe('')
    for (let second = 3; second <= 10; second += 1) {
      vi.advanceTimersByTime(1_000)
      change(replaying(second * 20, 6_000))
    }
    await element.updateComplete
    expect(left(element)).toBe('about 5 minutes left')
    vi.advanceTimersByTime(20_000)
    await element.updateComplete
    expect(left(element)).toBe('about 15 minutes left')
    vi.advanceTimersByTime(30_000)
    await element.updateComplete
    expect(left(element)).toBe('')
  })

  it('is one bar over the slices of a worker, each of which counts from nothing', async () => {
    const { till, change } = pretend({ status: replaying(400, 1_000) })
    const element = mount('counterfoil-status', till)
    await expect.poll(() => textOf(element)).toContain('Sending: 400 of 1,000')
    change({ replay: { running: false, done: 400 } })
    change(replaying(20, 600))
    await expect.poll(() => textOf(element)).toContain('Sending: 420 of 1,000')
  })

  it('hands the focus on when it ends under it', async () => {
    const { till, change } = pretend({ status: replaying(20) })
    mount('counterfoil-status', till)
    await tabTo('Pause')
    change({ replay: { running: false, done: 600 } })
    await expect.poll(focusedWords).toBe('Send now')
  })

  it('says who pauses, if anybody has said so, and says aloud when it is paused and when it goes on', async () => {
    const { till, change, asked } = pretend({ status: replaying(20) })
    const element = mount('counterfoil-status', till)
    await press('Pause')
    element.operator = 'Ada'
    await press('Pause')
    expect(asked).toEqual(['pause ', 'pause Ada'])
    const announced = () => element.shadowRoot?.querySelector('[part=announcer]')?.textContent
    change({ pauses: [{ scope: 'till', reason: 'held', since: new Date(), by: 'Ada' }] })
    await expect.poll(announced).toMatch(/^Sending was paused by Ada/)
    change({ pauses: [] })
    await expect.poll(announced).toBe('Sending resumed.')
  })

  it('says plainly that it could not be paused', async () => {
    const { till } = pretend({ status: replaying(20) })
    const element = mount('counterfoil-status', {
      ...till,
      pause: () => Promise.reject(new DOMException('the disk is gone', 'UnknownError')),
    })
    await press('Pause')
    await untilShown(element, 'Nothing was done: Something went wrong (UnknownError).')
  })
})
