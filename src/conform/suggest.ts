import type { Config } from './config.js'
import type { Result } from './finding.js'
import type { Outcome } from './run.js'

/** The till's options for this service, as a module of TypeScript. */
export function suggest(config: Config, { results }: Outcome): string {
  const lines = [
    `baseUrl: ${quote(config.baseUrl)},`,
    ...suggestHeaders(config),
    ...(config.probe === undefined ? [] : [`probe: ${quote(config.probe)},`]),
    ...suggestKeys(config, results),
    ...suggestReadReply(results),
  ]
  return [
    "import type { ServiceOptions } from 'counterfoil'",
    '',
    ...suggestConditions(config, results),
    'export const service: ServiceOptions = {',
    ...lines.map((line) => `  ${line}`),
    '}',
  ].join('\n')
}

/** The names alone: the values are the till's own. */
function suggestHeaders({ headers }: Config): string[] {
  const names = Object.keys(headers)
  if (names.length === 0) return []
  const fields = names.map((name) => `${quote(name)}: 'of this till'`)
  return [`headers: { ${fields.join(', ')} },`]
}

function suggestKeys({ keys, endpoints }: Config, results: readonly Result[]): string[] {
  if (!keys) {
    return [
      '// Without keys a person decides about every operation whose answer was lost.',
      'idempotencyKey: false,',
      "replay: { updateReceipt: 'idempotent' },",
    ]
  }
  const tried = results.filter(({ group, check }) => group === 'repeats' || check === 'renewal')
  const faults = tried.flatMap(({ findings, endpoint }) =>
    findings
      .filter(({ level }) => level === 'fault')
      .map(({ name }) => (endpoint === undefined ? name : `${name} (${endpoint})`)),
  )
  const judged = tried.filter(({ check, verdict }) => check === 'repeat-at-once' && verdict === 'passed')
  if (faults.length > 0)
    return [`// Until this is mended: ${[...new Set(faults)].join(', ')}.`, 'idempotencyKey: false,']
  if (judged.length < endpoints.length)
    return ['// Repeats were not judged at every endpoint.', 'idempotencyKey: false,']
  const weighty = ['failed-before', 'failed-after', 'restart', 'crash', 'cut-after', 'key-lifetime']
  const untried = weighty.filter((check) =>
    results.every((result) => result.check !== check || result.verdict === 'skipped'),
  )
  const isTold = results.some(({ check, verdict }) => check === 'key-lifetime' && verdict === 'passed')
  const header = keys.header === 'Idempotency-Key' ? '' : `header: ${quote(keys.header)}, `
  return [
    ...(untried.length > 0 ? [`// Not tried: ${untried.join(', ')}. Try them before you rely on keys.`] : []),
    isTold
      ? '// A little less than the service remembers.'
      : `// ${keys.lifetimeHours} hours were not tried: ask how long the service remembers keys.`,
    `idempotencyKey: { ${header}lifetimeHours: ${shorten(keys.lifetimeHours)} },`,
  ]
}

/** A request may be on its way for a while, and clocks differ. */
function shorten(hours: number): number {
  return Number((hours * 0.95).toPrecision(2))
}

function suggestReadReply(results: readonly Result[]): string[] {
  const { option } = findNamed(results, 'transaction-elsewhere') ?? {}
  const path = option?.split(' ')[1]?.split('.')
  if (!path) return []
  const shape = [...path].reverse().reduce((inner, name) => `{ ${quote(name)}?: ${inner} }`, 'number')
  const place = path.map((name) => `?.[${quote(name)}]`).join('')
  return ['readReply: {', `  transactionId: ({ body }) => (body as ${shape} | undefined)${place},`, '},']
}

/** The checks of what `conditions: 'latest'` may send. */
const ofLatest = ['if-match', 'if-unmodified-since', 'version', 'renewal']

function suggestConditions({ conditions }: Config, results: readonly Result[]): string[] {
  const fit = conditions.filter((kind) => {
    const tried = results.filter(({ check, endpoint }) => ofLatest.includes(check) && endpoint === kind)
    const isHeld = tried.some(({ check, verdict }) => check === 'if-match' && verdict === 'passed')
    return isHeld && tried.every(({ findings }) => findings.length === 0)
  })
  return fit.length === 0
    ? ['// Nothing shows that conditions are honoured: leave `conditions` out of every call.']
    : [`// \`conditions: 'latest'\` may be asked for with: ${fit.join(', ')}.`]
}

function findNamed(results: readonly Result[], name: string) {
  return results.flatMap(({ findings }) => findings).find((finding) => finding.name === name)
}

function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&').replace(/\n/g, '\\n')}'`
}
