import { OwnError } from '../domain/error-name.js'
import type { CSSResult } from 'lit'

/** What is printed, and how. */
export interface Print {
  part: Element
  styles: readonly CSSResult[]
  title: string
  /** The page for a part of this height, as a style; without it, the paper that the printer has. */
  toPage?: (heightMm: number) => string
}

/** Prints only a part of the page, from a frame that is removed afterwards. */
export async function printAlone({ part, styles, title, toPage }: Print): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  frame.setAttribute('frameborder', '0')
  frame.tabIndex = -1
  // The frame has no size but is laid out: some browsers print nothing from a hidden frame.
  frame.width = '0'
  frame.height = '0'
  document.body.append(frame)
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!view)
    throw new OwnError(
      'Nothing was printed. The page allows no frames: allow them in its Content Security Policy.',
    )
  fillFrame(view, part, styles, title)
  // The frame lays itself out before it is printed.
  await new Promise((resolve) => setTimeout(resolve))
  if (toPage) addSheet(view, toPage(measureHeightMm(view)))
  const focused = findFocused()
  view.addEventListener('afterprint', () => {
    frame.remove()
    focused?.focus()
  })
  view.focus()
  view.print()
}

/** The focused element, inside shadow roots too: the frame takes the focus while it prints. */
function findFocused(): HTMLElement | undefined {
  let active = document.activeElement
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement ? active : undefined
}

function fillFrame(
  view: Window & typeof globalThis,
  part: Element,
  styles: readonly CSSResult[],
  title: string,
): void {
  const { document: paper } = view
  paper.title = title
  paper.documentElement.lang = document.documentElement.lang
  paper.body.append(paper.importNode(part, true))
  for (const folded of paper.querySelectorAll('details')) folded.open = true
  for (const { cssText } of styles) addSheet(view, cssText)
}

/** A style sheet belongs to the document that created it. */
function addSheet({ document: paper, CSSStyleSheet }: Window & typeof globalThis, css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  paper.adoptedStyleSheets.push(sheet)
}

const pixelsPerMm = 96 / 25.4

function measureHeightMm({ document: paper }: Window): number {
  const printed = paper.body.firstElementChild
  return printed ? Math.ceil(printed.getBoundingClientRect().height / pixelsPerMm) : 0
}
