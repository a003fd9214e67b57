import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlantedFault } from './fault.js'
import { faults } from './faults.js'

interface Report {
  numTotalTests: number
  testResults: { message: string; assertionResults: { status: string; fullName: string }[] }[]
}

const folder = mkdtempSync(join(tmpdir(), 'counterfoil-bite-'))
const reportFile = join(folder, 'report.json')

/** Runs the test that must fail; the first of its tests that did, or why nothing is proven. */
function bite(fault: PlantedFault): { failed: string } | { unproven: string } {
  rmSync(reportFile, { force: true })
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const words = ['run', '--config', 'test/bite/vitest.config.ts', '--bail', '1', '--reporter', 'json']
  spawnSync(process.execPath, [vitest, ...words, '--outputFile', reportFile, fault.test], {
    env: { ...process.env, PLANTED_FAULT: fault.name },
    stdio: 'ignore',
  })
  if (!existsSync(reportFile)) return { unproven: `${fault.test} could not be run` }
  const { numTotalTests, testResults } = JSON.parse(readFileSync(reportFile, 'utf8')) as Report
  if (numTotalTests === 0)
    return { unproven: `${fault.test} could not be loaded: ${testResults[0]?.message ?? 'no such file'}` }
  const results = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = results.find(({ status }) => status === 'failed')
  return failed ? { failed: failed.fullName } : { unproven: `${fault.test} passes all the same` }
}

const asked = process.argv[2]
const chosen = faults.filter(({ name }) => asked === undefined || name.includes(asked))
if (chosen.length === 0) console.log(`no fault is called ${asked ?? ''}`)
let unproven = chosen.length === 0 ? 1 : 0
for (const fault of chosen) {
  const found = bite(fault)
  if ('unproven' in found) unproven += 1
  console.log(
    'failed' in found ? `${fault.name}: noticed by "${found.failed}"` : `${fault.name}: ${found.unproven}`,
  )
}
console.log(`${chosen.length - unproven} of ${chosen.length} faults are noticed`)
rmSync(folder, { recursive: true })
process.exitCode = unproven === 0 ? 0 : 1
