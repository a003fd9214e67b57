import { expect, it } from 'vitest'
import {
  confirm,
  freshCard,
  inPanel,
  openAct,
  placeOf,
  prepareDesk,
  readEffects,
  readEntry,
  readFocus,
  reviewAndConfirm,
  ring,
  sayName,
  tabTo,
  untilCalm,
  untilEntry,
  untilSaid,
  write,
} from '../support/desk.js'
import { click, readText } from '../support/hands.js'
import { refundOf } from '../support/models.js'
import { setFaults } from '../support/sandbox.js'
import type { ScriptedFault } from '../../src/sandbox/faults.js'
import { describeEngine } from '../support/stage.js'

const desk = prepareDesk()

/** A refund that the service's answer leaves to a person. */
async function park(fault: ScriptedFault, reason: string, card = freshCard()): Promise<string> {
  await setFaults(desk.server.url, [fault])
  const id = await ring(desk.tab, 'refund', refundOf(card, 25))
  await untilEntry(desk.tab, id, { state: 'parked', reason })
  return id
}

const status = (status: number, rest: object = {}): ScriptedFault => ({ kind: 'status', status, ...rest })
const notice = 'counterfoil-attention >>> [role="status"]'

/** How many operations the service has applied. */
async function countEffects(): Promise<number> {
  return (await readEffects(desk.server.url)).length
}

describeEngine('a person at the list of what needs one', () => {
  it('unknown: marks as applied what the service did before its answer broke off', async () => {
    const { tab } = desk
    const id = await park({ kind: 'truncatedBody' }, 'unknown')
    await untilSaid(tab, placeOf(id, '.reason'), 'Check the card before sending again.')
    await openAct(tab, id, 'mark-applied')
    await confirm(tab, 'Yes, it went through')
    await untilSaid(tab, inPanel('#faults'), 'Enter your name.')
    expect((await readEntry(tab, id))?.state).toBe('parked')
    await sayName(tab)
    await confirm(tab, 'Yes, it went through')
    const { history } = await untilEntry(tab, id, { state: 'settled' })
    expect(history.at(-1)).toMatchObject({ what: 'mark-applied', by: 'Ada', reason: 'Checked with Eva' })
    await untilSaid(tab, notice, 'Recorded as done.')
    await untilCalm(tab)
    await expect.poll(() => readFocus(tab)).toBe('Needs attention')
    expect(await countEffects()).toBe(1)
  })

  it('unknown: sends again what was not done, after a warning and a last look', async () => {
    const { tab } = desk
    const id = await park(status(202), 'unknown')
    await openAct(tab, id, 'send-again')
    await untilSaid(tab, inPanel('#panel-effect'), 'charged or credited twice')
    await sayName(tab)
    await confirm(tab, 'Review')
    await untilSaid(tab, inPanel(), /Is this right\?.*Amount €25\.00/)
    expect(await countEffects()).toBe(0)
    expect((await readEntry(tab, id))?.state).toBe('parked')
    await confirm(tab, 'Send it again')
    await untilEntry(tab, id, { state: 'settled' })
    await untilCalm(tab)
    expect(await countEffects()).toBe(1)
  })

  it('conflict: reads what the service said and voids it, by keyboard alone', async () => {
    const { tab } = desk
    const id = await park(status(409, { body: { title: 'Card is blocked' } }), 'conflict')
    await untilSaid(tab, placeOf(id, '.said'), 'Card is blocked')
    for (const [name, text] of [
      ['Void'],
      ['Your name', 'Ada'],
      ['Reason', 'Checked with Eva'],
      ['Void it'],
    ] as const) {
      await tabTo(tab, name)
      await (text === undefined ? tab.press('Enter') : tab.type(text))
    }
    const { history } = await untilEntry(tab, id, { state: 'voided' })
    expect(history.at(-1)).toMatchObject({ what: 'void', by: 'Ada', reason: 'Checked with Eva' })
    await untilCalm(tab)
    await expect.poll(() => readFocus(tab)).toBe('Needs attention')
    expect(await countEffects()).toBe(0)
  })

  it('conflict: lays two receipts side by side and sends what was chosen', async () => {
    const { tab, server } = desk
    const card = freshCard()
    const known = await ring(tab, 'refund', refundOf(card, 10))
    const { reply } = (await untilEntry(tab, known, { state: 'settled' })) as { reply?: { body: unknown } }
    const { TransactionID } = reply?.body as { TransactionID: number }
    const theirs = { Total: 12, UserData: 'theirs' }
    await setFaults(server.url, [status(409, { body: { StoredValueCardReceipt: theirs } })])
    const receipt = { Total: 11, UserData: 'ours' }
    const model = { CardCode: card, TransactionID, StoredValueCardReceipt: receipt }
    const id = await ring(tab, 'updateReceipt', model)
    await untilEntry(tab, id, { state: 'parked', reason: 'conflict' })
    await openAct(tab, id, 'merge')
    await untilSaid(tab, inPanel('.clash'), /This till.*The service/)
    await click(tab, inPanel('input[name="clash:Total"][value="theirs"]'))
    await click(tab, inPanel('input[name="clash:UserData"][value="ours"]'))
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send the merged receipt')
    await untilEntry(tab, id, { state: 'voided', replacedBy: expect.any(String) as string })
    await untilCalm(tab)
    await expect.poll(countEffects).toBe(2)
    const [, update] = await readEffects(server.url)
    expect(update?.body).toEqual({ ...model, StoredValueCardReceipt: { Total: 12, UserData: 'ours' } })
  })

  it('precondition: sends it again as it stands', async () => {
    const { tab } = desk
    const id = await park(status(412), 'precondition')
    await untilSaid(tab, placeOf(id, '.reason'), 'Someone else changed it')
    await openAct(tab, id, 'send-again')
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send it again')
    await untilEntry(tab, id, { state: 'settled' })
    await untilCalm(tab)
    expect(await countEffects()).toBe(1)
  })

  it('rejected: corrects a value, and what was not touched stays as it was', async () => {
    const { tab, server } = desk
    const card = freshCard()
    const problem = { type: 'about:blank', title: 'Not covered', detail: 'The balance is too low.' }
    const headers = { 'content-type': 'application/problem+json' }
    const id = await park(status(422, { body: problem, headers }), 'rejected', card)
    await untilSaid(tab, placeOf(id, '.said'), /Not covered ?The balance is too low\./)
    await openAct(tab, id, 'amend')
    const total = inPanel('input[name="field:StoredValueCardReceipt.Total"]')
    await write(tab, total, 'much')
    await sayName(tab)
    await confirm(tab, 'Review')
    await untilSaid(tab, inPanel('#faults'), 'Total: a number is needed.')
    await expect.poll(() => readFocus(tab)).toBe('Total')
    await write(tab, total, '19,50')
    await confirm(tab, 'Review')
    await untilSaid(tab, inPanel('.changes'), /Total ?€25\.00 ?€19\.50/)
    await confirm(tab, 'Send the correction')
    const voided = await untilEntry(tab, id, { state: 'voided' })
    const next = 'replacedBy' in voided ? (voided.replacedBy ?? '') : ''
    await untilEntry(tab, next, { state: 'settled', replaces: id })
    await untilSaid(tab, notice, 'The correction will be sent.')
    await untilCalm(tab)
    const bodies = (await readEffects(server.url)).map(({ body }) => body)
    expect(bodies).toEqual([refundOf(card, 19.5)])
  })

  it('rejected: sends several again at once, and what is unknown cannot even be chosen', async () => {
    const { tab, server } = desk
    const unknown = await park(status(202), 'unknown')
    await setFaults(server.url, [status(422, { times: 3 })])
    const ids: string[] = []
    for (let index = 0; index < 3; index += 1) ids.push(await ring(tab, 'refund', refundOf(freshCard(), 25)))
    for (const id of ids) await untilEntry(tab, id, { state: 'parked', reason: 'rejected' })
    for (const id of ids) await click(tab, placeOf(id, 'input[type="checkbox"]'))
    expect(await readText(tab, placeOf(unknown, 'input[type="checkbox"]'))).toBeUndefined()
    await untilSaid(tab, 'counterfoil-attention >>> #bulk', 'Send 3 again…')
    await click(tab, 'counterfoil-attention >>> #bulk')
    await sayName(tab)
    await reviewAndConfirm(tab, 'Send all 3 again')
    for (const id of ids) await untilEntry(tab, id, { state: 'settled' })
    await untilSaid(tab, notice, '3 will be sent again.')
    await untilEntry(tab, unknown, { state: 'parked', reason: 'unknown' })
    await untilSaid(tab, 'counterfoil-status >>> .parked', '1 needs attention')
    expect(await countEffects()).toBe(3)
  })
})
