import { fitWhole } from './currency.js'
import type { Limits, TillRulesOptions } from '../index.js'

/** The rules of the demo's shop: its cards have 16 digits, so the codes of goods (8, 12 to 14 digits) are none. */
export const rules: TillRulesOptions = { cardCode: { pattern: /\d+/, lengthMin: 16, lengthMax: 16 } }

/** A refund above this amount needs a supervisor. */
export const limits: Limits = { perOperation: fitWhole(250) }
