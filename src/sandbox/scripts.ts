import type { Fault, ScriptedFault } from './faults.js'
import { operations } from './reading.js'
import { findProblems, isObject, type ModelTable, type ShapeProblem } from './shapes.js'

const common = { kind: 'string', operation: 'string', times: 'integer', standing: 'boolean' }

const faultModels: ModelTable & Record<Fault['kind'], Readonly<Record<string, string>>> = {
  delay: { ...common, delayMs: 'decimal' },
  late: { ...common, delayMs: 'decimal' },
  dropBeforeEffect: common,
  dropAfterEffect: common,
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

const needed = ['delayMs', 'status', 'skewSeconds']

/** Reads a list of faults from parsed JSON, or says what is wrong with it. */
export const readFaults = (
  json: unknown,
): { ok: true; faults: ScriptedFault[] } | { ok: false; problems: ShapeProblem[] } => {
  if (!Array.isArray(json))
    return { ok: false, problems: [{ path: '', message: 'expected an array of faults' }] }
  const problems = json.flatMap((item, index) => findFaultProblems(item, `[${index}]`))
  return problems.length > 0 ? { ok: false, problems } : { ok: true, faults: json as ScriptedFault[] }
}

const findFaultProblems = (item: unknown, path: string): ShapeProblem[] => {
  const kind = isObject(item) ? item.kind : undefined
  if (!isObject(item) || typeof kind !== 'string' || !Object.hasOwn(faultModels, kind)) {
    return [{ path: `${path}.kind`, message: `expected one of ${Object.keys(faultModels).join(', ')}` }]
  }
  const missing = needed.filter(
    (name) => Object.hasOwn(faultModels[kind] ?? {}, name) && !Object.hasOwn(item, name),
  )
  return [
    ...missing.map((name) => ({ path: `${path}.${name}`, message: 'missing' })),
    ...findProblems(faultModels, kind, item, path),
    ...findValueProblems(item, path),
  ]
}

const targets: readonly unknown[] = [undefined, 'any', 'probe', 'other', ...operations]

const findValueProblems = (item: Record<string, unknown>, path: string): ShapeProblem[] => {
  const { operation, times, status, delayMs, retryAfterForm, headers } = item
  const wrong: [name: string, isWrong: boolean, message: string][] = [
    ['operation', !targets.includes(operation), `expected one of ${targets.slice(1).join(', ')}`],
    ['times', typeof times === 'number' && times < 1, 'expected at least 1'],
    ['status', typeof status === 'number' && (status < 200 || status > 599), 'expected 200 to 599'],
    ['delayMs', typeof delayMs === 'number' && delayMs < 0, 'expected 0 or more'],
    [
      'retryAfterForm',
      ![undefined, 'seconds', 'date'].includes(retryAfterForm as string),
      'expected seconds or date',
    ],
    [
      'headers',
      isObject(headers) && Object.values(headers).some((text) => typeof text !== 'string'),
      'expected texts',
    ],
  ]
  return wrong
    .filter(([, isWrong]) => isWrong)
    .map(([name, , message]) => ({ path: `${path}.${name}`, message }))
}
