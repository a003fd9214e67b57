import { html, type TemplateResult } from 'lit'
import { pathToWords, valueToWords } from './clash-words.js'
import { listClashes, type Deed } from './deed.js'
import type { Voice } from '../element.js'
import { amountToWords } from '../entry-words.js'

interface Clash {
  path: string
  ours?: unknown
  theirs?: unknown
}

/** Both sides beside each other, with a choice for each place where they clash. */
export function renderMerge(deed: Deed, voice: Voice): TemplateResult {
  const { texts } = voice
  if (!deed.merge) return html`<p class="effect">${texts.list.loading}</p>`
  const clashes = listClashes(deed)
  const total = amountToWords(deed.merge.model, voice)
  return html`<p class="effect">${clashes.length === 0 ? texts.merge.clean : texts.merge.hint}</p>
    ${clashes.map((clash) => renderClash(clash, deed, voice))}
    ${total === '' ? '' : html`<p class="total" role="status">${texts.merge.total}: <strong>${total}</strong></p>`}`
}

function renderClash(clash: Clash, deed: Deed, voice: Voice): TemplateResult {
  const { path } = clash
  const isOpen = deed.faults.some(({ place }) => place === `clash:${path}`)
  return html`<fieldset class="clash ${isOpen ? 'open' : ''}" part="clash">
    <legend>${pathToWords(path, voice)}</legend>
    ${(['ours', 'theirs'] as const).map(
      (side) =>
        html`<label>
          <input
            type="radio"
            name=${`clash:${path}`}
            value=${side}
            .checked=${deed.choices.get(path) === side}
          />
          <span>
            <span class="side">${voice.texts.merge[side]}</span>
            <span class="value">${valueToWords(clash[side], path, voice)}</span>
          </span>
        </label>`,
    )}
  </fieldset>`
}
