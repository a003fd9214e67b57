import type { CardCodeRule } from './card-code.js'
import { readPlainly, type CardReader } from './cards.js'
import { endpointOf, operationKinds } from './endpoints.js'
import type { Receipt, OperationKind } from './models.js'
import { receiptMisfits } from './receipt.js'

/** A field, or one of several, that an operation needs to be delivered. */
export interface Need {
  what: string
  oneOf: readonly string[]
}

/** The till's rules beyond the interface's types. A host may replace each of them. */
export interface TillRules {
  needs: Readonly<Record<OperationKind, readonly Need[]>>
  /** The wrong sums of a receipt, in words that follow "found"; empty if there are none. */
  receipt: (receipt: Receipt, decimals: number) => string[]
  /** The number of decimals of the till's currency: two for EUR, none for JPY, three for KWD. */
  decimals: number
  /** The most that an amount may have: a total is calculated with these where an amount has more than the usual ones. */
  finest?: number
  /** Normalises a card's code: equal results are one card, in line, limits, duplicates and searches. */
  card: CardReader
  /** Tells card numbers from other codes; without it every code is one. */
  cardCode?: CardCodeRule
}

/** Rules of your own; each replaces the default rule. */
export interface TillRulesOptions {
  needs?: Partial<TillRules['needs']>
  receipt?: TillRules['receipt']
  /** The default ignores surrounding blanks and the Unicode form of characters, and nothing else. */
  card?: CardReader
  /**
   * What a card number looks like: a code that does not is refused as a card, wherever it comes from. It judges codes
   * as `card` reads them; without it every code is a card number.
   */
  cardCode?: CardCodeRule
}

/** The default rules, with the host's replacements. */
export function createRules(options: TillRulesOptions = {}, decimals = 2, finest = decimals): TillRules {
  const needs = Object.fromEntries(operationKinds.map((kind) => [kind, endpointOf(kind).needs]))
  return {
    needs: { ...(needs as TillRules['needs']), ...options.needs },
    receipt: options.receipt ?? receiptMisfits,
    card: options.card ?? readPlainly,
    decimals,
    finest,
    ...(options.cardCode && { cardCode: options.cardCode }),
  }
}
