import type { LitElement } from 'lit'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ActToApprove } from '../../src/elements.js'
import {
  focusedWords,
  freshCard,
  mount,
  nowhere,
  openShown,
  press,
  textOf,
  tidyUp,
  clearShown,
  untilShown,
  untilState,
} from '../support/elements.js'
import { refundOf } from '../support/models.js'
import { parkedOf, pretend } from '../support/pretend.js'
import { calmSandbox } from '../support/service.js'

beforeEach(calmSandbox)
afterEach(async () => {
  tidyUp()
  await clearShown()
})

/** A host's sign-in that gives these names, one after the other. */
function createSignIn(...names: (string | undefined)[]) {
  const asked: ActToApprove[] = []
  const approve = (act: ActToApprove) => {
    asked.push(act)
    const by = names.shift()
    return Promise.resolve(by === undefined ? undefined : { by })
  }
  return { asked, approve }
}

/** A host's sign-in that waits until the test approves. */
function createSlowSignIn() {
  let approve = (_who: { by: string }): void => undefined
  const signIn = () =>
    new Promise<{ by: string }>((resolve) => {
      approve = resolve
    })
  return {
    signIn,
    approve: (who: { by: string }) => {
      approve(who)
    },
  }
}

/** A person shuts the host's dialog after the element has shown that it waits. */
async function askInDialog(element: LitElement): Promise<undefined> {
  const dialog = document.createElement('dialog')
  document.body.append(dialog)
  await element.updateComplete
  dialog.showModal()
  dialog.close()
  dialog.remove()
}

describe('where the host has its own sign-in', () => {
  it('the desk asks it who decides, and not for a name', async () => {
    const entry = parkedOf('rejected')
    const { till, asked } = pretend({ entries: [entry] })
    const signIn = createSignIn('Eva')
    const element = mount('counterfoil-attention', till)
    element.approve = signIn.approve
    await press('Void')
    expect(textOf(element)).not.toContain('Your name')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.at(-1)).toBe('void Eva: Entered twice')
    expect(signIn.asked).toEqual([{ act: 'void', ids: [entry.id] }])
  })

  it('nothing is done where nobody approves it, and what was written stays', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const signIn = createSignIn(undefined, 'Eva')
    const element = mount('counterfoil-attention', till)
    element.approve = signIn.approve
    await press('Send again')
    await press('The cause was fixed')
    await press('Review')
    await press('Send it again')
    await untilShown(element, 'Not approved. Nothing was done.')
    expect(asked).toEqual([])
    await press('Send it again')
    await expect.poll(() => asked.at(-1)).toBe('sendAgain Eva: The cause was fixed')
  })

  it('the name of one approval is not the name of the next person', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.approve = createSignIn('Eva').approve
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.length).toBe(1)
    element.approve = undefined
    await element.updateComplete
    await press('Void')
    await untilShown(element, 'Your name')
  })

  it('a sign-in that fails does nothing, and that is said', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.approve = () => Promise.reject(new DOMException('the reader is gone', 'NetworkError'))
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    await untilShown(element, /Nothing was done: .*NetworkError/)
    expect(asked).toEqual([])
  })

  it('what a person calls off while it asks is not done, though it is approved then', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    const { signIn, approve } = createSlowSignIn()
    element.approve = signIn
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    await press('Cancel')
    approve({ by: 'Eva' })
    element.approve = createSignIn('Ida').approve
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    await expect.poll(() => asked.length).toBeGreaterThan(0)
    expect(asked).toEqual(['void Ida: Entered twice'])
  })

  it('a waiting operation that a person keeps while it asks is not cancelled, though that is approved then', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf(freshCard(), 5))
    const element = mount('counterfoil-journal', till)
    const { signIn, approve } = createSlowSignIn()
    element.approve = signIn
    element.selected = id
    await untilShown(element, 'Cancel this operation')
    await press('Cancel this operation')
    await press('Entered twice')
    await press('Cancel the operation')
    await press('Keep it')
    approve({ by: 'Eva' })
    element.approve = createSignIn('Ida').approve
    await press('Cancel this operation')
    await press('Entered twice')
    await press('Cancel the operation')
    const voided = await untilState(till, id, 'voided')
    expect(voided.history.at(-1)).toMatchObject({ what: 'void', by: 'Ida' })
  })

  it('a dialog of the host’s that is shut gives the focus back to the button', async () => {
    const { till } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.approve = () => askInDialog(element)
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    await untilShown(element, 'Not approved. Nothing was done.')
    expect(focusedWords()).toBe('Void it')
  })

  it('the journal asks it before a waiting operation is cancelled', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf(freshCard(), 5))
    const signIn = createSignIn(undefined, 'Eva')
    const element = mount('counterfoil-journal', till)
    element.approve = signIn.approve
    element.selected = id
    await untilShown(element, 'Cancel this operation')
    await press('Cancel this operation')
    expect(textOf(element)).not.toContain('Your name')
    await press('Entered twice')
    await press('Cancel the operation')
    await untilShown(element, 'Not approved. Nothing was done.')
    expect((await till.entry(id))?.state).toBe('queued')
    await press('Cancel the operation')
    const voided = await untilState(till, id, 'voided')
    expect(voided.history.at(-1)).toMatchObject({ what: 'void', by: 'Eva', reason: 'Entered twice' })
    expect(signIn.asked).toEqual([
      { act: 'void', ids: [id] },
      { act: 'void', ids: [id] },
    ])
  })

  it('the status asks it before sending is paused or resumed', async () => {
    const held = { scope: 'till' as const, reason: 'held' as const, since: new Date() }
    const counts = { queued: 900, sending: 0, settled: 0, parked: 0, voided: 0 }
    const replay = { running: true, done: 0, total: 900 }
    const { till, asked, change } = pretend({ status: { counts, replay } })
    const signIn = createSignIn(undefined, 'Eva', 'Eva')
    const element = mount('counterfoil-status', till)
    element.approve = signIn.approve
    await press('Pause')
    await untilShown(element, 'Not approved. Nothing was done.')
    expect(asked).toEqual([])
    await press('Pause')
    await expect.poll(() => asked).toEqual(['pause Eva'])
    change({ pauses: [held] })
    await press('Resume')
    await expect.poll(() => asked).toEqual(['pause Eva', 'resume'])
    expect(signIn.asked.map(({ act }) => act)).toEqual(['pause', 'pause', 'resume'])
  })
})

describe('a reason', () => {
  it('is never there before a person gives it: no click alone claims that something was checked', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('unknown')] })
    const element = mount('counterfoil-attention', till)
    element.operator = 'Ugo'
    await press('It already went through')
    await press('Yes, it went through')
    await untilShown(element, 'Enter a reason.')
    expect(asked).toEqual([])
    const chosen = element.shadowRoot?.querySelectorAll('.choice[aria-pressed=true]')
    expect(chosen).toHaveLength(0)
  })
})
