import type { Policy } from '../../src/decide/policy.js'
import { createSeededRandom, type Random } from './random.js'

export const faultKinds = [
  'outage',
  'portal',
  'lostRequest',
  'lostReply',
  'slow',
  'redirect',
  'refusal',
  'busy',
  'failure',
  'garbled',
  'duplicate',
  'unsent',
  'crash',
  'freeze',
  'steal',
  'storage',
  'overlap',
  'retell',
  'wish',
  'slowPeople',
  'jump',
  'halt',
  'people',
  'amend',
  'queuedActs',
  'conditions',
  'reference',
  'lookUp',
  'onConflict',
  'hold',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** All that one seed decides before anything happens. */
export interface Scenario {
  seed: number
  operations: number
  steps: number
  faults: ReadonlySet<FaultKind>
  /** Keys are sent, and the service honours them. */
  hasKeys: boolean
  honoursConditions: boolean
  policy: Policy
  concurrency: number
  canRenew: boolean
}

/** Trouble that the package is known not to withstand yet, left out unless asked for. */
export const heldBack: readonly FaultKind[] = ['slowPeople']

const hour = 3_600_000

/** Each seed leaves some kinds of trouble out, so that no kind always hides another. */
export function createScenario(seed: number, asked: readonly FaultKind[] = []): Scenario {
  const random = createSeededRandom(seed).fork('scenario')
  const operations = random.between(3, 14)
  const share = random.pick([0.3, 0.6, 0.9])
  const hasKeys = random.isLikely(0.4)
  const chosen = faultKinds.filter((kind) => random.isLikely(share) && (kind !== 'duplicate' || hasKeys))
  const faults = chosen.filter((kind) => !heldBack.includes(kind) || asked.includes(kind))
  return {
    seed,
    operations,
    steps: 80 + operations * 30,
    faults: new Set(faults),
    hasKeys,
    honoursConditions: random.isLikely(0.5),
    policy: createPolicy(random, hasKeys),
    concurrency: random.between(1, 4),
    canRenew: random.isLikely(0.5),
  }
}

function createPolicy(random: Random, hasKeys: boolean): Policy {
  const lifetimeMs = random.pick([24 * hour, hour])
  return {
    replay: {
      ...(random.isLikely(0.15) && { refund: 'once' }),
      ...(random.isLikely(0.1) && { updateReceipt: 'verify' }),
      ...(random.isLikely(0.1) && { associate: 'idempotent' }),
    },
    ...(hasKeys && { key: { header: 'idempotency-key', lifetimeMs } }),
  }
}
