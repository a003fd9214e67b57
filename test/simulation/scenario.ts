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
  'weekend',
  'policies',
  'handOver',
  'age',
  'staleActs',
  'unknownCard',
  'misnamed',
  'throwing',
  'slowHeaders',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** All that one seed decides before anything happens. */
export interface Scenario {
  seed: number
  operations: number
  steps: number
  faults: ReadonlySet<FaultKind>
  /** The till sends keys from the start. */
  hasKeys: boolean
  honoursConditions: boolean
  policy: Policy
  /** What later pages and other tills may be told instead. */
  changes: readonly Policy[]
  concurrency: number
  canRenew: boolean
}

const hour = 3_600_000

/** Each seed leaves some kinds of trouble out, so that no kind always hides another. */
export function createScenario(seed: number, asked: readonly FaultKind[] = []): Scenario {
  const random = createSeededRandom(seed).fork('scenario')
  const operations = random.between(3, 14)
  const share = random.pick([0.3, 0.6, 0.9])
  const hasKeys = random.isLikely(0.4)
  const faults = faultKinds.filter((kind) => random.isLikely(share) || asked.includes(kind))
  const ageMsMax = faults.includes('age') ? random.pick([4 * hour, 30 * hour]) : undefined
  const policy = createPolicy(random, hasKeys, ageMsMax)
  return {
    seed,
    operations,
    steps: 80 + operations * 30,
    faults: new Set(faults),
    hasKeys,
    honoursConditions: random.isLikely(0.5),
    policy,
    changes: createChanges(random, policy),
    concurrency: random.between(1, 4),
    canRenew: random.isLikely(0.5),
  }
}

function createPolicy(random: Random, hasKeys: boolean, ageMsMax: number | undefined): Policy {
  const lifetimeMs = random.pick([24 * hour, hour])
  return {
    replay: {
      ...(random.isLikely(0.15) && { refund: 'once' }),
      ...(random.isLikely(0.1) && { updateReceipt: 'verify' }),
      ...(random.isLikely(0.1) && { associate: 'idempotent' }),
    },
    ...(hasKeys && { key: { header: 'idempotency-key', lifetimeMs } }),
    ...(ageMsMax !== undefined && { ageMsMax }),
  }
}

/** Keys switched on or off, their header renamed, an operation declared harmless to repeat or no longer so. */
function createChanges(random: Random, { key, ...policy }: Policy): Policy[] {
  const [lifetimeMs, kind] = [key?.lifetimeMs ?? 24 * hour, random.pick(['refund', 'associate'])]
  const rule = random.pick(['verify', 'idempotent'])
  return [
    { ...policy, ...(!key && { key: { header: 'idempotency-key', lifetimeMs } }) },
    { ...policy, key: { header: 'x-request-key', lifetimeMs } },
    { ...policy, replay: { ...policy.replay, [kind]: rule }, ...(key && { key }) },
  ]
}

/** Whether any page of it ever sends keys; then the service honours them. */
export function findKeyPolicy({ policy, changes }: Scenario): Policy['key'] {
  return [policy, ...changes].find(({ key }) => key)?.key
}
