import type { Voice } from '../element.js'
import { correct, fieldsOf, type Action } from './action.js'
import { bodyToSums, followItems, totalPath } from './sums.js'

/** The correction after a person has written in the input of this name: the sums follow, unless a person wrote them. */
export function writeField(action: Action, name: string, { formats }: Voice): Action {
  const [entry] = action.entries
  if (!entry) return action
  const fields = fieldsOf(action)
  const field = fields.find(({ path }) => name === `field:${path}`)
  const written = field ? new Set([...action.written, field.path]) : action.written
  const { currency, typed } = formats
  const following = { written, currency, type: (amount: number) => typed(amount, true) }
  const corrections = followItems(entry.request, fields, action.corrections, following)
  return { ...action, written, corrections, faults: [] }
}

/** The correction with the sum of its items as its total, which follows them again. */
export function useItemsTotal(action: Action, voice: Voice): Action {
  const { currency, typed } = voice.formats
  const { items } = bodyToSums(correct(action, voice).model ?? action.entries[0]?.request, currency)
  if (items === undefined) return action
  const written = new Set([...action.written].filter((path) => path !== totalPath))
  const corrections = new Map([...action.corrections, [totalPath, typed(items, true)]])
  return writeField({ ...action, written, corrections }, '', voice)
}
