import type { OperationKind } from '../../index.js'

/** A fault as the stand-in service words it. */
export interface Fault {
  kind: string
  status?: number
  afterEffect?: boolean
  times?: number
  standing?: boolean
  [detail: string]: unknown
}

/** What the stand-in service says of itself. */
export interface SandboxState {
  outage: boolean
  keys: boolean
  conditions: boolean
  script: Fault[]
  standing: Fault[]
  chance: { rate: number; faults: Fault[] } | undefined
  arrivals: number
  effects: number
}

/** An answer of the stand-in service; `absent` where there is none. */
export type SandboxAnswer = { tag: 'answers'; state: SandboxState } | { tag: 'silent' } | { tag: 'absent' }

/** One thing that the stand-in service has done. */
export interface LedgerEffect {
  sequence: number
  operation: OperationKind
  cards: string[]
  body: object
  key?: string
  at: string
}

/** One request as it came to the stand-in service, or would have come. */
export interface LedgerArrival {
  at: string
  bodyText: string
  operation?: OperationKind
  faults: string[]
  status: number | null
  effect?: number
}

export interface Ledger {
  effects: LedgerEffect[]
  arrivals: LedgerArrival[]
}

const controlUrl = '/api/_sandbox'

export async function readState(): Promise<SandboxAnswer> {
  return ask('/state', { cache: 'no-store' })
}

export async function setOutage(on: boolean): Promise<SandboxAnswer> {
  return tell('/outage', { on })
}

/** Adds a fault to those in force. The service takes whole lists, so the standing one is asked for first. */
export async function addFault(fault: Fault): Promise<SandboxAnswer> {
  const answer = await readState()
  if (answer.tag !== 'answers') return answer
  const { script, standing } = answer.state
  return tell('/faults', [...standing, ...script, fault])
}

export async function setChance(
  rate: number,
  seed: number,
  faults: readonly Fault[],
): Promise<SandboxAnswer> {
  return tell('/faults', { rate, seed, faults })
}

export async function clearFaults(): Promise<SandboxAnswer> {
  return ask('/faults', { method: 'DELETE' })
}

export async function changeSettings(
  settings: Partial<Pick<SandboxState, 'keys' | 'conditions'>>,
): Promise<SandboxAnswer> {
  return tell('/settings', settings)
}

/** Forgets effects, arrivals and faults, and ends an outage. */
export async function reset(): Promise<SandboxAnswer> {
  return tell('/reset', {})
}

/** What arrived and what was done, oldest first; nothing if it cannot be read. */
export async function readLedger(): Promise<Ledger | undefined> {
  try {
    const response = await fetch(`${controlUrl}/ledger`, { cache: 'no-store' })
    const json: unknown = response.ok && isJson(response) ? await response.json() : undefined
    return isLedger(json) ? json : undefined
  } catch {
    return undefined
  }
}

async function tell(path: string, body: object): Promise<SandboxAnswer> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function ask(path: string, init: RequestInit): Promise<SandboxAnswer> {
  try {
    const response = await fetch(`${controlUrl}${path}`, init)
    const state = response.ok && isJson(response) ? jsonToState(await response.json()) : undefined
    return state ? { tag: 'answers', state } : { tag: 'absent' }
  } catch {
    return { tag: 'silent' }
  }
}

/** A server without the stand-in service may answer anything, its start page included. */
function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Reads a state as far as it is shown; nothing if it is none. */
export function jsonToState(json: unknown): SandboxState | undefined {
  if (!isObject(json)) return undefined
  const { outage, settings, faults, arrivals, effects } = json
  if (typeof outage !== 'boolean' || typeof arrivals !== 'number' || typeof effects !== 'number')
    return undefined
  if (!isObject(settings) || !isObject(faults)) return undefined
  return {
    outage,
    keys: settings.keys === true,
    conditions: settings.conditions === true,
    script: readFaults(faults.script),
    standing: readFaults(faults.standing),
    chance: readChance(faults.chance),
    arrivals,
    effects,
  }
}

function readFaults(json: unknown): Fault[] {
  return Array.isArray(json) ? json.filter(isFault) : []
}

function readChance(json: unknown): SandboxState['chance'] {
  if (!isObject(json) || typeof json.rate !== 'number') return undefined
  return { rate: json.rate, faults: readFaults(json.faults) }
}

function isFault(json: unknown): json is Fault {
  return isObject(json) && typeof json.kind === 'string'
}

function isLedger(json: unknown): json is Ledger {
  return isObject(json) && Array.isArray(json.effects) && Array.isArray(json.arrivals)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
