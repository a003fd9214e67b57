import { array, enums, object, optional, record, string, type Infer } from 'superstruct'
import { operationKinds } from './endpoints.js'
import { integer, moment } from './fields.js'
import type { OperationKind } from './models.js'

const Unheard = object({ since: moment, times: integer })
const Missing = object({ since: moment, ids: array(string()) })

/** Signs of a wrong setup from requests to another origin, stored so that they can be shown after the run. */
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
})
export type Signs = Omit<Infer<typeof Signs>, 'unheard' | 'proven' | 'missing'> & {
  unheard: Partial<Record<OperationKind, Infer<typeof Unheard>>>
  proven?: Partial<Record<OperationKind, number>>
  missing?: Partial<Record<OperationKind, Infer<typeof Missing>>>
}

/** A likely mistake in the service's setup. Operations are not decided by it. */
export type Suspicion =
  | { likely: 'cors' | 'address'; kinds: OperationKind[]; since: number }
  | { likely: 'hidden-headers' | 'csp'; since: number }

export const noSigns: Signs = { unheard: {} }
