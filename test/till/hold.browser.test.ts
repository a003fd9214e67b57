import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTill, type Till } from '../../src/index.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { control } from '../support/service.js'

let till: Till
const name = freshName()
const open = () =>
  openTill({ shop: 'S01', terminal: 'T3', service: { baseUrl: '/api' }, worker: false, name })

beforeEach(async () => {
  await control('reset', 'POST')
  till = await open()
})
afterEach(() => {
  till.close()
})

const heldOf = ({ status }: Till) => status.value.pauses.find(({ reason }) => reason === 'held')

it('a till that is paused rings up and delivers nothing, says who paused it, and goes on when let go', async () => {
  await till.pause({ by: 'Ada' })
  const first = await till.refund(refundOf('A', 10))
  await vi.waitFor(() => {
    expect(heldOf(till)).toMatchObject({ scope: 'till', by: 'Ada' })
    expect(till.status.value.counts).toMatchObject({ queued: 1, settled: 0 })
  })
  expect(heldOf(till)?.since).toBeInstanceOf(Date)
  expect(heldOf(till)).not.toHaveProperty('until')

  till.close()
  till = await open()
  await vi.waitFor(() => {
    expect(heldOf(till)?.by).toBe('Ada')
  })
  await till.resume()
  await till.settled(first.id)
  await vi.waitFor(() => {
    expect(heldOf(till)).toBeUndefined()
    // What is rung up next would go with a run that is under way.
    expect(till.status.value.replay.running).toBe(false)
  })

  await till.pause()
  const second = await till.refund(refundOf('B', 20))
  expect(await till.replay()).toMatchObject({ settled: 1 })
  expect((await till.entry(second.id))?.state).toBe('settled')
  await vi.waitFor(() => {
    expect(heldOf(till)).toBeUndefined()
  })
})
