import type { Page } from 'playwright'
import { afterEach, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import type { ScriptedFault } from '../../../src/sandbox/faults.js'
import { prepareDemo } from '../../support/demo-chromium.js'
import { cutOff, untilStatus } from '../../support/page.js'
import { setFaults, setOutage } from '../../support/sandbox.js'
import { forgetSpoken, hear, listen, readFocus, tabTo } from '../../support/spoken.js'

declare const counterfoilTill: Till

const demo = prepareDemo()

let register: Page | undefined

async function openRegister(): Promise<Page> {
  register = await demo.open()
  await listen(register)
  return register
}

/** Nothing waits when the next test begins: what one leaves, the next would find. */
afterEach(async () => {
  if (!register) return
  await register.evaluate(async () => {
    for (const { id } of await counterfoilTill.entries({ state: 'parked' }))
      await counterfoilTill.attention.void(id, { by: 'Eva', reason: 'a test' })
    await counterfoilTill.replay()
  })
  await untilStatus(register, { counts: { queued: 0, sending: 0 } })
  register = undefined
})

/** Each test has a card of its own, since the till asks before the same is entered twice. */
async function refund(page: Page, card: string): Promise<void> {
  await page.locator('#refund-card').focus()
  await page.keyboard.type(card, { delay: 140 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Scarf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12.50')
  await page.keyboard.press('Enter')
}

/** Goes to the list of what needs attention, and to the form of an act. */
async function openAct(page: Page, act: string): Promise<void> {
  await untilStatus(page, { counts: { parked: 1 } })
  await page.locator('.skip').focus()
  await tabTo(page, /^link .*Needs attention/)
  await page.keyboard.press('Enter')
  await page.locator('counterfoil-attention li[data-id]').waitFor()
  await tabTo(page, new RegExp(`^button ${act}`))
  await page.keyboard.press('Enter')
}

/** Writes who decides and why, and confirms by Enter. */
async function giveVerdict(page: Page): Promise<void> {
  await tabTo(page, /^textbox Your name/)
  await page.keyboard.type('Eva')
  await page.keyboard.press('Tab')
  await tabTo(page, /^textbox Reason/)
  await page.keyboard.type('Asked the customer')
  await forgetSpoken(page)
  await page.keyboard.press('Enter')
}

/** What is sent is looked over first: the review has the focus, and its button comes after it. */
async function confirmReview(page: Page, effect: string, words: string): Promise<void> {
  await page.getByRole('button', { name: words, exact: true, disabled: false }).waitFor()
  await expect.poll(() => readFocus(page)).toBe(`form Is this right? ${effect}`)
  await tabTo(page, new RegExp(`^button ${words}$`))
  await page.keyboard.press('Enter')
}

/** The act is done, a screen reader is told so, and by nothing that interrupts. */
async function expectDone(page: Page, done: string): Promise<void> {
  const heard = await hear(page, new RegExp(`status: .*${done}`))
  expect(heard.filter((line) => line.startsWith('alert'))).toEqual([])
  await untilStatus(page, { counts: { parked: 0 } })
}

describe('by the keyboard alone, a screen reader is told', () => {
  it('that a refund is saved while the line is down, and then that it is confirmed', async () => {
    const page = await openRegister()
    await cutOff(page, demo.url)
    await forgetSpoken(page)
    await refund(page, '9001000000000042')
    const saved = await hear(page, /Saved on this till/)
    expect(saved).toContain('status: Saved on this till. Not confirmed yet. Refund · €12.50 · ••••0042')
    await expect.poll(() => readFocus(page)).toMatch(/^textbox Card/)
    await setOutage(demo.url, false)
    await page.evaluate(() => counterfoilTill.replay())
    const confirmed = await hear(page, /Confirmed by/)
    expect(confirmed).toContain('status: Confirmed by the card service. Refund · €12.50 · ••••0042')
    expect(confirmed.filter((line) => line.startsWith('alert'))).toEqual([])
  })

  it('at once that the card is refused, in the service’s words, and where it is dealt with', async () => {
    const page = await openRegister()
    await setFaults(demo.url, [{ kind: 'status', status: 422, body: { title: 'Card is blocked' } }])
    await refund(page, '9001000000000059')
    // Either may be said first.
    const heard = await hear(page, /(?=[^]*alert: Stop)(?=[^]*status: One operation needs attention\.)/)
    expect(heard.filter((line) => line.startsWith('alert'))).toEqual([
      'alert: Stop. Not confirmed. The card service refused this card: Card is blocked. Do not hand anything over. Tell your supervisor. Refund · €12.50 · ••••0059',
    ])
    expect(heard).toContain('status: One operation needs attention.')
  })

  const asItStands = 'It is sent as it stands, in its old place in line.'

  it.each<[act: string, fault: ScriptedFault, card: string, done: string, review?: [string, string]]>([
    ['Void', { kind: 'status', status: 422 }, '9001000000000067', 'Voided.'],
    ['It already went through', { kind: 'truncatedBody' }, '9001000000000075', 'Recorded as done.'],
    [
      'Send again',
      { kind: 'status', status: 422 },
      '9001000000000083',
      'It will be sent again.',
      [asItStands, 'Send it again'],
    ],
  ])('who decides, why, and what comes of: %s', async (act, fault, card, done, review) => {
    const page = await openRegister()
    await setFaults(demo.url, [fault])
    await refund(page, card)
    await openAct(page, act)
    await giveVerdict(page)
    if (review) await confirmReview(page, ...review)
    await expectDone(page, done)
  })

  it('by how much a correction changes the total, and what comes of: Correct', async () => {
    const page = await openRegister()
    await setFaults(demo.url, [{ kind: 'status', status: 422 }])
    await refund(page, '9001000000000091')
    await openAct(page, 'Correct')
    await tabTo(page, /^textbox Price/)
    await page.keyboard.press('ControlOrMeta+A')
    await forgetSpoken(page)
    await page.keyboard.type('15')
    const heard = await hear(page, /2\.50 more/)
    // The status may speak in between.
    expect(heard.filter((line) => line.endsWith('than before')).at(-1)).toBe('status: €2.50 more than before')
    await giveVerdict(page)
    await confirmReview(
      page,
      'The corrected operation is sent in place of this one, which is voided.',
      'Send the correction',
    )
    await expectDone(page, 'The correction will be sent.')
  })

  it('both sides of each clash, the total that comes of them, and what comes of: Compare and merge', async () => {
    const page = await openRegister()
    await parkConflict(page, '9001000000000109')
    await openAct(page, 'Compare and merge')
    await tabTo(page, /^radio This till €11\.00/)
    await forgetSpoken(page)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => readFocus(page)).toBe('radio The service €12.00')
    await hear(page, /status: Total after merging ?: €12\.00/)
    await giveVerdict(page)
    await confirmReview(
      page,
      'Your receipt and the service’s are brought together, and the result is sent as a new operation in place of this one.',
      'Send the merged receipt',
    )
    await expectDone(page, 'The merged receipt will be sent.')
  })

  it('what may happen twice, and what comes of: Take back', async () => {
    const page = await openRegister()
    await cutOff(page, demo.url)
    await refund(page, '9001000000000117')
    await untilStatus(page, { counts: { queued: 1 } })
    await page.evaluate(() =>
      counterfoilTill.exportJournal('seven green bottles', { handOver: { by: 'Eva', reason: 'a test' } }),
    )
    await setOutage(demo.url, false)
    await openAct(page, 'Take back')
    await giveVerdict(page)
    await confirmReview(
      page,
      'This till sends it again. Do this only if the file was lost or the other till has not imported it; otherwise it is done twice.',
      'Take it back',
    )
    await expectDone(page, 'Taken back.')
  })
})

/** An update of a receipt whose total the service has changed meanwhile. */
async function parkConflict(page: Page, card: string): Promise<void> {
  const transaction = await page.evaluate(async (card) => {
    const { id } = await counterfoilTill.refund({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
      StoredValueCardReceipt: { Total: 10 },
    })
    const entry = await counterfoilTill.settled(id)
    return ('reply' in entry ? entry.reply.body : undefined) as { TransactionID: number }
  }, card)
  const body = { StoredValueCardReceipt: { Total: 12 } }
  await setFaults(demo.url, [{ kind: 'status', status: 409, body }])
  await page.evaluate(
    ([CardCode, TransactionID]) =>
      counterfoilTill.updateReceipt({ CardCode, TransactionID, StoredValueCardReceipt: { Total: 11 } }),
    [card, transaction.TransactionID] as const,
  )
}
