import { endpointOf, operationKinds } from './endpoints.js'
import type { Receipt, OperationKind } from './models.js'
import { receiptMisfits } from './receipt.js'

/** A field, or one of several, without which an operation could never be delivered. */
export interface Need {
  what: string
  oneOf: readonly string[]
}

/** What a till demands beyond the interface's own types. A host may replace any of it. */
export interface TillRules {
  needs: Readonly<Record<OperationKind, readonly Need[]>>
  /** In what way a receipt does not add up, in words that follow "found"; empty when it does. */
  receipt: (receipt: Receipt) => string[]
}

/** Rules of your own, each in the place of the house's. */
export interface TillRulesOptions {
  needs?: Partial<TillRules['needs']>
  receipt?: TillRules['receipt']
}

/** The rules of the house, with whatever the host puts in their place. */
export function createRules(options: TillRulesOptions = {}): TillRules {
  const needs = Object.fromEntries(operationKinds.map((kind) => [kind, endpointOf(kind).needs]))
  return {
    needs: { ...(needs as TillRules['needs']), ...options.needs },
    receipt: options.receipt ?? receiptMisfits,
  }
}
