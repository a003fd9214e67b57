import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTill, type Till, type TillOptions } from '../../src/index.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { calmSandbox } from '../support/service.js'

const item = 'counterfoil:trace'
let till: Till | undefined

beforeEach(calmSandbox)
afterEach(() => {
  till?.close()
  localStorage.removeItem(item)
  vi.restoreAllMocks()
})

/** What the console hears of one delivery by a till that is opened with these options. */
async function listen(options: Pick<TillOptions, 'trace'> = {}): Promise<string[]> {
  const debug = vi.spyOn(console, 'debug').mockImplementation(() => undefined)
  const service = { baseUrl: '/api' }
  till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    name: freshName(),
    service,
    ...options,
  })
  const { id } = await till.refund(refundOf(crypto.randomUUID()))
  await till.settled(id)
  await till.replay()
  const lines = debug.mock.calls.map(([line]) => String(line))
  return lines.filter((line) => line.startsWith('counterfoil '))
}

it.each(['1', 'on', 'true'])('%s in the browser’s storage turns the console’s trace on', async (value) => {
  localStorage.setItem(item, value)
  const lines = await listen()
  for (const what of ['wake', 'run-begun', 'turn', 'decision', 'run-ended'])
    expect(lines.some((line) => line.split(' ')[2] === what)).toBe(true)
})

it.each([undefined, '', '0'])('%j leaves it off', async (value) => {
  if (value !== undefined) localStorage.setItem(item, value)
  expect(await listen()).toEqual([])
})

it('the option goes before the storage', async () => {
  localStorage.setItem(item, '1')
  const trace = vi.fn()
  expect(await listen({ trace })).toEqual([])
  expect(trace).toHaveBeenCalled()
})
