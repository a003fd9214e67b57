import { expect, it } from 'vitest'
import { RunOvertaken } from '../../src/ports.js'
import { openFreshJournal } from '../support/journals.js'

it('readRun tells of the latest run: its number, its last sign of life, its end', async () => {
  const { journal } = await openFreshJournal()
  expect(await journal.readRun()).toBeUndefined()
  const { number: run } = await journal.begin(1_000)
  expect(await journal.readRun()).toMatchObject({ number: run, beatAt: 1_000 })
  await journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 0, now: 2_000 })
  expect(await journal.readRun()).toMatchObject({ beatAt: 2_000 })
  await journal.beat(run, 3_000)
  expect(await journal.readRun()).toMatchObject({ number: run, startedAt: 1_000, beatAt: 3_000 })
  expect(await journal.readRun()).not.toHaveProperty('endedAt')
  await journal.end(run, 4_000)
  expect(await journal.readRun()).toMatchObject({ beatAt: 3_000, endedAt: 4_000 })
})

it('beat and turn of a run that another has overtaken are refused by name, and change nothing', async () => {
  const { journal } = await openFreshJournal()
  const early = await journal.begin(1_000)
  const { number } = await journal.begin(2_000)
  await expect(journal.beat(early.number, 3_000)).rejects.toThrow(RunOvertaken)
  await expect(
    journal.turn({ policy: { replay: {} }, run: early.number, decisions: [], slots: 1, now: 3_000 }),
  ).rejects.toThrow(RunOvertaken)
  expect(await journal.readRun()).toMatchObject({ number, beatAt: 2_000 })
})

it('a run that begins on a clock that was set back forgets how far the service’s clock was ahead', async () => {
  const { journal } = await openFreshJournal()
  const now = 10_000_000
  const { number: run } = await journal.begin(now)
  const line = { begun: [], ended: [], answeredAt: now, clockOffsetMs: 9_000 }
  await journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 0, now, line })
  await journal.begin(now + 1)
  expect(await journal.readRun()).toMatchObject({ clockOffsetMs: 9_000, answeredAt: now })
  await journal.begin(now - 3_600_000)
  expect(await journal.readRun()).not.toHaveProperty('clockOffsetMs')
})
