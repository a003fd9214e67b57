import type { BankSettings } from './bank.js'
import { problemToReply, type Reply } from './problems.js'
import { unknownStatuses } from './rules.js'
import { readChance, readFaults } from './scripts.js'
import type { Service } from './service.js'
import { findProblems, isObject, type ShapeProblem } from './shapes.js'

/** The path of control requests, below the prefix. */
export const controlPath = '/_sandbox'

type Control = (service: Service, json: unknown) => Reply

function json(body: unknown): Reply {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body,
  }
}

function refuse(problems: readonly ShapeProblem[]): Reply {
  return problemToReply({
    name: 'invalid-body',
    status: 400,
    title: 'The control request is not valid',
    detail: problems.map(({ path, message }) => `${path || 'the body'}: ${message}`).join('; '),
    extensions: { errors: problems },
  })
}

const showState: Control = ({ bank, faults, arrivalCount }) =>
  json({
    outage: faults.outage,
    settings: bank.settings,
    faults: faults.describe(),
    arrivals: arrivalCount,
    effects: bank.effects.length,
  })

const showLedger: Control = ({ bank, arrivals }) => json({ effects: bank.effects, arrivals })

const switchOutage: Control = (service, body) => {
  const on = isObject(body) ? body.on : undefined
  if (typeof on !== 'boolean') return refuse([{ path: 'on', message: 'expected boolean' }])
  service.faults.setOutage(on)
  return showState(service, body)
}

const setFaults: Control = (service, body) => {
  const read = readFaults(body)
  if (!read.ok) return refuse(read.problems)
  service.faults.script(read.faults)
  return showState(service, body)
}

const setChance: Control = (service, body) => {
  const read = readChance(body)
  if (!read.ok) return refuse(read.problems)
  service.faults.chance(read.chance)
  return showState(service, body)
}

const clearFaults: Control = (service, body) => {
  service.faults.clear()
  return showState(service, body)
}

const settingTypes: Record<keyof BankSettings, string> = {
  keys: 'boolean',
  keyLifetimeHours: 'decimal',
  conditions: 'boolean',
  revealValidators: 'boolean',
  knownCardsOnly: 'boolean',
  openingBalance: 'decimal',
  unknownStatus: 'integer',
}

const changeSettings: Control = (service, body) => {
  const problems = [
    ...findProblems({ Settings: settingTypes }, 'Settings', body),
    ...(isUnknownStatus(body) ? [] : [{ path: 'unknownStatus', message: 'expected 400 or 404' }]),
  ]
  if (problems.length > 0) return refuse(problems)
  service.bank.change(body as Partial<BankSettings>)
  return showState(service, body)
}

function isUnknownStatus(body: unknown): boolean {
  const { unknownStatus = 400 } = isObject(body) ? body : {}
  return unknownStatuses.some((status) => status === unknownStatus)
}

const reset: Control = (service, body) => {
  service.reset()
  return showState(service, body)
}

const controls = new Map<string, ReadonlyMap<string, Control>>([
  ['/state', new Map([['GET', showState]])],
  ['/ledger', new Map([['GET', showLedger]])],
  ['/outage', new Map([['POST', switchOutage]])],
  [
    '/faults',
    new Map([
      ['POST', (service, body) => (Array.isArray(body) ? setFaults : setChance)(service, body)],
      ['DELETE', clearFaults],
    ]),
  ],
  ['/settings', new Map([['POST', changeSettings]])],
  ['/reset', new Map([['POST', reset]])],
])

/** Answers a control request, also during an outage; `path` begins after the control path. */
export function answerControl(service: Service, method: string, path: string, bodyText: string): Reply {
  const methods = controls.get(path)
  if (methods === undefined) {
    return problemToReply({ name: 'unknown-path', status: 404, title: 'The sandbox has no such control' })
  }
  const control = methods.get(method)
  if (control === undefined) {
    const allow = [...methods.keys()].join(', ')
    return problemToReply({
      name: 'wrong-method',
      status: 405,
      title: 'The control does not take this method',
      headers: { allow },
    })
  }
  try {
    return control(service, bodyText === '' ? undefined : (JSON.parse(bodyText) as unknown))
  } catch (error) {
    if (error instanceof SyntaxError) return refuse([{ path: '', message: 'not JSON' }])
    throw error
  }
}
