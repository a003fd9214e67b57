import { expect } from 'vitest'
import { retentionDefault } from '../../src/decide/retention.js'
import type { TraceFact } from '../../src/domain/trace.js'
import type { ServiceOptions, Till, TraceLine } from '../../src/index.js'
import type { ReplayDeps } from '../../src/ports.js'
import { runReplay } from '../../src/replay/run.js'
import type { ScriptedFault } from '../../src/sandbox/index.js'
import { append, openFreshJournal } from './journals.js'
import { refundOf } from './models.js'
import { openNodeTill, startTestSandbox } from './node-till.js'
import { createFakeClock, createFakeTransport } from './replay.js'

export interface Traced {
  till: Till
  lines: TraceLine[]
  of: (what: TraceLine['what']) => TraceLine[]
}

/** A till whose service answers the first operations as told, and what it traces. */
export async function openTraced(
  faults: ScriptedFault[],
  service: Partial<ServiceOptions> = {},
): Promise<Traced> {
  const { url } = await startTestSandbox({ faults })
  const lines: TraceLine[] = []
  const trace = (line: TraceLine) => lines.push(line)
  const till = await openNodeTill(url, { trace, service: { baseUrl: url, ...service } })
  return { till, lines, of: (what) => lines.filter((line) => line.what === what) }
}

export async function untilTraced({ lines }: Traced, line: object): Promise<void> {
  await expect.poll(() => lines).toContainEqual(expect.objectContaining(line))
}

export const statusOf = (status: number): ScriptedFault => ({ kind: 'status', status })

/** A run over a journal of its own, and what it traces. */
export async function runTraced(change: (deps: ReplayDeps) => Partial<ReplayDeps>): Promise<TraceFact[]> {
  const facts: TraceFact[] = []
  const { journal } = await openFreshJournal()
  await append(journal, 'refund', refundOf('1'))
  const deps: ReplayDeps = {
    journal,
    transport: createFakeTransport(),
    host: { transactionId: () => undefined },
    clock: createFakeClock(),
    policy: { replay: {} },
    concurrency: 4,
    sliceMs: Infinity,
    retention: retentionDefault,
    trace: (fact) => facts.push(fact),
  }
  const cues = {
    isHalted: () => false,
    look: () => ({ isManual: false }),
    untilAsked: () => new Promise<void>(() => undefined),
  }
  await runReplay({ ...deps, ...change(deps) }, cues).catch(() => undefined)
  return facts
}
