import type { Till } from 'counterfoil'
import type { CounterfoilElements, TextsChange } from '../../src/elements.js'
import { createFaults, startSandbox, type Fault } from '../../src/sandbox/index.js'

// The elements and the sandbox as a host's compiler knows them; compiled and never run.

/** Each element takes the open till, and tells what happens in words the compiler knows. */
export function shows(till: Till): void {
  const status = document.createElement('counterfoil-status')
  status.till = till
  status.operator = 'Ada'
  status.addEventListener('counterfoil-acted', ({ detail }) => {
    detail.ids satisfies string[]
    // @ts-expect-error -- there is no such act
    if (detail.act === 'delete') status.remove()
  })
  document.addEventListener('counterfoil-acted', ({ detail }) => {
    detail.ids satisfies string[]
    // @ts-expect-error -- there is no such act
    if (detail.act === 'delete') status.remove()
  })
  window.addEventListener('counterfoil-attention', ({ detail }) => {
    detail?.id satisfies string | undefined
  })
  document.addEventListener('counterfoil-selected', ({ detail }) => {
    detail.id satisfies string | undefined
  })
  // @ts-expect-error -- a till is no text
  status.till = 'T3'
  // @ts-expect-error -- only the day has one
  status.day = '2026-11-21'
  document.createElement('counterfoil-day').day = '2026-11-21'
}

/** For templates that are typed. */
export const properties: Partial<CounterfoilElements> = {
  'counterfoil-receipt': { entryId: 'sale-1', currency: 'EUR' },
  // @ts-expect-error -- an id is text
  'counterfoil-journal': { selected: 1 },
}

/** Words of a host's own, each in its group. */
export const texts: TextsChange[] = [
  { status: { replay: 'Send now' } },
  // @ts-expect-error -- there is no such word
  { status: { send: 'Send now' } },
  // @ts-expect-error -- some words depend on a number
  { status: { waiting: 'waiting' } },
]

/** Faults have names. */
export async function breaks(): Promise<void> {
  const fault: Fault = { kind: 'status', status: 503 }
  // @ts-expect-error -- there is no such fault
  const strange: Fault = { kind: 'explode' }
  createFaults()
  const sandbox = await startSandbox({ port: 4711, faults: [fault, strange] })
  await sandbox.close()
  // @ts-expect-error -- a port is a number
  await startSandbox({ port: '4711' })
}
