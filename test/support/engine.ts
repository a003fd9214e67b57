import type { TestProject } from 'vitest/node'
import { engines } from '../drivers/engines.js'
import type { EngineName } from '../drivers/driver.js'

declare module 'vitest' {
  export interface ProvidedContext {
    engine: EngineName
    isEngineMissing: boolean
  }
}

/** An engine that is not on this machine is passed over with a word; where all are required, it is a failure. */
export default async function setUp(project: TestProject): Promise<(() => void) | undefined> {
  const { engine = 'chromium' } = project.config.provide as { engine?: EngineName }
  const obstacle = engines[engine].findObstacle()
  if (obstacle !== undefined && process.env.REQUIRE_ENGINES) throw new Error(obstacle)
  if (obstacle !== undefined) console.warn(`Skipping the end-to-end tests in ${engine}: ${obstacle}`)
  project.provide('isEngineMissing', obstacle !== undefined)
  return obstacle === undefined ? engines[engine].prepare?.() : undefined
}
