import { expect, it } from 'vitest'
import { createRandom } from '../support/random.js'
import { check, liveAndExport, tell } from '../support/audits.js'

const seed = Number(process.env.SEED ?? Date.now() % 100_000)
const lives = Number(process.env.LIVES ?? 5)

it(`finds nothing wrong with a journal that only lived (seed ${seed})`, async () => {
  for (let life = 0; life < lives; life += 1) {
    const { earlier, later, notes } = await liveAndExport(createRandom(seed + life), 120)
    const reports = [
      await check(earlier, { checkpoints: notes.slice(0, 3) }),
      await check(later, { checkpoints: notes }),
    ]
    expect(reports.flatMap(tell), `seed ${seed + life}`).toEqual([])
    expect(reports.map(({ compared, older }) => compared + older)).toEqual([3, 6])
    expect(reports[1]?.compared).toBeGreaterThan(0)
    expect(later.entries.length).toBeGreaterThan(5)
  }
})
