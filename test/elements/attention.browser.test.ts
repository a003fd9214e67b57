import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  focusedWords,
  freshCard,
  mount,
  openTestTill,
  park,
  press,
  sayWho,
  silence,
  status,
  textOf,
  tidyUp,
  untilShown,
  untilState,
  write,
} from '../support/elements.js'
import { calmSandbox, control } from '../support/service.js'
import type { Till } from '../../src/index.js'
import { refundOf } from '../support/models.js'

beforeEach(calmSandbox)
afterEach(tidyUp)

async function readEffectCount(): Promise<number> {
  const response = await control('ledger', 'GET')
  return ((await response.json()) as { effects: unknown[] }).effects.length
}

async function decide(act: string, confirm: string): Promise<void> {
  await press(act)
  await sayWho()
  if (act !== 'Void' && act !== 'It already went through') {
    await press('Review')
  }
  await press(confirm)
}

describe('each reason is settled by keyboard alone', () => {
  it('unknown: it was applied', async () => {
    const { till, entry } = await park(silence, 'unknown')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, /Refund · €25\.00 · ••••\d{4}/)
    expect(textOf(element)).toContain('Sent, no answer. Check the card before sending again.')
    expect(textOf(element)).toMatch(/Entered .* by Ugo/)
    await decide('It already went through', 'Yes, it went through')
    const settled = await untilState(till, entry.id, 'settled')
    expect(settled.history.at(-1)).toMatchObject({
      what: 'mark-applied',
      by: 'Ada',
      reason: 'Checked with Eva',
    })
    await untilShown(element, 'Nothing needs attention.')
    await expect.poll(focusedWords).toBe('Needs attention')
  })

  it('unknown: it was not applied, and is sent again after a warning and a last look', async () => {
    const { till, entry } = await park(status(202), 'unknown')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, 'do not know if it worked')
    await press('Send again')
    expect(textOf(element)).toContain('charged or credited twice')
    await sayWho()
    await press('Review')
    await untilShown(element, 'Is this right?')
    expect(textOf(element)).toMatch(/Amount €25\.00/)
    expect((await till.entry(entry.id))?.state).toBe('parked')
    await press('Send it again')
    await untilState(till, entry.id, 'settled')
    expect(await readEffectCount()).toBe(1)
  })

  it('unknown after a conflict: an earlier try was probably applied', async () => {
    const { till, entry } = await park(status(202), 'unknown')
    await control('faults', 'POST', [status(409)])
    await till.attention.sendAgain(entry.id, { by: 'Eva' })
    await expect.poll(async () => (await till.entry(entry.id))?.history.at(-1)?.outcome).toBe('conflict')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, 'An earlier try was probably applied.')
  })

  it('conflict', async () => {
    const { till, entry } = await park(status(409, { body: { title: 'Card is blocked' } }), 'conflict')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, 'Card is blocked')
    await decide('Send again', 'Send it again')
    await untilState(till, entry.id, 'settled')
  })

  it('precondition', async () => {
    const { till, entry } = await park(status(412), 'precondition')
    mount('counterfoil-attention', till)
    await decide('Void', 'Void it')
    const voided = await untilState(till, entry.id, 'voided')
    expect(voided.history.at(-1)).toMatchObject({ what: 'void', by: 'Ada', reason: 'Checked with Eva' })
  })

  it('rejected: the card is corrected, and what was not touched stays', async () => {
    const { till, entry } = await park(status(422, { body: { title: 'No such card' } }), 'rejected')
    const element = mount('counterfoil-attention', till)
    const card = freshCard()
    await press('Correct')
    await write('Card', card)
    await write('Total', '26,50')
    await sayWho()
    await press('Review')
    await untilShown(element, card)
    expect(textOf(element)).toMatch(/Total €25\.00 €26\.50/)
    await press('Send the correction')
    const before = await untilState(till, entry.id, 'voided')
    const next = await till.settled('replacedBy' in before ? (before.replacedBy ?? '') : '')
    expect(next.request).toMatchObject({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
      StoredValueCardReceipt: { Total: 26.5 },
    })
    const { effects } = (await (await control('ledger', 'GET')).json()) as { effects: { body: object }[] }
    const [code] =
      'StoredValueCardCodeCollection' in entry.request
        ? (entry.request.StoredValueCardCodeCollection ?? [])
        : []
    expect(JSON.stringify(effects[0]?.body)).toContain(code?.AuthorizationCode)
  })

  it('refused', async () => {
    const till = await openTestTill({
      service: { baseUrl: '/api', headers: { authorization: 'Bearer old' } },
    })
    await till.replay()
    await control('faults', 'POST', [status(403, { times: 2 })])
    const { id } = await till.refund(refundOf(freshCard()))
    await expect.poll(() => till.status.value.pauses[0]?.reason).toBe('unauthorized')
    await till.setHeaders({ authorization: 'Bearer new' })
    await untilState(till, id, 'parked refused')
    mount('counterfoil-attention', till)
    await decide('Send again', 'Send it again')
    await untilState(till, id, 'settled')
  })

  it('reference: the transaction is named by hand', async () => {
    const till = await openTestTill()
    const card = freshCard()
    const known = await till.settled((await till.refund(refundOf(card))).id)
    const { TransactionID } = known.reply?.body as { TransactionID: number }
    await control('faults', 'POST', [status(422)])
    const lost = await till.refund(refundOf(card, 11))
    await untilState(till, lost.id, 'parked rejected')
    const update = await till.updateReceipt(
      { CardCode: card, StoredValueCardReceipt: { Total: 3 } },
      { transactionOf: lost.id },
    )
    await till.attention.void(lost.id, { by: 'Eva', reason: 'wrong' })
    await untilState(till, update.id, 'parked reference')
    mount('counterfoil-attention', till)
    await press('Correct')
    await write('Transaction number', String(TransactionID))
    await sayWho()
    await press('Review')
    await press('Send the correction')
    await untilState(till, update.id, 'voided')
    await expect.poll(() => till.status.value.counts.settled).toBe(2)
  })

  it('moved: taken back', async () => {
    const till = await openTestTill()
    await control('outage', 'POST', { on: true })
    const { id } = await till.refund(refundOf(freshCard()))
    await expect.poll(() => till.status.value.reach).toBe('offline')
    await till.exportJournal('a passphrase of some length', { handOver: { by: 'Eva', reason: 'broken' } })
    await untilState(till, id, 'parked moved')
    await control('outage', 'POST', { on: false })
    mount('counterfoil-attention', till)
    await decide('Take back', 'Take it back')
    await till.replay()
    await untilState(till, id, 'settled')
  })
})

describe('two supervisors', () => {
  it('the second is told that the first was quicker, and nothing is done twice', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = mount('counterfoil-attention', till)
    await press('Void')
    await control('faults', 'POST', [status(422)])
    await till.attention.sendAgain(entry.id, { by: 'Eva' })
    await expect
      .poll(async () => (await till.entry(entry.id))?.history.filter(({ what }) => what === 'attempt').length)
      .toBe(2)
    await untilState(till, entry.id, 'parked rejected')
    if (!element.shadowRoot?.querySelector('#panel')) {
      await untilShown(element, 'Nothing was done here.')
      return
    }
    await sayWho()
    await press('Void it')
    await untilShown(element, 'Nothing was done')
    expect((await till.entry(entry.id))?.state).toBe('parked')
  })

  it('a stale revision is refused, said plainly, and the fresh entry is shown', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = mount('counterfoil-attention', till)
    await press('Void')
    await sayWho()
    // The element hears of nothing until it acts.
    const { attention } = till
    const seen = await till.entry(entry.id)
    element.till = {
      ...till,
      attention: {
        ...attention,
        void: (id, verdict) => attention.void(id, { ...verdict, revision: (verdict.revision ?? 0) - 1 }),
      },
    }
    await element.updateComplete
    await press('Void it')
    await untilShown(element, 'Nothing was done')
    expect(await till.entry(entry.id)).toEqual(seen)
    await expect.poll(focusedWords).toContain('Refund')
  })
})

describe('several at once', () => {
  it('what was rejected is sent again together; what is unknown cannot even be chosen', async () => {
    const till = await openTestTill()
    await till.replay()
    await control('faults', 'POST', [status(422, { standing: true })])
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1)
      ids.push((await till.refund(refundOf(freshCard(), 5 + index))).id)
    for (const id of ids) await untilState(till, id, 'parked rejected')
    await control('faults', 'DELETE')
    await control('faults', 'POST', [status(202)])
    const unknown = await till.refund(refundOf(freshCard()))
    await untilState(till, unknown.id, 'parked unknown')
    await control('faults', 'DELETE')
    const element = mount('counterfoil-attention', till)
    await untilShown(element, '4 operations need attention.')
    const findBoxes = () => [
      ...(element.shadowRoot?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? []),
    ]
    await expect.poll(() => findBoxes().length).toBe(3)
    const boxes = findBoxes()
    for (const box of boxes) box.click()
    await element.updateComplete
    element.shadowRoot?.querySelector<HTMLElement>('#top')?.focus()
    await press('Send 3 again…')
    await sayWho()
    await press('Review')
    await untilShown(element, /Refund · €5\.00 · ••••\d{4}.*Refund · €6\.00/)
    await press('Send all 3 again')
    for (const id of ids) await untilState(till, id, 'settled')
    await untilShown(element, '3 will be sent again.')
    expect((await till.entry(unknown.id))?.state).toBe('parked')
  })
})

async function parkClash(): Promise<{ till: Till; id: string; TransactionID: number }> {
  const till = await openTestTill()
  const card = freshCard()
  const known = await till.settled((await till.refund(refundOf(card))).id)
  const { TransactionID } = known.reply?.body as { TransactionID: number }
  const body = {
    title: 'Changed meanwhile',
    StoredValueCardReceipt: { Total: 12, UserData: 'theirs', SenderData: { Operator: 'Hub' } },
  }
  await control('faults', 'POST', [status(409, { body })])
  const { id } = await till.updateReceipt({
    CardCode: card,
    TransactionID,
    StoredValueCardReceipt: { Total: 11, UserData: 'ours' },
  })
  await untilState(till, id, 'parked conflict')
  return { till, id, TransactionID }
}

function chooseSide(element: Element, path: string, side: 'ours' | 'theirs'): void {
  element.shadowRoot?.querySelector<HTMLInputElement>(`input[name="clash:${path}"][value=${side}]`)?.click()
}

/** Has the till tell what choices come to only when each of the ways returned is taken. */
function holdMerges(element: { till?: Till | undefined }, till: Till): (() => void)[] {
  const waiting: (() => void)[] = []
  const merge: Till['attention']['merge'] = async (...asked) => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return till.attention.merge(...asked)
  }
  element.till = { ...till, attention: { ...till.attention, merge } }
  return waiting
}

describe('a receipt changed on both sides', () => {
  it('is laid side by side, merged by choice, and sent', async () => {
    const { till, id, TransactionID } = await parkClash()
    const merge = await till.attention.merge(id, ['UserData'])
    expect(merge?.model).toMatchObject({
      TransactionID,
      StoredValueCardReceipt: { Total: 11, UserData: 'theirs', SenderData: { Operator: 'Hub' } },
    })
    const element = mount('counterfoil-attention', till)
    await press('Compare and merge')
    await untilShown(element, /This till €11\.00.*The service €12\.00/)
    await sayWho()
    await press('Review')
    await untilShown(element, 'Choose the value to keep')
    chooseSide(element, 'Total', 'theirs')
    chooseSide(element, 'UserData', 'ours')
    await untilShown(element, /Total after merging ?: €12\.00/)
    await press('Review')
    await untilShown(element, 'Is this right?')
    await press('Send the merged receipt')
    const voided = await untilState(till, id, 'voided')
    const next = await till.settled('replacedBy' in voided ? (voided.replacedBy ?? '') : '')
    expect(next.request).toMatchObject({ StoredValueCardReceipt: { Total: 12, UserData: 'ours' } })
  })

  it('is sent as it was chosen, however late the till tells what that comes to', async () => {
    const { till, id } = await parkClash()
    const element = mount('counterfoil-attention', till)
    await press('Compare and merge')
    await untilShown(element, /This till €11\.00.*The service €12\.00/)
    const waiting = holdMerges(element, till)
    await sayWho()
    chooseSide(element, 'Total', 'theirs')
    chooseSide(element, 'UserData', 'ours')
    await press('Review')
    for (const answer of waiting.reverse()) answer()
    await untilShown(element, 'Is this right?')
    await press('Send the merged receipt')
    const voided = await untilState(till, id, 'voided')
    const next = await till.settled('replacedBy' in voided ? (voided.replacedBy ?? '') : '')
    expect(next.request).toMatchObject({ StoredValueCardReceipt: { Total: 12, UserData: 'ours' } })
  })

  it('may be chosen otherwise while the till still tells what it comes to', async () => {
    const { till } = await parkClash()
    const element = mount('counterfoil-attention', till)
    await press('Compare and merge')
    await untilShown(element, /This till €11\.00.*The service €12\.00/)
    const waiting = holdMerges(element, till)
    await press('Review')
    chooseSide(element, 'Total', 'theirs')
    for (const answer of waiting) answer()
    await untilShown(element, /Total after merging ?: €12\.00/)
  })

  it('is not offered where the reply carries none', async () => {
    const { till, entry } = await park(status(409), 'conflict')
    expect(await till.attention.merge(entry.id)).toBeUndefined()
    const element = mount('counterfoil-attention', till)
    await untilShown(element, 'different details')
    expect(textOf(element)).not.toContain('Compare and merge')
  })
})
