import { describe, expect, it } from 'vitest'
import { liveThrough, type FleetTerms } from './fleet.js'
import { figuresOf, tellTale } from './tale.js'

const terms: FleetTerms = {
  seed: 11,
  networks: 4,
  tillsPerNetwork: 40,
  failsAt: 120,
  returnsAt: 720,
  secondsBetweenSales: 60,
  closesAt: 2_400,
  service: { ratePerSecond: 7, retryAfterSeconds: 10 },
}

describe('a hundred and sixty tills whose lines come back at the same moment', () => {
  it.each<[string, FleetTerms['service'], { usedMin: number; timesLeastMax: number }]>([
    ['10 s', { ratePerSecond: 7, retryAfterSeconds: 10 }, { usedMin: 0.9, timesLeastMax: 1.3 }],
    // Whoever is sent away for a minute leaves a service of so few tills with nothing to do.
    ['60 s', { ratePerSecond: 7, retryAfterSeconds: 60 }, { usedMin: 0.5, timesLeastMax: 3.5 }],
    ['no time', { ratePerSecond: 7 }, { usedMin: 0.8, timesLeastMax: 1.8 }],
  ])(
    'are all served by a service that takes 7 a second and names %s (seed 11)',
    async (_, service, { usedMin, timesLeastMax }) => {
      const tale = await liveThrough({ ...terms, service })
      const figures = figuresOf(tale)
      const said = tellTale(tale)
      expect(figures.neverEmpty, said).toBe(0)
      // What waited, at the rate that is left over by what is rung up meanwhile.
      const backlog = tale.waiting[terms.returnsAt - 1]?.operations ?? 0
      const sales = (terms.networks * terms.tillsPerNetwork) / terms.secondsBetweenSales
      expect(backlog, said).toBeGreaterThan(1_000)
      const leastSeconds = backlog / (service.ratePerSecond - sales)
      expect(figures.lastEmptyAfter, said).toBeLessThan(timesLeastMax * leastSeconds)
      expect(figures.usedShare, said).toBeGreaterThan(usedMin)
      expect(tale.parked, said).toBeLessThanOrEqual(2)
    },
  )

  it('ask after the line, all of them together, no more than a till each in a second', async () => {
    const tale = await liveThrough(terms)
    expect(figuresOf(tale).mostProbesPerSecond, tellTale(tale)).toBeLessThan(40)
  })
})
