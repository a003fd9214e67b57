import { describe, expect, it } from 'vitest'
import { findBite, plants } from './plants.js'

const seedsMax = 200

describe('a fault built in on purpose', () => {
  it.each(plants.map((plant) => [plant.name, plant] as const))('%s is noticed', async (_, plant) => {
    const bite = await findBite(plant, seedsMax)
    expect(bite?.seeds).toBeLessThanOrEqual(seedsMax)
  })
})
