import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bites, type Bite } from '../../tools/explore/bites.js'
import { explore } from '../../tools/explore/run.js'

const seed = Number(process.env.SEED ?? 7)
const out = 'coverage/explore-test'

/** What led to a finding. */
const said: string[] = []

const play = (steps: number, bite?: Bite) =>
  explore({
    seed,
    out: join(out, bite ? 'bite' : 'sound'),
    isOver: (done) => done >= steps,
    say: (line) => {
      said.push(line)
    },
    stepsToRest: 40,
    ...(bite && { bite }),
  })

/** `npm run explore` goes on for as long as it is told. */
describe(`a stranger who tries everything while things go wrong (seed ${seed})`, () => {
  it('finds nothing that must never be', async () => {
    const { findings, counts } = await play(60)
    expect(findings, said.join('\n')).toEqual([])
    expect(counts['operations applied']).toBeGreaterThan(0)
  })

  it('notices a planted fault; `npm run explore -- --bite` plants the others', async () => {
    const { 'the page warns': bite } = bites
    if (!bite) throw new Error('there is no such fault')
    const { findings } = await play(200, bite)
    expect(findings.map(({ what }) => what)).toContainEqual(expect.stringMatching(bite.expected))
  })
})
