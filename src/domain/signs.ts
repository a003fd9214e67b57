import { enums, object, optional, record, type Infer } from 'superstruct'
import { operationKinds } from './endpoints.js'
import { integer, moment } from './fields.js'
import type { OperationKind } from './models.js'

const Unheard = object({ since: moment, times: integer })

/** What sendings to another origin have shown, kept so that whoever sets the till up is told and not the run alone. */
export const Signs = object({
  /** Kinds whose latest sendings ended at once and in silence, though a probe got through each time. */
  unheard: record(enums(operationKinds), Unheard),
  /** Since when replies come without headers that every service sends. */
  veiledSince: optional(moment),
  /** Since when probes have been stopped by a policy of our own. */
  blockedSince: optional(moment),
})
export type Signs = Omit<Infer<typeof Signs>, 'unheard'> & {
  unheard: Partial<Record<OperationKind, Infer<typeof Unheard>>>
}

/** What is likely wrong with how the service is set up; a guess with reasons, by which no operation is judged. */
export type Suspicion =
  | { likely: 'cors'; kinds: OperationKind[]; since: number }
  | { likely: 'hidden-headers' | 'csp'; since: number }

export const noSigns: Signs = { unheard: {} }
