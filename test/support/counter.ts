import { afterEach, beforeEach, expect, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import baseSheet from '../../src/demo/base.css?inline'
import registerSheet from '../../src/demo/register/register.css?inline'
import { formKinds } from '../../src/demo/register/forms.js'
import { createRegister, type Register } from '../../src/demo/register/register.js'
import type { Language } from '../../src/demo/languages.js'
import type { Entry, Limits, OperationKind, Receipt, Till } from '../../src/index.js'
import { demoTexts } from './demo-texts.js'
import { clearShown, textOf } from './elements.js'
import { wearStyles } from './styles.js'

const registers: Register[] = []
let gapMs = 0
let clockMs = 0
let gapsMs: number[] = []

/** The ids that the register has asked to show. */
export const shown: string[] = []

/** Gives each key the time that the test wants it to have, so that no test depends on how fast it runs. */
function pace(event: KeyboardEvent): void {
  clockMs += gapsMs.shift() ?? gapMs
  Object.defineProperty(event, 'timeStamp', { value: clockMs })
}

/** Prepares the page for a file, the keyboard for each of its tests, and clears the counter after it. */
export function prepareCounter(): void {
  wearStyles(baseSheet, registerSheet)
  beforeEach(() => {
    clockMs = 1_000
    gapsMs = []
    shown.length = 0
    addEventListener('keydown', pace, { capture: true })
  })
  afterEach(async () => {
    removeEventListener('keydown', pace, { capture: true })
    for (const register of registers.splice(0)) register.stop()
    await clearShown()
  })
}

/** Puts a register into the page, as the shell does. */
export function mount(
  till: Till,
  language: Language = 'en',
  operator = 'Ada',
  limits: Limits = {},
): Register {
  document.documentElement.lang = language
  const register = createRegister({
    till,
    shop: 'S01',
    terminal: 'T1',
    operator: () => operator,
    language,
    limits,
    texts: demoTexts[language].register,
    onShow: (id) => shown.push(id),
  })
  registers.push(register)
  const main = document.createElement('main')
  main.append(register.element)
  document.body.append(main)
  register.focus()
  return register
}

/** A register that was stopped writes its drafts to the end before it leaves their place to the next window. */
export async function untilLeft({ name }: Till): Promise<void> {
  await vi.waitFor(async () => {
    const { held = [] } = await navigator.locks.query()
    expect(held.filter((lock) => lock.name?.startsWith(`counterfoil-demo:slot:${name}:`))).toEqual([])
  })
}

/** Types as a hand does. */
export async function type(keys: string): Promise<void> {
  gapMs = 140
  await userEvent.keyboard(keys)
}

/** Types as a scanner does. */
export async function scan(code: string, end = '{Enter}', gap = 6, rest = 500): Promise<void> {
  clockMs += rest
  gapMs = gap
  await userEvent.keyboard(`${code}${end}`)
}

/** Presses the keys of a scan in the page itself, each after its own gap: thousands of them in a minute. */
export function strike(keys: readonly string[], gaps: readonly number[]): void {
  gapsMs = [...gaps]
  for (const key of keys) {
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    if (!target.dispatchEvent(event) || key.length > 1) continue
    if (!(target instanceof HTMLInputElement) || target.matches('[type=radio]')) continue
    target.value += key
    target.dispatchEvent(new Event('input', { bubbles: true }))
  }
  gapsMs = []
}

/** The one part of the page that a selector names. */
export function part(selector: string): HTMLInputElement {
  const found = document.querySelector<HTMLInputElement>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

/** The part of the page with a test id. */
export function testPart(id: string): HTMLElement {
  return part(`[data-testid="${id}"]`)
}

/** What a part says. */
export function said(id: string): string {
  return textOf(testPart(id))
}

/** What has the cursor. */
export function focusedId(): string | undefined {
  return document.activeElement?.id
}

/** Goes to the tab of an operation, and from there into its form. */
export async function choose(kind: OperationKind): Promise<void> {
  part('[role=tab][aria-selected=true]').focus()
  await type(`{Home}${'{ArrowRight}'.repeat(formKinds.indexOf(kind))}`)
  expect(focusedId()).toBe(`tab-${kind}`)
  await type('{Tab}')
}

const savedWords: Partial<Record<Language, RegExp>> = {
  en: /Saved on this till\. Not confirmed yet\.|Confirmed by the card service\./,
  it: /Salvato su questa cassa\./,
}

/** Waits until the register says that what was typed is saved. */
export async function kept(language: Language = 'en'): Promise<void> {
  await vi.waitFor(() => {
    const newest = testPart('confirmation').shadowRoot?.querySelector('.newest')
    expect(newest && textOf(newest)).toMatch(savedWords[language] ?? '')
  })
}

/** What was rung up last. */
export async function newest(till: Till): Promise<Entry> {
  const [entry] = await till.entries({ limit: 1 })
  if (!entry || !('revision' in entry)) throw new Error('nothing was rung up')
  return entry
}

/** The receipt of an entry. */
export function receiptOf({ request }: Entry): Receipt | undefined {
  return 'StoredValueCardReceipt' in request ? request.StoredValueCardReceipt : undefined
}

/** Presses the button that rings up. */
export function press(): void {
  testPart('ring-up').click()
}

/** Types a refund of one line, and Enter. */
export async function refund(card: string, price = '12.50'): Promise<void> {
  part('#refund-card').focus()
  await type(`${card}{Tab}{Tab}Scarf{Tab}${price}{Enter}`)
}
