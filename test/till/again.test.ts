import { describe, expect, it, vi } from 'vitest'
import { importAgain } from '../../src/till/again.js'

const gone = new TypeError('Failed to fetch dynamically imported module')

describe('a module that the browser did not get', () => {
  it('is imported again as it is, where the browser asks for it again', async () => {
    const load = vi.fn(() => Promise.resolve('module'))
    expect(await importAgain(load, 'https://till.example/main.js')).toBe('module')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('is imported under another address, where the browser keeps the failure', async () => {
    const load = Object.assign(() => Promise.reject<{ name: string }>(gone), {
      toString: () => 'async()=>preload(()=>import(`./again-module.js`),[1,2])',
    })
    const module = await importAgain(load, new URL('./again.test.ts', import.meta.url).href).catch(
      (error: unknown) => error,
    )
    // There is no such module: what failed is the other address, and not the first.
    expect(module).not.toBe(gone)
    expect(String(module)).toMatch(/again-module\.js\?again=\d+/)
  })

  it('fails with its own error, where a bundler has made something else of the import', async () => {
    const load = Object.assign(() => Promise.reject<string>(gone), { toString: () => '()=>r.e(7)' })
    await expect(importAgain(load, 'https://till.example/main.js')).rejects.toBe(gone)
  })
})
