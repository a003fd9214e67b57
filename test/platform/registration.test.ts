import { beforeEach, expect, it, vi } from 'vitest'
import { registerWorker } from '../../src/platform/registration.js'

const register = vi.fn<() => Promise<unknown>>()

vi.mock('workbox-window', () => ({
  Workbox: class {
    register = () => register()
  },
}))

beforeEach(() => {
  register.mockReset()
})

it('a script that the browser does not take is named, with the browser’s words and what to do', async () => {
  const cause = new TypeError('bad HTTP response code (404)')
  register.mockRejectedValue(cause)
  const failed = await registerWorker('/counterfoil-sw.js').catch((error: unknown) => error)
  expect(failed).toMatchObject({
    message:
      '/counterfoil-sw.js was not registered as a worker (TypeError: bad HTTP response code (404)); serve the worker’s script there',
    cause,
  })
})

it('a script that fails as it begins is told from one that is not there', async () => {
  const installing = Object.assign(new EventTarget(), { state: 'installing' })
  const listen = vi.spyOn(installing, 'addEventListener')
  register.mockResolvedValue({ installing })
  const registering = registerWorker('/counterfoil-sw.js')
  await vi.waitUntil(() => listen.mock.calls.length > 0)
  installing.state = 'redundant'
  installing.dispatchEvent(new Event('statechange'))
  await expect(registering).rejects.toThrow('its script failed as it began')
})
