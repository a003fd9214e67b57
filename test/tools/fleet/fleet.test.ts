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

const meanOf = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length

describe('a hundred and sixty tills whose lines come back at the same moment', () => {
  it.each<[string, FleetTerms['service'], { usedMin: number; timesLeastMax: number }]>([
    ['10 s', { ratePerSecond: 7, retryAfterSeconds: 10 }, { usedMin: 0.9, timesLeastMax: 1.3 }],
    // With so few tills, a refusal for a minute leaves the service with nothing to do.
    ['60 s', { ratePerSecond: 7, retryAfterSeconds: 60 }, { usedMin: 0.5, timesLeastMax: 3.5 }],
    ['no time', { ratePerSecond: 7 }, { usedMin: 0.8, timesLeastMax: 1.8 }],
  ])(
    'are all served by a service that takes 7 a second and names %s (seeds 11 to 22)',
    async (_, service, { usedMin, timesLeastMax }) => {
      const shares: number[] = []
      const times: number[] = []
      // How long the last till takes depends on chance: one seed alone says little.
      for (let seed = 11; seed <= 22; seed += 1) {
        const tale = await liveThrough({ ...terms, seed, service })
        const figures = figuresOf(tale)
        const said = tellTale(tale)
        expect(figures.neverEmpty, said).toBe(0)
        expect(tale.parked, said).toBeLessThanOrEqual(2)
        // What waited, at the rate that is left over by what is rung up meanwhile.
        const backlog = tale.waiting[terms.returnsAt - 1]?.operations ?? 0
        const sales = (terms.networks * terms.tillsPerNetwork) / terms.secondsBetweenSales
        expect(backlog, said).toBeGreaterThan(1_000)
        shares.push(figures.usedShare)
        times.push(figures.lastEmptyAfter / (backlog / (service.ratePerSecond - sales)))
      }
      expect(meanOf(times), String(times)).toBeLessThan(timesLeastMax)
      expect(meanOf(shares), String(shares)).toBeGreaterThan(usedMin)
    },
  )

  it.each([20, 600])(
    'come back from %d s with no more than a twentieth of them in any second',
    async (outage) => {
      // As many as make chance small beside the bound.
      const many: FleetTerms = {
        ...terms,
        tillsPerNetwork: 500,
        returnsAt: terms.failsAt + outage,
        closesAt: terms.failsAt + outage + 120,
        service: { ratePerSecond: 200, retryAfterSeconds: 10 },
      }
      const tale = await liveThrough(many)
      const figures = figuresOf(tale)
      expect(figures.mostFirstPerSecond, tellTale(tale)).toBeLessThanOrEqual(100)
      expect(figures.lastReturn, tellTale(tale)).toBeLessThanOrEqual(outage < 60 ? 20 : 60)
      // Those that had found their line out, because they had something to send.
      expect(tale.returnedAfter.length / tale.reachedAfter.length, tellTale(tale)).toBeGreaterThan(0.25)
    },
  )

  it('ask after the line, all of them together, no more than a till each in a second', async () => {
    const tale = await liveThrough(terms)
    expect(figuresOf(tale).mostProbesPerSecond, tellTale(tale)).toBeLessThan(40)
  })
})
