import { userEvent } from 'vitest/browser'
import { expect, vi } from 'vitest'
import '../../src/elements.js'
import {
  openTill,
  type Limits,
  type ListedEntry,
  type Till,
  type TillOptions,
  type TillRulesOptions,
} from '../../src/index.js'
import { freshName } from './journals.js'
import { refundOf } from './models.js'
import { control } from './service.js'

const tills: Till[] = []

/** A machine that stalls for seconds is no service that does not answer. */
const timeoutMs = 60_000

/** A real till; the service is the sandbox that the tests' own server carries, or nobody. */
export async function openShown(
  baseUrl = '/api',
  limits: Limits = {},
  rules: TillRulesOptions = {},
  name = freshName(),
): Promise<Till> {
  const service = { baseUrl, timeoutMs }
  const till = await openTill({ shop: 'S01', terminal: 'T1', worker: false, name, service, limits, rules })
  tills.push(till)
  return till
}

/** Nobody listens there, so that whatever is rung up waits. */
export const nowhere = 'http://127.0.0.1:9'

/** Takes the page and the tills of a test away, and mends the sandbox. */
export async function clearShown(): Promise<void> {
  document.body.replaceChildren()
  sessionStorage.clear()
  document.documentElement.lang = 'en'
  const shown = tills.splice(0)
  for (const till of shown) await till.pause().catch(() => undefined)
  // Cuts what the sandbox has not answered yet: nobody waits for it.
  await control('outage', 'POST', { on: true })
  for (const till of shown) await closeQuietly(till)
  await control('faults', 'DELETE')
  await control('reset', 'POST')
}

/** What is still on its way would arrive in the midst of the next test. */
async function closeQuietly(till: Till): Promise<void> {
  await vi.waitFor(() => {
    if (till.status.value.counts.sending) throw new Error('something is still on its way')
  })
  till.close()
}

/** Puts an element into the page, with its properties. */
export async function show<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
): Promise<HTMLElementTagNameMap[Tag]> {
  const element = document.createElement(tag)
  Object.assign(element, properties)
  document.body.append(element)
  await Promise.resolve()
  return element
}

/** What an element says, as one line; styles say nothing. */
export function textOf(element: Element): string {
  const walker = document.createTreeWalker(element.shadowRoot ?? element, NodeFilter.SHOW_TEXT)
  const texts: string[] = []
  while (walker.nextNode())
    if (walker.currentNode.parentElement?.tagName !== 'STYLE') texts.push(walker.currentNode.nodeValue ?? '')
  return texts.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** The one part of an element that a selector names. */
export function partOf(element: Element, selector: string): HTMLElement {
  const part = element.shadowRoot?.querySelector<HTMLElement>(selector)
  if (!part) throw new Error(`there is no ${selector}`)
  return part
}

/** Answers with the documents that are printed, instead of a printer. */
export function catchPrints(body = document.body): {
  papers: Document[]
  /** The page of each, and how high and wide what is printed on it is. */
  pages: { rule: string; height: number; width: number }[]
  stop: () => void
} {
  const papers: Document[] = []
  const pages: ReturnType<typeof catchPrints>['pages'] = []
  const watch = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      const view = node.nodeName === 'IFRAME' ? (node as HTMLIFrameElement).contentWindow : null
      if (!view) continue
      view.print = () => {
        papers.push(view.document.cloneNode(true) as Document)
        const rules = view.document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules])
        const { height = 0, width = 0 } = view.document.body.firstElementChild?.getBoundingClientRect() ?? {}
        const rule = rules.find(({ cssText }) => cssText.startsWith('@page'))?.cssText ?? ''
        pages.push({ rule, height, width })
        view.dispatchEvent(new Event('afterprint'))
      }
    }
  })
  watch.observe(body, { childList: true })
  return {
    papers,
    pages,
    stop: () => {
      watch.disconnect()
    },
  }
}

/** A till of its own against the sandbox. */
export async function openTestTill(options: Partial<TillOptions> = {}): Promise<Till> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    name: freshName(),
    ...options,
    service: { baseUrl: '/api', timeoutMs, ...options.service },
  })
  tills.push(till)
  return till
}

/** Leaves the page as it was. */
export function tidyUp(): void {
  document.body.replaceChildren()
  sessionStorage.clear()
  document.documentElement.lang = 'en'
  for (const till of tills.splice(0)) till.close()
}

type ElementName = Extract<keyof HTMLElementTagNameMap, `counterfoil-${string}`>

/** Puts an element of a till into the page. */
export function mount<Tag extends ElementName>(tag: Tag, till: Till): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag)
  Object.assign(element, { till })
  document.body.append(element)
  return element
}

/** What has the focus, inside shadow roots too. */
export function focused(): Element | null {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active
}

/** What has the focus, by its words. */
export function focusedWords(): string {
  const active = focused()
  return active === null || active === document.body ? '' : active.textContent.replace(/\s+/g, ' ').trim()
}

/** What an element is called by those who cannot see it, as far as these elements go. */
export function nameOf(element: Element): string {
  const label = element.getAttribute('aria-label')
  if (label !== null) return label
  if (element instanceof HTMLInputElement) {
    return (element.closest('label')?.textContent ?? '').replace(/\s+/g, ' ').trim()
  }
  return element.textContent.replace(/\s+/g, ' ').trim()
}

const operable = 'button, input, summary, textarea'

function listOperable(root: ParentNode = document): Element[] {
  return [...root.querySelectorAll('*')].flatMap((element) => [
    ...(element.matches(operable) ? [element] : []),
    ...(element.shadowRoot ? listOperable(element.shadowRoot) : []),
  ])
}

/** Tabs on until what is named so is there and has the focus: nothing that a keyboard cannot reach will do. */
export async function tabTo(name: string | RegExp): Promise<Element> {
  const isIt = (element: Element) =>
    element.matches(operable) &&
    (typeof name === 'string' ? nameOf(element) === name : name.test(nameOf(element)))
  await expect.poll(() => listOperable().some(isIt), { message: `no ${String(name)}` }).toBe(true)
  for (let step = 0; step < 80; step += 1) {
    const active = focused()
    if (active && isIt(active)) return active
    await userEvent.keyboard('{Tab}')
  }
  throw new Error(`the keyboard does not reach ${String(name)}`)
}

/** Tabs to a button and presses it. */
export async function press(name: string | RegExp): Promise<void> {
  const button = await tabTo(name)
  await expect.poll(() => button.ariaDisabled).not.toBe('true')
  await userEvent.keyboard('{Enter}')
}

/** Tabs to an input and writes in it instead of what stood there. */
export async function write(name: string | RegExp, text: string): Promise<void> {
  const input = (await tabTo(name)) as HTMLInputElement
  input.select()
  await userEvent.keyboard(text === '' ? '{Backspace}' : text)
}

/** Says who decides, and why. */
export async function sayWho(): Promise<void> {
  await write('Your name', 'Ada')
  await write('Reason', 'Checked with Eva')
}

/** Until an entry stands as expected. */
export async function untilState(till: Till, id: string, state: string): Promise<ListedEntry> {
  const read = async () => {
    const entry = await till.entry(id)
    return entry && ('reason' in entry ? `${entry.state} ${entry.reason}` : entry.state)
  }
  await expect.poll(read).toBe(state)
  const entry = await till.entry(id)
  if (!entry) throw new Error(`${id} is gone`)
  return entry
}

/** Until an element shows some words. */
export async function untilShown(element: Element, words: string | RegExp): Promise<void> {
  await expect.poll(() => textOf(element)).toMatch(words)
}

let cards = 0

/** A card that no other test has used. */
export function freshCard(): string {
  cards += 1
  return `9001${String(cards).padStart(12, '0')}`
}

/** Longer than any till here waits. */
export const silence = { kind: 'delay', delayMs: 120_000 }

/** A reply with a status of its own. */
export const status = (status: number, more: object = {}) => ({ kind: 'status', status, ...more })

/** A refund that met a fault and needs a person. */
export async function park(
  fault: object,
  reason: string,
  options: Partial<TillOptions> = {},
): Promise<{ till: Till; entry: ListedEntry }> {
  // Only where nothing comes back does the till not wait long.
  const patience = fault === silence ? { timeoutMs: 500 } : {}
  const service = { baseUrl: '/api', ...patience, ...options.service }
  const till = await openTestTill({ ...options, service })
  await till.replay()
  await control('faults', 'POST', [fault])
  const { id } = await till.refund(refundOf(freshCard(), 25), { operator: 'Ugo' })
  return { till, entry: await untilState(till, id, `parked ${reason}`) }
}
