import { describe, expect, it, vi } from 'vitest'
import { told, answerWith, page, begin, happen, logs, bookmark, useStage } from './stage.js'

useStage()

describe('a receiver that asks for quiet', () => {
  const quiet = () => new Response('', { status: 503, headers: { 'retry-after': '120' } })

  it('is sent to again when it is over, though the page was in the back-forward cache meanwhile', async () => {
    answerWith([quiet()])
    begin()
    happen('a')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).toHaveLength(1)
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(1_000)
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
    await vi.advanceTimersByTimeAsync(100_000)
    expect(told).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(told.length).toBeGreaterThan(1)
  })

  it('is sent to again when it is over, though the clock was set back meanwhile', async () => {
    answerWith([quiet()])
    begin()
    happen('a')
    await vi.advanceTimersByTimeAsync(10_000)
    expect(told).toHaveLength(1)
    vi.setSystemTime(Date.now() - 600_000)
    await vi.advanceTimersByTimeAsync(300_000)
    expect(told.length).toBeGreaterThan(1)
  })
})

it('events that were taken as the page went are not sent again', async () => {
  const telemetry = begin()
  happen('a')
  await telemetry.flush()
  happen('b')
  page.dispatchEvent(new Event('pagehide'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(logs()).toEqual([['a'], ['b']])
  expect(bookmark()).toBe('after b')
})

it('a message has one content type, though the host names one too', async () => {
  const telemetry = begin({ headers: { 'Content-Type': 'text/plain', authorization: 'Bearer 1' } })
  happen('a')
  await telemetry.flush()
  const sent = new Headers(told[0]?.init.headers)
  expect([...sent]).toEqual([
    ['authorization', 'Bearer 1'],
    ['content-type', 'application/json'],
  ])
})

it.each([
  ['its function fails', () => Promise.reject(new TypeError('failed to fetch'))],
  ['one of them has a line break', { authorization: 'Bearer 1\n2' }],
])('the host’s headers are named as the fault where %s, and not the receiver', async (_, headers) => {
  const telemetry = begin({ headers })
  happen('a')
  await telemetry.flush()
  expect(telemetry).toMatchObject({ lost: 0, fault: 'headers: TypeError' })
  expect(told).toEqual([])
})
