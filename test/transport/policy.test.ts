import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTransport } from '../../src/transport/transport.js'

// A browser reports what a policy stopped in a task of its own, after the request has failed.

const scope = new EventTarget()
const access = {
  baseUrl: 'https://cards.example/api',
  headers: {},
  headersAt: 0,
  credentials: 'omit' as const,
  timeoutMs: 30_000,
  probe: false as const,
}

function stopWith(report: { blockedURI: string; disposition: string } | undefined): void {
  vi.stubGlobal('fetch', () => {
    setTimeout(() => {
      if (report) scope.dispatchEvent(Object.assign(new Event('securitypolicyviolation'), report))
    })
    return Promise.reject(new TypeError('Failed to fetch'))
  })
}

const listening = vi.spyOn(scope, 'addEventListener')
const leaving = vi.spyOn(scope, 'removeEventListener')

beforeEach(() => {
  vi.stubGlobal('location', new URL('https://till.example'))
  vi.stubGlobal('addEventListener', scope.addEventListener.bind(scope))
  vi.stubGlobal('removeEventListener', scope.removeEventListener.bind(scope))
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it.each([
  ['blocked', { blockedURI: 'https://cards.example/api', disposition: 'enforce' }],
  ['blocked', { blockedURI: 'https://cards.example', disposition: 'enforce' }],
  ['unreachable', { blockedURI: 'https://cards.example/api', disposition: 'report' }],
  ['unreachable', { blockedURI: 'https://other.example/api', disposition: 'enforce' }],
  ['unreachable', { blockedURI: 'inline', disposition: 'enforce' }],
  ['unreachable', undefined],
])('finds the service %s where the browser reports %j', async (found, report) => {
  stopWith(report)
  expect(await createTransport(access).probe()).toBe(found)
  expect(leaving).toHaveBeenCalledTimes(listening.mock.calls.length)
})

it('finds it unreachable where nothing is reported to anybody', async () => {
  vi.unstubAllGlobals()
  stopWith(undefined)
  expect(await createTransport(access).probe()).toBe('unreachable')
})
