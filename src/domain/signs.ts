import { array, enums, object, optional, record, string, type Infer } from 'superstruct'
import { operationKinds } from './endpoints.js'
import { integer, moment } from './fields.js'
import type { OperationKind } from './models.js'

const Unheard = object({ since: moment, times: integer })
const Missing = object({ since: moment, ids: array(string()) })

const KeyLifetime = object({ ms: moment, since: moment, earlierMs: optional(moment) })

/** What answers have shown of the service and its setup, stored for later runs and for the status. */
export const Signs = object({
  /** Kinds whose latest requests failed at once without an answer, although each time a probe succeeded. */
  unheard: record(enums(operationKinds), Unheard),
  /** Since when replies lack headers that every service sends. */
  veiledSince: optional(moment),
  /** Since when a policy of the page or worker has blocked probes. */
  blockedSince: optional(moment),
  /** When an endpoint first gave a valid answer, so that it is known to exist. */
  proven: optional(record(enums(operationKinds), moment)),
  /** Endpoints that seem missing, with the operations answered so since the last valid answer: two are enough. */
  missing: optional(record(enums(operationKinds), Missing)),
  /** How long the service says that it remembers a key, and since when it has said so. */
  keyLifetime: optional(KeyLifetime),
})
export type Signs = Omit<Infer<typeof Signs>, 'unheard' | 'proven' | 'missing' | 'keyLifetime'> & {
  unheard: Partial<Record<OperationKind, Infer<typeof Unheard>>>
  proven?: Partial<Record<OperationKind, number>>
  missing?: Partial<Record<OperationKind, Infer<typeof Missing>>>
  keyLifetime?: KeyLifetime
}

/** A lifetime of keys as the service tells it; `earlierMs` is what held for keys that went before `since`. */
export interface KeyLifetime {
  ms: number
  since: number
  earlierMs?: number | undefined
}

/** A likely mistake in the service's setup. Operations are not decided by it. */
export type Suspicion =
  | { likely: 'cors' | 'address'; kinds: OperationKind[]; since: number }
  | { likely: 'hidden-headers' | 'csp'; since: number }

export const noSigns: Signs = { unheard: {} }
