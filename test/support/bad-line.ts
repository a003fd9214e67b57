import type { Answer } from '../../src/domain/outcome.js'
import type { ReadyClaim, Transport } from '../../src/ports.js'
import { createBank, createFaults, createService, type Bank, type Fault } from '../../src/sandbox/index.js'
import { refundOf } from './models.js'
import { createRandom } from './random.js'
import { openWorld } from './world.js'
import { plainVault } from './vault.js'

const second = 1_000
export const batchSize = 200

/** Half of all requests meet one of these; each comes as often as any other. */
const mishaps: Fault[] = [
  { kind: 'dropBeforeEffect' },
  { kind: 'dropAfterEffect' },
  { kind: 'status', status: 500, afterEffect: true },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'truncatedBody' },
  { kind: 'brokenJson' },
  { kind: 'emptyBody' },
  { kind: 'status', status: 408 },
  { kind: 'status', status: 401 },
]

/** The sandbox's own service without the wire: what a browser makes of each of its answers. */
function createDirectLine(bank: Bank, seed: number, now: () => number): Transport {
  const faults = createFaults()
  faults.chance({ rate: 0.5, seed, faults: mishaps })
  const service = createService({ bank, faults, clock: () => new Date(now()) })
  return {
    canRenew: false,
    probe: () => Promise.resolve('reachable'),
    send: ({ ticket, body }: ReadyClaim): Promise<Answer> => {
      const key = ticket.key === undefined ? {} : { 'idempotency-key': `"${ticket.key}"` }
      const headers = { 'content-type': 'application/json', ...key }
      const answer = service.answer({ method: 'PUT', path: '/v1.0/svc/refund', headers, bodyText: body })
      const at = now()
      if (answer.kind === 'drop' || answer.truncateAt !== undefined) {
        return Promise.resolve({ tag: 'silence', why: 'network', at })
      }
      const { status, headers: replied, body: text } = answer
      return Promise.resolve({ tag: 'reply', status, headers: replied, text, at, credentialsAt: 0 })
    },
  }
}

/** Delivers many refunds over a bad line until nothing more goes by itself; tells what each side holds. */
export async function deliver(count: number, seed: number, isKeyed: boolean) {
  const { journal, clock, deps, append, wake } = await openWorld({
    startAt: Date.UTC(2026, 0, 1),
    random: createRandom(seed),
    concurrency: 6,
    // What lies on the disk is not looked at here, and to seal it takes most of the time.
    openVault: () => Promise.resolve(plainVault),
    policy: { replay: {}, ...(isKeyed && { key: { header: 'Idempotency-Key', lifetimeMs: 86_400_000 } }) },
  })
  const bank = createBank({ keys: isKeyed })
  deps.transport = createDirectLine(bank, seed, clock.now)
  for (let index = 0; index < count; index += 1) {
    const extra = { id: `e-${index}`, ...(isKeyed && { key: `key-${index}` }) }
    await append('refund', refundOf(`card-${index}`), extra)
  }
  for (;;) {
    const { nextDueAt, paused } = await wake()
    if (nextDueAt === undefined) break
    clock.advance(Math.max(second, (paused?.until ?? nextDueAt) - clock.now()))
  }
  return { journal, bank }
}

export function countByCard(bank: Bank): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { cards } of bank.effects) {
    const [card = ''] = cards
    counts.set(card, (counts.get(card) ?? 0) + 1)
  }
  return counts
}

/** As many seeds as make ten thousand deliveries. */
export const batches = Array.from({ length: 10_000 / batchSize }, (_, index) => index + 1)
