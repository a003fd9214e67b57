import { expect, it } from 'vitest'
import { within } from './limit.js'

it('gives up what never ends, and says what it was', async () => {
  const never = new Promise(() => undefined)
  await expect(within(10, 'going on', never)).rejects.toThrow('going on took longer than 0.01 s')
})

it('passes on what the work comes to, and what it fails with', async () => {
  await expect(within(60_000, 'going on', Promise.resolve(7))).resolves.toBe(7)
  await expect(within(60_000, 'going on', Promise.reject(new Error('no')))).rejects.toThrow('no')
})
