import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerWorker } from '../../src/platform/registration.js'

const register = vi.fn<() => Promise<unknown>>()

vi.mock('workbox-window', () => ({
  Workbox: class {
    register = () => register()
  },
}))

const registerAgain = vi.fn<(script: string, options: object) => Promise<void>>().mockResolvedValue()
const getRegistration = vi.fn<() => Promise<unknown>>()

beforeEach(() => {
  register.mockReset()
  getRegistration.mockReset().mockResolvedValue(undefined)
  vi.stubGlobal('location', new URL('https://till.example/till/'))
  vi.stubGlobal('document', { baseURI: 'https://till.example/till/' })
  registerAgain.mockReset().mockResolvedValue()
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration, register: registerAgain } })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('a script that the browser does not take is named, by the kind of error and what to do', async () => {
  const cause = new TypeError('bad HTTP response code (404)')
  register.mockRejectedValue(cause)
  const failed = await registerWorker('/counterfoil-sw.js').catch((error: unknown) => error)
  expect(failed).toMatchObject({
    message: '/counterfoil-sw.js was not registered as a worker (TypeError): serve the worker’s script there',
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

describe('a worker that is there already', () => {
  const scope = 'https://till.example/'
  const standing = (script: string, at = scope) => ({
    scope: at,
    active: { scriptURL: `https://till.example${script}` },
    waiting: null,
    installing: null,
  })

  it('kept its scope from the ready-made one, which would have taken it', async () => {
    const registration = standing('/sw.js')
    getRegistration.mockResolvedValue(registration)
    expect(await registerWorker('/counterfoil-sw.js')).toEqual({
      registration,
      url: '/counterfoil-sw.js',
      other: '/sw.js',
    })
    expect(register).not.toHaveBeenCalled()
  })

  it.each(['/counterfoil-sw.js?v=0.2.0', 'https://till.example/counterfoil-sw.js#x', '../counterfoil-sw.js'])(
    'kept it where ours is named %s',
    async (url) => {
      getRegistration.mockResolvedValue(standing('/sw.js'))
      expect(await registerWorker(url)).toMatchObject({ other: '/sw.js' })
      expect(register).not.toHaveBeenCalled()
    },
  )

  it('kept it below the base of the page, by which the browser reads a name', async () => {
    vi.stubGlobal('document', { baseURI: `${scope}shop/` })
    const there = standing('/shop/sw.js', `${scope}shop/`)
    const isThere = (at: string) => Promise.resolve(at === there.scope ? there : undefined)
    getRegistration.mockImplementation(isThere as typeof getRegistration)
    expect(await registerWorker('counterfoil-sw.js')).toMatchObject({ other: '/shop/sw.js' })
    expect(register).not.toHaveBeenCalled()
  })

  it('was registered at the same moment as a module, and gets its scope back as one', async () => {
    const installing = { scriptURL: `${scope}counterfoil-sw.js` }
    register.mockResolvedValue({ ...standing('/sw.js'), updateViaCache: 'none', installing })
    registerAgain.mockRejectedValueOnce(new TypeError('Cannot use import statement outside a module'))
    expect(await registerWorker('/counterfoil-sw.js')).toMatchObject({ other: '/sw.js' })
    const options = { scope, updateViaCache: 'none', type: 'module' }
    expect(registerAgain).toHaveBeenLastCalledWith(`${scope}sw.js`, options)
  })

  it('was registered at the same moment, and gets its scope back', async () => {
    const registration = { ...standing('/sw.js'), installing: { scriptURL: `${scope}counterfoil-sw.js` } }
    register.mockResolvedValue(registration)
    expect(await registerWorker('/counterfoil-sw.js')).toMatchObject({ other: '/sw.js' })
    expect(registerAgain).toHaveBeenCalledWith(`${scope}sw.js`, { scope })
  })

  it('was registered by the host as a module, and passed for a script that is not served', async () => {
    const registration = standing('/mod.js?v=2')
    getRegistration.mockResolvedValue(registration)
    register.mockRejectedValue(new TypeError('ServiceWorker script evaluation failed'))
    expect(await registerWorker('/mod.js?v=2')).toEqual({ registration, url: '/mod.js?v=2' })
    await expect(registerWorker('/mod.js?v=3')).rejects.toThrow('was not registered as a worker (TypeError)')
    getRegistration.mockRejectedValue(new Error('the browser does not say'))
    await expect(registerWorker('/mod.js?v=2')).rejects.toThrow('was not registered as a worker (TypeError)')
  })

  it.each([
    ['the host names a worker of its own', '/your-worker.js', standing('/counterfoil-sw.js')],
    ['it is the ready-made one', '/counterfoil-sw.js', standing('/counterfoil-sw.js')],
    ['its scope is another', '/cards/counterfoil-sw.js', standing('/sw.js')],
  ])('made way where %s', async (_, url, there) => {
    getRegistration.mockResolvedValue(there)
    const registration = standing(url)
    register.mockResolvedValue(registration)
    expect(await registerWorker(url)).toEqual({ registration, url })
  })
})
