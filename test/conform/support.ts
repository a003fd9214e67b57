import { onTestFinished } from 'vitest'
import { readConfig } from '../../src/conform/config.js'
import { exampleConfig } from '../../src/conform/example.js'
import { runChecks, type Outcome } from '../../src/conform/run.js'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../src/sandbox/http.js'

/** Tries a service with the example's configuration and some changes to it. */
export function tryService(baseUrl: string, changes: object = {}): Promise<Outcome> {
  const file = JSON.stringify({ ...exampleConfig, ...changes })
  return runChecks(readConfig(file, { baseUrl, env: {} }))
}

export async function startOwnSandbox(options: SandboxOptions): Promise<Sandbox> {
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  return sandbox
}

/** The findings of some levels, by name and endpoint, each once. */
export function listFindings({ results }: Outcome, levels = ['fault', 'warning', 'note']): string[] {
  const names = results.flatMap(({ endpoint, findings }) =>
    findings
      .filter(({ level }) => levels.includes(level))
      .map(({ name }) => (endpoint === undefined ? name : `${name} (${endpoint})`)),
  )
  return [...new Set(names)]
}

/** The checks that were left out. */
export function listSkipped({ results }: Outcome): string[] {
  return [...new Set(results.filter(({ verdict }) => verdict === 'skipped').map(({ check }) => check))]
}
