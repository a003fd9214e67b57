import type { OperationKind } from '../domain/models.js'
import { CallFailed } from './calls.js'
import { answers, checkOfCase, minimalBody } from './checks/answers.js'
import type { Check } from './checks/check.js'
import { conditions } from './checks/conditions.js'
import { failures } from './checks/failures.js'
import { headers } from './checks/headers.js'
import { refusals } from './checks/refusals.js'
import { repeats } from './checks/repeats.js'
import type { Config } from './config.js'
import { Undecided, type Result } from './finding.js'
import { Lab } from './lab.js'

/** What came of a whole run. */
export interface Outcome {
  baseUrl: string
  results: Result[]
  /** Why it ended before its time. */
  broken?: string
}

/** Tries everything at a service, one thing after the other. */
export async function runChecks(config: Config): Promise<Outcome> {
  const lab = new Lab(config)
  const results: Result[] = []
  try {
    await tryAll(lab, results)
    return { baseUrl: config.baseUrl, results }
  } catch (error) {
    if (!(error instanceof CallFailed)) throw error
    return { baseUrl: config.baseUrl, results, broken: error.message }
  }
}

async function tryAll(lab: Lab, results: Result[]): Promise<void> {
  const { endpoints, keys, cases = [] } = lab.config
  const working: OperationKind[] = []
  for (const kind of endpoints) {
    const result = await tryOne(lab, minimalBody, kind)
    results.push(result)
    if (result.verdict === 'passed') working.push(kind)
  }
  lab.working = working
  lab.main = working.find((kind) => kind === 'refund') ?? working[0] ?? lab.main
  const own = cases.flatMap((_, index) => checkOfCase(index, lab) ?? [])
  const others = [...answers, ...refusals, ...own, ...headers, ...conditions, ...repeats, ...failures]
  for (const check of others) {
    const kinds = listKinds(check, working, lab)
    if (check.isAboutKeys && !keys)
      results.push(skip(check, 'the service has no keys, says the configuration'))
    else if (working.length === 0) results.push(skip(check, 'no endpoint takes an operation'))
    else if (kinds.length === 0) results.push(skip(check, 'the configuration names no endpoint for it'))
    else for (const kind of kinds) results.push(await tryOne(lab, check, kind))
  }
}

function listKinds({ isPerEndpoint, isFor }: Check, working: OperationKind[], lab: Lab): OperationKind[] {
  const kinds = isPerEndpoint ? working : [lab.main]
  return isFor ? kinds.filter((kind) => isFor(lab.config, kind)) : kinds
}

async function tryOne(lab: Lab, check: Check, kind: OperationKind): Promise<Result> {
  const result = toResult(check, check.isPerEndpoint && kind)
  try {
    const findings = await check.run(lab, kind)
    if ('by' in findings) return { ...result, by: findings.by }
    return { ...result, verdict: findings.length === 0 ? 'passed' : 'found', findings }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error
    return { ...result, verdict: 'skipped', reason: error.message }
  }
}

function skip(check: Check, reason: string): Result {
  return { ...toResult(check), verdict: 'skipped', reason }
}

function toResult({ name, title, group }: Check, endpoint?: OperationKind | false): Result {
  return {
    check: name,
    group,
    title,
    ...(endpoint && { endpoint }),
    verdict: 'passed',
    findings: [],
  }
}
