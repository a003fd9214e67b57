import { describe, expect, it } from 'vitest'
import { incidents } from './incidents.js'
import { playIncident, playQuietDay } from './play.js'
import { isPromtoolMissing } from './promtool.js'

/** Sixty tills; the tool plays the same with ten thousand. */
const size = { seed: 3, shops: 20, tillsPerShop: 3, secondsBetweenSales: 60 }

describe.skipIf(isPromtoolMissing())('the rules of the pack, evaluated by promtool', () => {
  it.each(incidents.map((incident) => [incident.title, incident] as const))(
    'tell within five minutes: %s',
    async (_, incident) => {
      const { afterSeconds, early, also } = await playIncident(incident, size)
      expect(early).toEqual([])
      expect(afterSeconds, also.join()).toBeLessThanOrEqual(300)
    },
  )

  it('tell nothing in 24 quiet hours', async () => {
    expect(await playQuietDay({ ...size, shops: 4 })).toEqual([])
  })
})
