import type { TextsChange } from '../../elements.js'
import type { Entry, Till } from '../../index.js'
import { create } from '../dom.js'
import type { ApproveVerdict } from './approved.js'

interface ConfirmationDeps {
  till: Till
  operator: () => string
  approve?: (() => ApproveVerdict | undefined) | undefined
  elementTexts?: TextsChange | undefined
}

/** Says how the operation entered last stands, and follows it. */
export function createConfirmation({ till, operator, approve, elementTexts }: ConfirmationDeps) {
  const element = create('counterfoil-outcome', { 'data-testid': 'confirmation' })
  element.till = till
  element.texts = elementTexts
  const clear = () => {
    element.entry = undefined
  }
  element.addEventListener('counterfoil-dismiss', clear)
  return {
    element,
    isShown: () => element.entry !== undefined,
    setOperator(name: string) {
      element.operator = name
    },
    show(entry: Entry) {
      element.operator = operator()
      element.approve = approve?.()
      element.entry = entry
    },
    /** What has been saved must not seem to be what is only being typed. */
    clear,
    stop() {
      element.till = undefined
    },
  }
}
