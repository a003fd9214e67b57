import { retentionDefault } from '../../src/decide/retention.js'
import type { Policy } from '../../src/decide/policy.js'
import type { Answer } from '../../src/domain/outcome.js'
import { readTransactionId } from '../../src/domain/reply.js'
import type { Draft } from '../../src/journal/prepare.js'
import type { Host } from '../../src/ports.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { openFreshJournal, lenient } from './journals.js'
import { createFakeClock, createFakeLock, createFakeTransport, type Sent } from './replay.js'

/** A replay over a journal of its own, with a host that has its say and a service that answers as told. */
export async function setUp(
  answer: (sent: Sent, count: number) => Answer,
  host: Partial<Host> = {},
  policy: Policy = { replay: {} },
) {
  const { journal } = await openFreshJournal()
  const transport = createFakeTransport(answer)
  const clock = createFakeClock()
  const doors = {
    journal,
    transport,
    clock,
    policy,
    host: { transactionId: readTransactionId, ...host },
    concurrency: 4,
    sliceMs: Infinity,
    retention: retentionDefault,
  }
  const replayer = createReplayer(() => Promise.resolve(doors), createFakeLock())
  let drafts = 0
  const ring = async (kind: Draft['kind'], request: object, extra: Partial<Draft> = {}): Promise<string> => {
    drafts += 1
    const id = `entry-${drafts}`
    await journal.append(
      { id, kind, request, shop: 'S01', terminal: 'T1', createdAt: clock.now(), ...extra },
      lenient,
    )
    return id
  }
  const replay = async () => {
    clock.advance(120_000)
    return replayer.wake()
  }
  return { journal, transport, clock, ring, replay }
}
