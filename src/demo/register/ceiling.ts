import type { Limits, ListedEntry, OperationKind } from '../../index.js'
import { create } from '../dom.js'
import { createIcon } from '../icons.js'
import { linesToTotal } from './bodies.js'
import type { LooseDraft } from './drafts.js'
import type { Voice } from './voice.js'

/** The operations whose amounts the till's limits count. */
const isLimited: Record<OperationKind, boolean> = {
  refund: true,
  associate: false,
  migrate: false,
  updateReceipt: false,
  confirmOrder: false,
}

/** Says, while an amount is typed, that it will need a supervisor. */
export function createCeiling({ perOperation: max }: Limits, { texts, formats }: Voice) {
  const element = create('p', { class: 'ceiling', role: 'status', 'data-testid': 'ceiling' })
  return {
    element,
    show(kind: OperationKind, { lines }: LooseDraft) {
      const total = isLimited[kind] ? linesToTotal(lines) : undefined
      const isAbove = max !== undefined && total !== undefined && total > max
      const words = isAbove ? texts.limit.above.hint(formats.money(max)) : ''
      if (words === element.textContent) return
      element.replaceChildren(...(isAbove ? [createIcon('alert'), create('span', {}, words)] : []))
    },
  }
}

/** Who allowed an operation past a limit, or although it looks like another; undefined if it needed no permission. */
export function findAllowed({ history }: ListedEntry): string | undefined {
  return history.filter(({ what }) => what === 'limit-overridden' || what === 'duplicate-allowed').at(-1)?.by
}
