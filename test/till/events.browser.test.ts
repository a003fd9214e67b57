import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTill, type Till, type TillEvent } from '../../src/index.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { control } from '../support/service.js'

const tills: Till[] = []

beforeEach(async () => {
  await control('reset', 'POST')
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const till of tills.splice(0)) till.close()
  for (const registration of await navigator.serviceWorker.getRegistrations()) await registration.unregister()
})

/** A tab’s till, delivered by the ready-made worker, and what is heard there. */
async function openWorked(name: string): Promise<{ till: Till; events: TillEvent[] }> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    name,
    service: { baseUrl: '/api' },
    worker: '/ready/counterfoil-sw.js',
  })
  tills.push(till)
  const events: TillEvent[] = []
  till.on('event', (event) => events.push(event))
  await expect.poll(() => till.status.value.worker.state).toBe('active')
  await expect.poll(() => events[0]?.type).toBe('listening')
  return { till, events }
}

it('every tab hears, once, of what the worker delivers', async () => {
  const name = freshName()
  const tabs = [await openWorked(name), await openWorked(name)]
  const sent = vi.spyOn(globalThis, 'fetch')
  const ids: string[] = []
  for (const [index, { till }] of tabs.entries()) {
    for (let count = 0; count < 5; count += 1) ids.push((await till.refund(refundOf(`${index}-${count}`))).id)
  }
  for (const { till } of tabs) await Promise.all(ids.map((id) => till.settled(id)))
  for (const { events } of tabs) {
    await expect.poll(() => events.filter(({ type }) => type === 'settled').length).toBe(10)
    for (const id of ids) {
      const own = events.flatMap((event) => ('id' in event && event.id === id ? event.type : []))
      expect(own).toEqual(['rung-up', 'sending', 'attempted', 'settled'])
    }
  }
  // The pages themselves have sent nothing: it was the worker.
  expect(sent.mock.calls.map(([input]) => (input instanceof Request ? input.url : String(input)))).toEqual([])
})
