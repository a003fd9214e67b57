import { resolve } from 'node:path'
import {
  BaseSequencer,
  createVitest,
  DefaultReporter,
  type TestModule,
  type TestSpecification,
} from 'vitest/node'
import type { Candidate, Choice } from './choose.js'

/** What became of the tests that were chosen. */
export interface Played {
  choice: Choice
  /** Those that had ended in time. */
  ended: Candidate[]
  isGood: boolean
}

/** The order is chosen already: the nearest first. */
class AsGiven extends BaseSequencer {
  override sort(specifications: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(specifications)
  }
}

/** A line for each file that has ended in time, and each failure. */
class Lines extends DefaultReporter {
  readonly ended = new Set<string>()
  isLate = false

  constructor() {
    super({ summary: false })
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    if (!this.isLate) this.ended.add(module.moduleId)
  }

  override printTestModule(module: TestModule): void {
    if (!this.isLate || module.state() === 'failed') super.printTestModule(module)
  }
}

type Choose = (readDuration: (candidate: Candidate) => number | undefined) => Choice

/** Runs in order what is chosen until the time is over; the test that is running then comes to its end. */
export async function play(choose: Choose, until: number): Promise<Played> {
  const reporter = new Lines()
  process.env.VITEST = 'true'
  process.env.NODE_ENV ??= 'test'
  const vitest = await createVitest('test', {
    watch: false,
    project: ['node', 'node-alone', 'browser'],
    reporters: [reporter],
    sequence: { sequencer: AsGiven },
  })
  reporter.onInit(vitest)
  const projects = { node: 'node', 'node-alone': 'node-alone', browser: 'browser (chromium)' }
  const choice = choose(
    ({ path, project }) => vitest.cache.getFileTestResults(`${projects[project]}:${path}`)?.duration,
  )
  const specifications = choice.chosen.map(({ path, project }) => {
    const found = vitest.projects.find(({ name }) => name === projects[project])
    if (!found) throw new Error(`There is no project ${project}.`)
    return found.createSpecification(resolve(path))
  })
  const bell = setTimeout(
    () => {
      reporter.isLate = true
      void vitest.cancelCurrentRun('keyboard-input')
    },
    Math.min(Math.max(0, until - Date.now()), 2 ** 31 - 1),
  )
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
    const isGood = unhandledErrors.length === 0 && testModules.every((module) => module.ok())
    return { choice, ended: choice.chosen.filter(({ path }) => reporter.ended.has(resolve(path))), isGood }
  } finally {
    clearTimeout(bell)
    await vitest.close()
  }
}
