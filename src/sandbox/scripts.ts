import type { ChanceOfFaults, Fault, ScriptedFault } from './faults.js'
import { operations } from './reading.js'
import { findProblems, isObject, type ModelTable, type ShapeProblem } from './shapes.js'

const common = { kind: 'string', operation: 'string', times: 'integer', standing: 'boolean' }

const faultModels: ModelTable & Record<Fault['kind'], Readonly<Record<string, string>>> = {
  delay: { ...common, delayMs: 'decimal' },
  late: { ...common, delayMs: 'decimal' },
  dropBeforeEffect: common,
  dropAfterEffect: common,
  resent: common,
  status: {
    ...common,
    status: 'integer',
    headers: 'object',
    body: 'unknown',
    retryAfterSeconds: 'integer',
    retryAfterForm: 'string',
    afterEffect: 'boolean',
  },
  captivePortal: common,
  redirect: { ...common, location: 'string' },
  truncatedBody: common,
  wrongType: common,
  emptyBody: common,
  brokenJson: common,
  slowDrip: { ...common, delayMs: 'decimal' },
  clockSkew: { ...common, skewSeconds: 'decimal' },
  outage: common,
}

const required = ['delayMs', 'status', 'skewSeconds']

/** Reads a list of faults from parsed JSON, or lists its mistakes. */
export function readFaults(
  json: unknown,
  path = '',
): { ok: true; faults: ScriptedFault[] } | { ok: false; problems: ShapeProblem[] } {
  const problems = Array.isArray(json)
    ? json.flatMap((item, index) => findFaultProblems(item, `${path}[${index}]`))
    : [{ path, message: 'expected an array of faults' }]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, faults: json as ScriptedFault[] }
}

function findFaultProblems(item: unknown, path: string): ShapeProblem[] {
  const kind = isObject(item) ? item.kind : undefined
  if (!isObject(item) || typeof kind !== 'string' || !Object.hasOwn(faultModels, kind)) {
    return [{ path: `${path}.kind`, message: `expected one of ${Object.keys(faultModels).join(', ')}` }]
  }
  const missing = required.filter(
    (name) => Object.hasOwn(faultModels[kind] ?? {}, name) && !Object.hasOwn(item, name),
  )
  return [
    ...missing.map((name) => ({ path: `${path}.${name}`, message: 'missing' })),
    ...findProblems(faultModels, kind, item, path),
    ...findValueProblems(item, path),
  ]
}

const targets: readonly unknown[] = [undefined, 'any', 'probe', 'other', ...operations]
const retryAfterForms: readonly unknown[] = [undefined, 'seconds', 'date']

const dayMs = 86_400_000
const tenYearsSeconds = 315_360_000

const bounds: readonly [name: string, min: number, max: number][] = [
  ['times', 1, Number.MAX_SAFE_INTEGER],
  ['status', 200, 599],
  ['delayMs', 0, dayMs],
  ['skewSeconds', -tenYearsSeconds, tenYearsSeconds],
  ['retryAfterSeconds', 0, tenYearsSeconds],
]

function findValueProblems(item: Record<string, unknown>, path: string): ShapeProblem[] {
  const { operation, retryAfterForm, headers } = item
  const outOfBounds = bounds.filter(([name, min, max]) => isOutOfBounds(item[name], min, max))
  return [
    ...outOfBounds.map(([name, min, max]) => ({
      path: `${path}.${name}`,
      message: `expected ${min} to ${max}`,
    })),
    ...(targets.includes(operation)
      ? []
      : [{ path: `${path}.operation`, message: `expected one of ${targets.slice(1).join(', ')}` }]),
    ...(retryAfterForms.includes(retryAfterForm)
      ? []
      : [{ path: `${path}.retryAfterForm`, message: 'expected seconds or date' }]),
    ...(isObject(headers) && Object.values(headers).some((text) => typeof text !== 'string')
      ? [{ path: `${path}.headers`, message: 'expected texts' }]
      : []),
  ]
}

function isOutOfBounds(value: unknown, min: number, max: number): boolean {
  return typeof value === 'number' && (value < min || value > max)
}

const chanceModel = { Chance: { rate: 'decimal', seed: 'integer', faults: 'unknown[]' } }

/** Reads random faults from parsed JSON, or lists their mistakes. */
export function readChance(
  json: unknown,
): { ok: true; chance: ChanceOfFaults } | { ok: false; problems: ShapeProblem[] } {
  const given = isObject(json) ? json : {}
  const list = readFaults(given.faults ?? [], 'faults')
  const problems = [
    ...findProblems(chanceModel, 'Chance', json),
    ...Object.keys(chanceModel.Chance)
      .filter((name) => !Object.hasOwn(given, name))
      .map((name) => ({ path: name, message: 'missing' })),
    ...(list.ok ? [] : list.problems),
  ]
  return problems.length > 0 ? { ok: false, problems } : { ok: true, chance: json as ChanceOfFaults }
}
