import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const load = async () => (await import('../../src/platform/trust.js')).trustScript

it('the worker’s address comes out of a policy where there are policies, for each address of one page', async () => {
  const createPolicy = vi.fn((name: string, rules: { createScriptURL: (url: string) => string }) => ({
    createScriptURL: (url: string) => `${name} lets ${rules.createScriptURL(url)} pass`,
  }))
  vi.stubGlobal('trustedTypes', { createPolicy })
  const trustScript = await load()
  expect(trustScript('/a.js')).toBe('counterfoil lets /a.js pass')
  expect(trustScript('/b.js')).toBe('counterfoil lets /b.js pass')
  expect(createPolicy).toHaveBeenCalledOnce()
  const rules = createPolicy.mock.calls[0]?.[1]
  expect(() => rules?.createScriptURL('/evil.js')).toThrow('no till was configured with this address')
})

it('the worker’s address stays as it is where there are no policies, or none of this name is allowed', async () => {
  vi.stubGlobal('trustedTypes', undefined)
  expect((await load())('/a.js')).toBe('/a.js')
  vi.stubGlobal('trustedTypes', {
    createPolicy: () => {
      throw new TypeError('blocked')
    },
  })
  expect((await load())('/a.js')).toBe('/a.js')
})
