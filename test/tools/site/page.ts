import type { Section } from './markdown.js'
import type { Hit } from './search.js'

const root = document.documentElement.dataset.root ?? './'
const field = document.querySelector('#search')
const found = document.querySelector('#found')

let search: Promise<(words: string) => Hit[]> | undefined

/** The index is made in the page, from a file that the worker keeps: it needs no server, and none at a reader's words. */
async function loadSearch(): Promise<(words: string) => Hit[]> {
  const [{ createSearch }, response] = await Promise.all([import('./search.js'), fetch(`${root}search.json`)])
  return createSearch((await response.json()) as Section[])
}

async function show(words: string, box: HTMLElement, isStill: () => boolean): Promise<void> {
  if (words === '') {
    box.hidden = true
    return
  }
  search ??= loadSearch()
  const hits = (await search)(words)
  if (!isStill()) return
  box.replaceChildren(...(hits.length > 0 ? hits.map(toLink) : ['Nothing was found.']))
  box.hidden = false
}

function toLink({ url, page, heading, excerpt }: Hit): HTMLElement {
  const link = document.createElement('a')
  link.href = `${root}${url}`
  link.append(
    ...(
      [
        ['strong', heading],
        ['small', page === heading ? '' : page],
        ['span', excerpt],
      ] as const
    ).map(([name, text]) => {
      const part = document.createElement(name)
      part.textContent = text
      return part
    }),
  )
  return link
}

if (field instanceof HTMLInputElement && found instanceof HTMLElement) {
  let turns = 0
  const update = () => {
    turns += 1
    const turn = turns
    void show(field.value.trim(), found, () => turn === turns)
  }
  const shut = () => {
    turns += 1
    found.hidden = true
  }
  field.addEventListener('input', update)
  field.addEventListener('focus', update)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') found.querySelector('a')?.click()
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    // A link that is hidden would take the focus with it; the field searches anew as it is focused.
    if (found.contains(document.activeElement)) field.focus()
    shut()
  })
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !found.parentElement?.contains(target)) shut()
  })
}

// The pages are there without a server from the second visit on, the demo's till with its service among them.
if ('serviceWorker' in navigator) void navigator.serviceWorker.register(`${root}demo-sw.js`)
