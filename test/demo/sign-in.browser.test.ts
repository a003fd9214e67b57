import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { expectAccessible } from '../support/axe.js'
import { createApproval } from '../../src/demo/shell/approval.js'
import type { OfficeDeps } from '../../src/demo/shell/card.js'
import { createSignInCard } from '../../src/demo/shell/office-sign-in.js'
import { createPeople, type People } from '../../src/demo/shell/people.js'
import { english } from '../../src/demo/shell/texts-english.js'
import { mount, press, tidyUp, untilShown } from '../support/elements.js'
import { parkedOf, pretend } from '../support/pretend.js'

const pin = '470815'
let people: People

beforeEach(async () => {
  localStorage.clear()
  people = createPeople({ storage: localStorage, now: () => Date.now(), rounds: 10 })
  await people.add({ name: 'Ugo', role: 'cashier' }, '1234')
  await people.add({ name: 'Eva', role: 'supervisor' }, pin)
})
afterEach(() => {
  tidyUp()
  localStorage.clear()
  vi.restoreAllMocks()
})

const approval = () => createApproval({ people, texts: english.people, now: () => Date.now() })

async function findDialog(): Promise<HTMLDialogElement> {
  await expect.poll(() => document.querySelector('dialog')).not.toBeNull()
  const dialog = document.querySelector('dialog')
  if (!dialog) throw new Error('there is no dialog')
  return dialog
}

function enter(dialog: HTMLDialogElement, code: string): void {
  const input = dialog.querySelector('input')
  if (input) input.value = code
  dialog.querySelector('form')?.requestSubmit()
}

describe('the demo’s sign-in', () => {
  it('lets a supervisor approve what is decided at the desk, under the supervisor’s name', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.approve = approval()
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    const dialog = await findDialog()
    expect([...dialog.querySelectorAll('option')].map(({ value }) => value)).toEqual(['Eva'])
    await expectAccessible(dialog)
    enter(dialog, '1234')
    await expect.poll(() => dialog.textContent).toContain('Wrong PIN. Tries left: 2.')
    expect(asked).toEqual([])
    enter(dialog, pin)
    await expect.poll(() => asked).toEqual(['void Eva: Entered twice'])
    await expect.poll(() => document.querySelector('dialog')).toBeNull()
  })

  it('says so where the browser has no room to note a try', async () => {
    const asking = approval()({ act: 'void' })
    const dialog = await findDialog()
    const full = new DOMException('no room', 'QuotaExceededError')
    const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw full
    })
    enter(dialog, pin)
    await expect.poll(() => dialog.querySelector('.pin-fault')?.textContent).toBe(english.people.notNoted)
    setItem.mockRestore()
    enter(dialog, pin)
    expect(await asking).toEqual({ by: 'Eva' })
  })

  it('does nothing where the dialog is closed', async () => {
    const { till, asked } = pretend({ entries: [parkedOf('rejected')] })
    const element = mount('counterfoil-attention', till)
    element.approve = approval()
    await press('Void')
    await press('Entered twice')
    await press('Void it')
    const dialog = await findDialog()
    dialog.close()
    await untilShown(element, 'Not approved. Nothing was done.')
    expect(asked).toEqual([])
  })

  it('says how long to wait after three wrong PINs', async () => {
    const answer = approval()({ act: 'void' })
    const dialog = await findDialog()
    for (const left of ['2', '1']) {
      enter(dialog, '0000')
      await expect.poll(() => dialog.textContent).toContain(`Tries left: ${left}`)
    }
    enter(dialog, '0000')
    await expect.poll(() => dialog.textContent).toMatch(/Try again in \d+ s\./)
    enter(dialog, pin)
    await expect.poll(() => dialog.textContent).toMatch(/Try again in \d+ s\./)
    dialog.close()
    expect(await answer).toBeUndefined()
  })

  it('leaves no PIN in the page, in a store, in a console or in what it answers', async () => {
    const said: unknown[] = []
    for (const name of ['log', 'debug', 'info', 'warn', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void said.push(...words))
    const answer = approval()({ act: 'void' })
    const dialog = await findDialog()
    enter(dialog, pin)
    const approved = await answer
    expect(approved).toEqual({ by: 'Eva' })
    const stores = [localStorage, sessionStorage].map((store) => JSON.stringify(Object.entries(store)))
    const page = document.documentElement.outerHTML
    expect(dialog.querySelector('input')?.value).toBe('')
    expect([JSON.stringify(said), JSON.stringify(approved), ...stores, page].join()).not.toContain(pin)
  })
})

describe('the people in the office', () => {
  function showCard(): HTMLElement {
    const signIn = { people, texts: english.people, now: () => Date.now() }
    const approve = () => Promise.resolve({ by: 'Eva' })
    const card = createSignInCard({ texts: english, signIn, approve } as unknown as OfficeDeps)
    document.body.append(card)
    return card
  }

  it('have a name that is more than blanks', async () => {
    const card = showCard()
    const [name, code, again] = card.querySelectorAll('input')
    if (!name || !code || !again) throw new Error('there are no fields')
    const add = (words: string) => {
      name.value = words
      for (const input of [code, again]) input.value = pin
      card.querySelector('form')?.requestSubmit()
    }
    add('  ')
    expect(name.validity.valid).toBe(false)
    expect(code.value).toBe(pin)
    add(' Ada Ö. ')
    await expect.poll(() => people.list().map((person) => person.name)).toEqual(['Ugo', 'Eva', 'Ada Ö.'])
  })

  it('leave the focus on their card’s heading where one of them is removed', async () => {
    const card = showCard()
    for (const label of ['Remove Ugo', 'Remove Eva']) {
      const button = [...card.querySelectorAll('button')].find(({ textContent }) => textContent === label)
      button?.focus()
      button?.click()
      await expect.poll(() => button?.isConnected).toBe(false)
      expect(document.activeElement).toBe(card.querySelector('h2'))
    }
  })
})
