import { afterEach, describe, expect, it } from 'vitest'
import { createApproval } from '../../src/demo/shell/approval.js'
import type { OfficeDeps } from '../../src/demo/shell/card.js'
import { createExportCard, createImportCard } from '../../src/demo/shell/office-transfer.js'
import { createOperator } from '../../src/demo/shell/operator.js'
import { createPeople } from '../../src/demo/shell/people.js'
import type { Preferences } from '../../src/demo/shell/preferences.js'
import { english } from '../../src/demo/shell/texts-english.js'
import type { FileSecret, ImportOptions, Till } from '../../src/index.js'
import { clearShown, freshCard, nowhere, openShown } from '../support/elements.js'
import { refundOf } from '../support/models.js'

const pin = '470815'
const passphrase = 'a passphrase of some length'

afterEach(async () => {
  await clearShown()
  localStorage.clear()
})

/** What the office is given; with people, a supervisor and a cashier who sign in with a PIN. */
async function prepareOffice(till: Till, hasPeople: boolean): Promise<OfficeDeps> {
  const people = createPeople({ storage: localStorage, now: () => Date.now(), rounds: 10 })
  if (hasPeople) {
    await people.add({ name: 'Ugo', role: 'cashier' }, '1234')
    await people.add({ name: 'Eva', role: 'supervisor' }, pin)
  }
  const signIn = { people, texts: english.people, now: () => Date.now() }
  const preferences: Preferences = { language: 'en', operator: '', isTraining: false }
  const operator = createOperator(hasPeople ? '' : 'Eva')
  const approve = createApproval(signIn)
  const others = { onOperator: () => undefined, onReload: () => undefined, onCheck: () => Promise.resolve() }
  return { till, texts: english, preferences, operator, signIn, approve, ...others }
}

/** Puts the card with the list into the page, and waits until a hand-over is shown in it. */
async function showHandOver(deps: OfficeDeps) {
  const card = createExportCard(deps)
  document.body.append(card)
  await expect.poll(() => card.querySelector('.hand-over')).not.toBeNull()
  card.querySelector<HTMLDetailsElement>('.lost')?.setAttribute('open', '')
  const list = card.querySelector('.hand-overs')
  if (!list) throw new Error('there is no list')
  return { card, list, outcome: () => card.querySelector('.hand-overs + .outcome')?.textContent }
}

/** A till with two refunds that wait. */
async function openWaiting() {
  const till = await openShown(nowhere)
  await till.pause()
  const entries = [await till.refund(refundOf(freshCard())), await till.refund(refundOf(freshCard()))]
  return { till, ids: entries.map(({ id }) => id) }
}

function fieldOf(form: Element, label: string): HTMLInputElement {
  const found = [...form.querySelectorAll('label')].find(({ textContent }) => textContent === label)
  const field = form.querySelector<HTMLInputElement>(`#${found?.htmlFor ?? 'none'}`)
  if (!field) throw new Error(`there is no field ${label}`)
  return field
}

function formOf(root: Element, selector: string): HTMLFormElement {
  const form = root.querySelector<HTMLFormElement>(selector)
  if (!form) throw new Error(`there is no form ${selector}`)
  return form
}

/** Fills the form in to take a copy over. */
function chooseCopy(form: HTMLFormElement, copy: Blob): void {
  const files = new DataTransfer()
  files.items.add(new File([copy], 'till.counterfoil'))
  fieldOf(form, english.office.file).files = files.files
  fieldOf(form, 'Passphrase').value = passphrase
  fieldOf(form, english.office.takeOver).click()
}

/** Answers the question for the PIN; undefined closes it. */
async function answerPin(code: string | undefined): Promise<void> {
  await expect.poll(() => document.querySelector('dialog')).not.toBeNull()
  const dialog = document.querySelector('dialog')
  expect([...(dialog?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual(['Eva'])
  if (code === undefined) {
    dialog?.close()
    return
  }
  const input = dialog?.querySelector('input')
  if (input) input.value = code
  dialog?.querySelector('form')?.requestSubmit()
}

const lastOf = async (till: Till, id: string) => (await till.entry(id))?.history.at(-1)

describe('a hand-over whose file was lost', () => {
  it('is taken back at once, only after a person says that no other till has the file', async () => {
    const { till, ids } = await openWaiting()
    await till.exportJournal(passphrase, { handOver: { by: 'Eva', reason: 'broken' } })
    const { card, list, outcome } = await showHandOver(await prepareOffice(till, false))
    const form = formOf(list, '.lost form')
    fieldOf(form, 'Reason').value = 'The stick was lost'
    form.requestSubmit()
    expect((await till.entry(ids[0] ?? ''))?.state).toBe('parked')
    fieldOf(form, english.office.lostSure).checked = true
    form.querySelector('button')?.focus()
    form.requestSubmit()
    for (const id of ids) await expect.poll(async () => (await till.entry(id))?.state).toBe('queued')
    await expect.poll(() => list.children.length).toBe(0)
    expect(await lastOf(till, ids[0] ?? '')).toMatchObject({
      what: 'take-back',
      by: 'Eva',
      reason: 'The stick was lost',
    })
    expect(outcome()).toBe('Taken back: 2.')
    expect(document.activeElement).toBe(card.querySelector('h2'))
  })

  it('says what went wrong also where the list is built anew meanwhile', async () => {
    const { till } = await openWaiting()
    await till.exportJournal(passphrase, { handOver: { by: 'Eva', reason: 'broken' } })
    const takeBackHandOver: Till['takeBackHandOver'] = async (...given) => {
      await till.takeBackHandOver(...given)
      throw new Error('another tab was quicker')
    }
    const { list, outcome } = await showHandOver(await prepareOffice({ ...till, takeBackHandOver }, false))
    const form = formOf(list, '.lost form')
    fieldOf(form, 'Reason').value = 'The stick was lost'
    fieldOf(form, english.office.lostSure).checked = true
    form.requestSubmit()
    await expect.poll(() => list.textContent).toBe('')
    await expect.poll(outcome).toMatch(/^That did not work: /)
  })

  it('is dated as the country of its language writes dates', async () => {
    const { till } = await openWaiting()
    await till.exportJournal(passphrase, { handOver: { by: 'Eva', reason: 'broken' } })
    const [handOver] = await till.handOvers()
    const style = { dateStyle: 'medium', timeStyle: 'short' } as const
    const written = new Intl.DateTimeFormat('en-IE', style).format(handOver?.at)
    expect(written).not.toBe(new Intl.DateTimeFormat('en', style).format(handOver?.at))
    const { list } = await showHandOver(await prepareOffice(till, false))
    expect(list.textContent).toContain(`Handed over on ${written}`)
  })
})

describe('where people sign in, the office', () => {
  it('hands over, and hears that the file arrived, under the name of the supervisor who signs in', async () => {
    const { till, ids } = await openWaiting()
    const card = createExportCard(await prepareOffice(till, true))
    document.body.append(card)
    const form = formOf(card, 'form')
    fieldOf(form, 'Passphrase').value = passphrase
    fieldOf(form, english.office.handOver).click()
    expect(fieldOf(form, 'Your name').checkVisibility()).toBe(false)
    fieldOf(form, 'Reason').value = 'The till is closing'
    form.requestSubmit()
    await answerPin(undefined)
    await expect.poll(() => form.textContent).toContain('Not approved. Nothing was done.')
    expect((await till.entry(ids[0] ?? ''))?.state).toBe('queued')
    form.requestSubmit()
    await answerPin(pin)
    await expect
      .poll(() => lastOf(till, ids[0] ?? ''))
      .toMatchObject({ what: 'handed-over', by: 'Eva', reason: 'The till is closing' })
    await expect.poll(() => card.querySelector('.hand-over')).not.toBeNull()
    const [, arrival] = card.querySelectorAll<HTMLFormElement>('.hand-over form')
    if (!arrival) throw new Error('there is no form for the arrival')
    expect(fieldOf(arrival, 'Your name').checkVisibility()).toBe(false)
    fieldOf(arrival, english.office.arrivedHow).value = 'Bea said so'
    arrival.requestSubmit()
    await answerPin(pin)
    await expect.poll(async () => (await till.handOvers())[0]?.acknowledged).toMatchObject({ by: 'Eva' })
  })

  it('takes nothing over or back without a supervisor', async () => {
    const { till, ids } = await openWaiting()
    const copy = await till.exportJournal(passphrase)
    await till.exportJournal(passphrase, { handOver: { by: 'Eva', reason: 'broken' } })
    const deps = await prepareOffice(till, true)
    const card = createImportCard(deps)
    document.body.append(card)
    const { list, outcome } = await showHandOver(deps)
    const back = formOf(list, '.lost form')
    fieldOf(back, english.office.lostSure).checked = true
    fieldOf(back, 'Reason').value = 'The stick was lost'
    back.requestSubmit()
    await answerPin(undefined)
    await expect.poll(outcome).toBe('Not approved. Nothing was done.')
    expect((await till.entry(ids[0] ?? ''))?.state).toBe('parked')

    const over = formOf(card, 'form')
    chooseCopy(over, copy)
    fieldOf(over, 'Reason').value = 'The till broke'
    over.requestSubmit()
    await answerPin(undefined)
    await expect.poll(() => over.textContent).toContain('Not approved. Nothing was done.')
    over.requestSubmit()
    await answerPin(pin)
    await expect.poll(() => over.textContent).toContain('Written by')
    expect(over.textContent).toMatch(/, \d{1,2} \w+ \d{4}, \d\d:\d\d\./)
  })

  it('hands on that nothing was changed at the old till only where a person says so', async () => {
    const { till } = await openWaiting()
    const copy = await till.exportJournal(passphrase)
    const given: unknown[] = []
    const importJournal = (file: Blob, secret: FileSecret, { takeOver }: ImportOptions = {}) => {
      given.push(takeOver?.unchanged)
      return till.importJournal(file, secret)
    }
    const card = createImportCard(await prepareOffice({ ...till, importJournal }, false))
    document.body.append(card)
    const over = formOf(card, 'form')
    chooseCopy(over, copy)
    fieldOf(over, english.office.by).value = 'Eva'
    fieldOf(over, 'Reason').value = 'The till broke'
    over.requestSubmit()
    await expect.poll(() => given).toEqual([false])
    await expect.poll(() => over.textContent).toContain('Written by')
    fieldOf(over, english.office.unchanged).click()
    over.requestSubmit()
    await expect.poll(() => given).toEqual([false, true])
  })

  it('fills in the person who is at the till now, unless another name is written', async () => {
    const { till } = await openWaiting()
    const deps = await prepareOffice(till, false)
    const operator = createOperator('Eva')
    await till.exportJournal(passphrase, { handOver: { by: 'Eva', reason: 'broken' } })
    const { card, list } = await showHandOver({ ...deps, operator })
    const fields = [card, list].map((root) => fieldOf(root, 'Your name'))
    const [first, second] = fields
    const names = () => fields.map(({ value }) => value)
    expect(names()).toEqual(['Eva', 'Eva'])
    operator.set('Bob')
    expect(names()).toEqual(['Bob', 'Bob'])
    if (first) first.value = 'Ugo'
    operator.set('Ada')
    expect([first?.value, second?.value]).toEqual(['Ugo', 'Ada'])
    operator.set('Ugo')
    operator.set('Eva')
    expect(names()).toEqual(['Eva', 'Eva'])
  })

  it('asks for a name again once the last person is removed', async () => {
    const { till } = await openWaiting()
    const deps = await prepareOffice(till, true)
    const card = createExportCard(deps)
    document.body.append(card)
    const form = formOf(card, 'form')
    fieldOf(form, english.office.handOver).click()
    for (const { name } of deps.signIn.people.list()) deps.signIn.people.remove(name)
    expect(fieldOf(form, 'Your name').checkVisibility()).toBe(true)
    expect(fieldOf(form, 'Your name').required).toBe(true)
  })
})
