import { OwnError } from '../domain/error-name.js'
import type { CSSResult } from 'lit'

/** Prints only a part of the page, from a frame that is removed afterwards. */
export async function printAlone(part: Element, styles: readonly CSSResult[], title: string): Promise<void> {
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
  // A style sheet belongs to the document that created it.
  paper.adoptedStyleSheets = styles.map(({ cssText }) => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(cssText)
    return sheet
  })
}
