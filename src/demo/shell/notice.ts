import { create } from '../dom.js'
import type { ShellTexts } from './texts.js'
import type { UpdateState } from './update.js'

/** Creates the notice that offers a newer release. */
export function createUpdateNotice(
  texts: ShellTexts['update'],
  deps: { onApply: () => void; onReload: () => void },
) {
  const element = create('div', { class: 'update', role: 'status', 'data-testid': 'update' })
  const createButton = (words: string, onClick: () => void) => {
    const button = create('button', { type: 'button', class: 'button' }, words)
    button.addEventListener('click', onClick)
    return button
  }
  return {
    element,
    show({ tag }: UpdateState) {
      switch (tag) {
        case 'none':
          element.replaceChildren()
          break
        case 'ready':
          element.replaceChildren(create('p', {}, texts.ready), createButton(texts.apply, deps.onApply))
          break
        case 'waiting':
          element.replaceChildren(create('p', {}, `${texts.ready} ${texts.waiting}`))
          break
        case 'elsewhere':
          element.replaceChildren(create('p', {}, texts.elsewhere), createButton(texts.reload, deps.onReload))
          break
      }
    },
  }
}
