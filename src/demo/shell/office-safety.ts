import { create } from '../dom.js'
import { createCard, createForm, type OfficeDeps } from './card.js'

/** Creates the card on storage and on the check of the journal. */
export function createSafetyCard({ till, texts: { office } }: OfficeDeps): HTMLElement {
  const answer = create('div', { class: 'safety', role: 'status', 'data-testid': 'safety' })
  let shown = ''

  async function look(): Promise<void> {
    const { safe, reasons } = await till.safeToClose()
    const lines = reasons.map(({ code, count }) => office.reasons[code](String(count)))
    const text = [safe, ...lines].join()
    if (text === shown) return
    shown = text
    answer.replaceChildren(
      create('p', { class: safe ? 'note note-good' : 'note note-wait' }, safe ? office.safe : office.unsafe),
      ...(safe ? [] : [create('ul', { class: 'reasons' }, ...lines.map((line) => create('li', {}, line)))]),
    )
  }

  till.status.subscribe(() => {
    look().catch(() => {
      shown = ''
      answer.replaceChildren()
    })
  })
  const check = createForm(
    office.check,
    [],
    async (outcome) => {
      const verification = await till.verifyJournal()
      outcome.show(verification.isIntact ? office.intact(String(verification.entries)) : office.altered)
    },
    { working: office.checking, failed: office.failed },
  )
  return createCard(office.safety, '', answer, check)
}

/** Creates the card on the release and on newer ones. */
export function createVersionCard({ texts: { office }, onCheck }: OfficeDeps): HTMLElement {
  const form = createForm(
    office.versionCheck,
    [],
    async (outcome) => {
      await onCheck()
      outcome.show(office.versionNone)
    },
    office,
  )
  return createCard(office.version, '', form)
}
