import type { OperationKind } from '../../index.js'
import { toAddress } from '../address.js'

/** A fault as the sandbox reports it. */
export interface Fault {
  kind: string
  status?: number
  afterEffect?: boolean
  times?: number
  standing?: boolean
  [detail: string]: unknown
}

/** The state that the sandbox reports. */
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

/** An answer of the sandbox; `absent` if there is no sandbox. */
export type SandboxAnswer = { tag: 'answers'; state: SandboxState } | { tag: 'silent' } | { tag: 'absent' }

/** One operation that the sandbox has applied. */
export interface LedgerEffect {
  sequence: number
  operation: OperationKind
  cards: string[]
  body: object
  key?: string
  at: string
  transactionId?: number
  /** The cards that this effect opened, and the balance they opened with. */
  opened?: Record<string, number>
}

/** One request that reached the sandbox, or that one of its faults stopped. */
export interface LedgerArrival {
  /** From 1 on, since the books were begun. */
  sequence: number
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

const toControl = (path: string) => toAddress(`api/_sandbox${path}`)

export async function readState(): Promise<SandboxAnswer> {
  return ask('/state', { cache: 'no-store' })
}

export async function setOutage(on: boolean): Promise<SandboxAnswer> {
  return post('/outage', { on })
}

/** Adds a fault. The sandbox takes whole lists only, so its current list is read first. */
export async function addFault(fault: Fault): Promise<SandboxAnswer> {
  const answer = await readState()
  if (answer.tag !== 'answers') return answer
  const { script, standing } = answer.state
  return post('/faults', [...standing, ...script, fault])
}

export async function setChance(
  rate: number,
  seed: number,
  faults: readonly Fault[],
): Promise<SandboxAnswer> {
  return post('/faults', { rate, seed, faults })
}

export async function clearFaults(): Promise<SandboxAnswer> {
  return ask('/faults', { method: 'DELETE' })
}

export async function changeSettings(
  settings: Partial<Pick<SandboxState, 'keys' | 'conditions'>>,
): Promise<SandboxAnswer> {
  return post('/settings', settings)
}

/** Forgets effects, arrivals and faults, and ends an outage. */
export async function reset(): Promise<SandboxAnswer> {
  return post('/reset', {})
}

/** Reads the arrivals and effects, oldest first; undefined if that fails. */
export async function readLedger(): Promise<Ledger | undefined> {
  try {
    const response = await fetch(toControl('/ledger'), { cache: 'no-store' })
    const json: unknown = response.ok && isJson(response) ? await response.json() : undefined
    return isLedger(json) ? json : undefined
  } catch {
    return undefined
  }
}

async function post(path: string, body: object): Promise<SandboxAnswer> {
  return ask(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function ask(path: string, init: RequestInit): Promise<SandboxAnswer> {
  try {
    const response = await fetch(toControl(path), init)
    const state = response.ok && isJson(response) ? jsonToState(await response.json()) : undefined
    return state ? { tag: 'answers', state } : { tag: 'absent' }
  } catch {
    return { tag: 'silent' }
  }
}

/** A server without the sandbox may answer with its start page, so the type is checked. */
function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') ?? false
}

/** Reads the shown parts of a state; undefined if the JSON is not a state. */
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
