import { afterEach, describe, expect, it } from 'vitest'
import type { OfficeDeps } from '../../src/demo/shell/card.js'
import { createHandOverList } from '../../src/demo/shell/office-hand-overs.js'
import { english } from '../../src/demo/shell/texts-english.js'
import { clearShown, freshCard, nowhere, openShown } from '../support/elements.js'
import { refundOf } from '../support/models.js'

afterEach(clearShown)

describe('a hand-over whose file was lost', () => {
  it('is taken back at once, only after a person says that no other till has the file', async () => {
    const till = await openShown(nowhere)
    await till.pause()
    const entries = [await till.refund(refundOf(freshCard())), await till.refund(refundOf(freshCard()))]
    const handOver = { by: 'Eva', reason: 'broken' }
    await till.exportJournal('a passphrase of some length', { handOver })
    const preferences = { language: 'en', operator: 'Eva', isTraining: false }
    const list = createHandOverList({ till, texts: english, preferences } as OfficeDeps)
    document.body.append(list)
    await expect.poll(() => list.querySelector('.lost form')).not.toBeNull()
    const form = list.querySelector<HTMLFormElement>('.lost form')
    const [sure, , reason] = form?.querySelectorAll('input') ?? []
    if (!form || !sure || !reason) throw new Error('there is no form')
    list.querySelector<HTMLDetailsElement>('.lost')?.setAttribute('open', '')
    reason.value = 'The stick was lost'
    form.requestSubmit()
    expect((await till.entry(entries[0]?.id ?? ''))?.state).toBe('parked')
    sure.checked = true
    form.requestSubmit()
    for (const { id } of entries) await expect.poll(async () => (await till.entry(id))?.state).toBe('queued')
    await expect.poll(() => list.children.length).toBe(0)
    const { history } = (await till.entry(entries[0]?.id ?? '')) ?? {}
    expect(history?.at(-1)).toMatchObject({ what: 'take-back', by: 'Eva', reason: 'The stick was lost' })
  })
})
