import { create } from '../dom.js'
import { createCard, createForm } from './card.js'
import type { OfficeDeps } from './office-deps.js'

/** What would be lost with this browser's data, and whether the journal is as the till wrote it. */
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
      outcome.tell(verification.isIntact ? office.intact(String(verification.entries)) : office.altered)
    },
    { working: office.checking, failed: office.failed },
  )
  return createCard(office.safety, '', answer, check)
}

/** Whether there is a newer release. */
export function createVersionCard({ texts: { office }, onCheck }: OfficeDeps): HTMLElement {
  const form = createForm(
    office.versionCheck,
    [],
    async (outcome) => {
      await onCheck()
      outcome.tell(office.versionNone)
    },
    office,
  )
  return createCard(office.version, '', form)
}
