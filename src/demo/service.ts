import type { OperationKind } from '../index.js'

/** One thing that the stand-in service has done. */
export interface Effect {
  sequence: number
  operation: OperationKind
  cards: string[]
  body: object
  at: string
}

/** What the stand-in service says of itself; absent where there is none. */
export type ServiceState =
  { tag: 'answers'; isOn: boolean; effectCount: number } | { tag: 'silent' } | { tag: 'absent' }

const controlUrl = '/api/_sandbox'

export async function readServiceState(): Promise<ServiceState> {
  return ask('/state', { cache: 'no-store' })
}

export async function switchService(isOn: boolean): Promise<ServiceState> {
  return ask('/outage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on: !isOn }),
  })
}

/** The effects, oldest first. */
export async function readEffects(): Promise<Effect[]> {
  const response = await fetch(`${controlUrl}/ledger`, { cache: 'no-store' })
  const { effects } = (await response.json()) as { effects: Effect[] }
  return effects
}

async function ask(path: string, init: RequestInit): Promise<ServiceState> {
  try {
    return await responseToState(await fetch(`${controlUrl}${path}`, init))
  } catch {
    return { tag: 'silent' }
  }
}

/** A server without the sandbox may answer anything, its start page included. */
async function responseToState(response: Response): Promise<ServiceState> {
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  if (!response.ok || !isJson) return { tag: 'absent' }
  const { outage, effects } = (await response.json()) as { outage?: unknown; effects?: unknown }
  if (typeof outage !== 'boolean' || typeof effects !== 'number') return { tag: 'absent' }
  return { tag: 'answers', isOn: !outage, effectCount: effects }
}
