import type { CSSResult } from 'lit'

/** Prints a part of the page and nothing else; the frame it is printed from is gone afterwards. */
export async function printAlone(part: Element, styles: readonly CSSResult[], title: string): Promise<void> {
  const frame = document.createElement('iframe')
  frame.title = title
  frame.setAttribute('aria-hidden', 'true')
  frame.setAttribute('frameborder', '0')
  frame.tabIndex = -1
  // No size, yet laid out: a frame that is not displayed prints nothing in some browsers.
  frame.width = '0'
  frame.height = '0'
  document.body.append(frame)
  const view = frame.contentWindow as (Window & typeof globalThis) | null
  if (!view) throw new Error('nothing was printed: the page may hold no frame')
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

/** What has the focus, inside shadow roots too: the frame takes it while it prints. */
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
  // A sheet belongs to the document that made it.
  paper.adoptedStyleSheets = styles.map(({ cssText }) => {
    const sheet = new view.CSSStyleSheet()
    sheet.replaceSync(cssText)
    return sheet
  })
}
