import { describe, expect, it } from 'vitest'
import { InvalidOptions } from '../../src/domain/errors.js'
import { reportDay } from '../../src/till/day.js'
import { createShelf, start } from '../support/lives.js'
import { clock } from '../../src/platform/clock.js'

describe('the day of a till', () => {
  const shelf = createShelf()
  const moment = new Date(start)

  it.each([
    ['no moment', { from: moment, to: new Date(NaN) }, 'to'],
    ['text', { from: '2026-11-21', to: moment }, 'from'],
    ['an end that is no later', { from: moment, to: moment }, 'to'],
  ])('is not reported for %s', async (_, span, path) => {
    const journal = await shelf.openPlain()
    const asked = reportDay({ journal, clock }, span as { from: Date; to: Date })
    await expect(asked).rejects.toSatisfy(
      (error) =>
        error instanceof InvalidOptions && error.failures.map((failure) => failure.path).join() === path,
    )
    await expect(asked).rejects.toThrow('day failed')
    shelf.closeAll()
  })

  it('tells when it was read', async () => {
    const journal = await shelf.openPlain()
    const before = Date.now()
    const { at, isComplete } = await reportDay({ journal, clock }, { from: moment, to: new Date() })
    expect(at.getTime()).toBeGreaterThanOrEqual(before)
    expect(at.getTime()).toBeLessThanOrEqual(Date.now())
    expect(isComplete).toBe(true)
    shelf.closeAll()
  })
})
