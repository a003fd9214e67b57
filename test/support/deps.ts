import { retentionDefault } from '../../src/decide/retention.js'
import { readTransactionId } from '../../src/domain/reply.js'
import type { Host, ReplayDeps } from '../../src/ports.js'
import { createFakeClock, createFakeTransport } from './replay.js'

/** What a run is given. */
export type Deps = ReplayDeps

interface GivenDeps extends Partial<Omit<Deps, 'journal' | 'host'>> {
  journal: Deps['journal']
  host?: Partial<Host>
}

/** What a run is given where a test says nothing else of it. */
export function createDeps({ host, ...given }: GivenDeps): Deps {
  return {
    transport: createFakeTransport(),
    clock: createFakeClock(),
    policy: { replay: {} },
    concurrency: 4,
    sliceMs: Infinity,
    retention: retentionDefault,
    ...given,
    host: { transactionId: readTransactionId, ...host },
  }
}
