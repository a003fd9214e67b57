import type { Till } from '../../index.js'
import { create, setText } from '../dom.js'
import type { LooseDraft } from './drafts.js'
import type { Voice } from './voice.js'

/** A card that is typed without a rule for cards is asked for once the typing pauses. */
const restMs = 400

/** Shows what is on the card, and what of this till is not counted in yet, where the host can tell. */
export function createBalance(till: Till, { texts, formats }: Voice) {
  const element = create('p', { class: 'balance', role: 'status', 'data-testid': 'balance' })
  let shown = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(card: string): Promise<void> {
    const words = await describe(card)
    if (card === shown) setText(element, words)
  }

  async function describe(card: string): Promise<string> {
    try {
      const balance = await till.balance?.(card)
      if (!balance) return ''
      const { amount, waiting } = balance
      const whole = texts.balance.amount(formats.money(amount))
      return waiting === 0 ? whole : `${whole} ${texts.balance.waiting(formats.money(-waiting))}`
    } catch {
      // An operation is saved without knowing the balance.
      return texts.balance.failed
    }
  }

  return {
    element,
    show({ fields: { card = '' } }: LooseDraft) {
      const code = card.trim()
      const isWhole = code !== '' && !till.cardFault(code)
      const next = isWhole && till.balance ? code : ''
      if (next === shown) return
      shown = next
      setText(element, '')
      clearTimeout(timer)
      if (next !== '') timer = setTimeout(() => void read(next), restMs)
    },
  }
}
