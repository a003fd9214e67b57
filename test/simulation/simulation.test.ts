import { describe, expect, it } from 'vitest'
import { createScenario } from './scenario.js'
import { play, shrink, tellFailure } from './shrink.js'
import { SimulationFailure } from './simulation.js'

const seeds = 150

describe('the loop, the journal and the rules, with everything around them failing by seed', () => {
  it(`keep every promise in ${seeds} seeds`, async () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const played = await play(createScenario(seed))
      if (played instanceof SimulationFailure) expect.fail(tellFailure(await shrink(played)))
    }
  })

  it.each([1, 2, 3, 4, 5])('play seed %i the same way twice', async (seed) => {
    const first = await play(createScenario(seed))
    expect((await play(createScenario(seed))).story).toEqual(first.story)
  })
})
