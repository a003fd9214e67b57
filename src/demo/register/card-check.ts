import type { CardCodeFault, Till } from '../../index.js'
import type { FieldPart } from './fields.js'
import type { RegisterTexts } from './texts.js'

/** Checks the card fields of a form by the till's rule. */
export interface CardCheck {
  /** Says in a card field what is wrong with its code; returns the fields of this kind. */
  show(): HTMLElement[]
}

/** Checks a card once it is typed, and what was wrong again with each key. */
export function createCardCheck(
  fields: readonly FieldPart[],
  till: Pick<Till, 'cardFault'>,
  texts: RegisterTexts,
): CardCheck {
  const cards = fields.filter(({ control }) => control.matches('[data-card]'))
  const check = (card: FieldPart) => {
    const { control } = card
    const fault = till.cardFault(control.value)
    card.showError(fault ? describeCardFault(fault, control.value, texts) : '')
    return fault !== undefined
  }
  for (const card of cards) {
    const { control } = card
    control.addEventListener('change', () => {
      if (control.value.trim() !== '') check(card)
    })
    control.addEventListener('input', () => {
      const fault = till.cardFault(control.value)
      const isTooLong = fault?.tag === 'length' && control.value.trim().length > fault.max
      if (isTooLong || control.getAttribute('aria-invalid') === 'true') check(card)
    })
  }
  return {
    show: () => cards.filter(check).map(({ control }) => control),
  }
}

/** What is wrong with a card's code, in the register's words or the host's own. */
export function describeCardFault(fault: CardCodeFault, code: string, { cardFaults }: RegisterTexts): string {
  switch (fault.tag) {
    case 'length':
      return cardFaults.length(fault.min, fault.max, code.trim().length)
    case 'pattern':
      return cardFaults.pattern
    case 'check-digit':
      return cardFaults['check-digit']
    case 'refused':
      return fault.reason ?? cardFaults.pattern
  }
}
