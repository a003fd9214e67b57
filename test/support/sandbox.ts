import type { ScriptedFault } from '../../src/sandbox/faults.js'
import { fullModels } from './models.js'

/** What the service applied, and what merely arrived, as the sandbox's ledger tells it. */
export interface Ledger {
  effects: { operation: string; body: Record<string, unknown> }[]
  arrivals: { method: string; path: string; headers: Record<string, string>; bodyText: string }[]
}

export async function readLedger(url: string, prefix = 'api'): Promise<Ledger> {
  const response = await fetch(`${url}/${prefix}/_sandbox/ledger`)
  return (await response.json()) as Ledger
}

export async function setOutage(url: string, on: boolean): Promise<void> {
  await fetch(`${url}/api/_sandbox/outage`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ on }),
  })
}

/** Puts a transaction on the card whose receipt the sample update changes, past the till. */
export async function seedTransaction(url: string): Promise<void> {
  const body = { StoredValueCardCodeCollection: [{ StoredValueCardCode: fullModels.updateReceipt.CardCode }] }
  const response = await fetch(`${url}/api/v1.0/svc/refund`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const { TransactionID } = (await response.json()) as { TransactionID: number }
  if (TransactionID !== fullModels.updateReceipt.TransactionID)
    throw new Error(`seeded transaction ${TransactionID}`)
}

/** Forgets all that the service was ever told. */
export async function resetSandbox(url: string): Promise<void> {
  await fetch(`${url}/api/_sandbox/reset`, { method: 'POST' })
}

/** What shall befall the next requests, or all of them. */
export async function setFaults(url: string, faults: readonly ScriptedFault[]): Promise<void> {
  await fetch(`${url}/api/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(faults),
  })
}

export async function clearFaults(url: string): Promise<void> {
  await fetch(`${url}/api/_sandbox/faults`, { method: 'DELETE' })
}
