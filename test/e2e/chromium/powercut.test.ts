import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { findMachine } from '../../tools/powercut/machines.js'
import { findObstacle } from '../../tools/powercut/record.js'
import {
  begin,
  type Beginning,
  countOf,
  type PowercutTerms,
  run,
  type Tally,
} from '../../tools/powercut/run.js'
import { stuckStates } from '../../tools/powercut/site.js'

/** `STATES=2000 SEED=5 npx vitest run --project chromium test/e2e/chromium/powercut.test.ts` cuts more often. */
const states = Number(process.env.STATES ?? 100)
const seed = Number(process.env.SEED ?? Date.now() % 1_000_000)

const engine = inject('engine') === 'sqlite' ? 'sqlite' : 'leveldb'
const obstacle = findObstacle(findMachine(engine))
if (obstacle !== undefined && process.env.REQUIRE_ENGINES) throw new Error(obstacle)
if (obstacle !== undefined) console.warn(`Skipping the power cuts: ${obstacle}`)

const page = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-page-'))

let beginning: Beginning

function cut(
  count: number,
  more: Pick<PowercutTerms, 'without' | 'manners'> = {},
  from = seed,
): Promise<Tally> {
  return run(beginning, {
    states: count,
    seed: from,
    count: 12,
    keepIn: stuckStates,
    say: () => undefined,
    ...more,
  })
}

describe.skipIf(inject('isEngineMissing') || obstacle !== undefined)(
  `the states in which a power cut may leave the disk (seed ${seed})`,
  () => {
    beforeAll(async () => {
      const configFile = 'test/tools/powercut/vite.config.ts'
      await build({ configFile, build: { outDir: page, emptyOutDir: true } })
      beginning = await begin(engine, page)
    })
    afterAll(async () => {
      await beginning.remove()
      rmSync(page, { recursive: true })
    })

    it(`hide no loss: what was told as saved is there, or the till says that it is not (${states})`, async () => {
      const tally = await cut(states)
      expect(tally.faults).toEqual([])
      expect(countOf(tally, 'kept') + countOf(tally, 'told')).toBe(states)
      // What the disk has in full is what a browser finds that was merely killed.
      expect(tally.verdicts.all).toMatchObject({ told: 0, silent: 0 })
    })

    it('show what is lost where commits are not strict', async () => {
      // Few states lose something: they are looked for until the first is found.
      let lost = 0
      for (let round = 0; lost === 0 && round < 8; round += 1) {
        const { none } = (await cut(24, { without: 'strict', manners: ['none'] }, seed + round)).verdicts
        lost = none.told + none.silent
      }
      expect(lost).toBeGreaterThan(0)
    })
  },
)
