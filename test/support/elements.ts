import '../../src/elements.js'
import { openTill, type Limits, type Till } from '../../src/index.js'
import { freshName } from './journals.js'

const tills: Till[] = []

/** A real till; the service is the sandbox that the tests' own server carries, or nobody. */
export async function openShown(baseUrl = '/api', limits: Limits = {}): Promise<Till> {
  const service = { baseUrl, timeoutMs: 2_000 }
  const name = freshName()
  const till = await openTill({ shop: 'S01', terminal: 'T1', worker: false, name, service, limits })
  tills.push(till)
  return till
}

/** Nobody listens there, so that whatever is rung up waits. */
export const nowhere = 'http://127.0.0.1:9'

/** Takes the page and the tills of a test away, and mends the sandbox. */
export async function clearShown(): Promise<void> {
  document.body.replaceChildren()
  document.documentElement.lang = 'en'
  for (const till of tills.splice(0)) till.close()
  await fetch('/api/_sandbox/faults', { method: 'DELETE' })
  await fetch('/api/_sandbox/reset', { method: 'POST' })
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
export function catchPrints(): { papers: Document[]; stop: () => void } {
  const papers: Document[] = []
  const watch = new MutationObserver((records) => {
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      const view = node instanceof HTMLIFrameElement ? node.contentWindow : null
      if (!view) continue
      view.print = () => {
        papers.push(view.document.cloneNode(true) as Document)
        view.dispatchEvent(new Event('afterprint'))
      }
    }
  })
  watch.observe(document.body, { childList: true })
  return {
    papers,
    stop: () => {
      watch.disconnect()
    },
  }
}
