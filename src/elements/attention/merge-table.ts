import { html, type TemplateResult } from 'lit'
import { pathToWords, valueToWords } from './clash-words.js'
import { listClashes, type Action } from './action.js'
import type { Voice } from '../element.js'
import { amountToWords } from '../entry-words.js'

interface Clash {
  path: string
  ours?: unknown
  theirs?: unknown
}

/** Shows both receipts side by side, with a choice for each clash. */
export function renderMerge(action: Action, voice: Voice): TemplateResult {
  const { texts } = voice
  if (!action.merge) return html`<p class="effect">${texts.list.loading}</p>`
  const clashes = listClashes(action)
  const total = amountToWords(action.merge.model, voice)
  return html`<p class="effect">${clashes.length === 0 ? texts.merge.clean : texts.merge.hint}</p>
    ${clashes.map((clash) => renderClash(clash, action, voice))}
    ${total === '' ? '' : html`<p class="total" role="status">${texts.merge.total}: <strong>${total}</strong></p>`}`
}

function renderClash(clash: Clash, action: Action, voice: Voice): TemplateResult {
  const { path } = clash
  const isOpen = action.faults.some(({ place }) => place === `clash:${path}`)
  return html`<fieldset class="clash ${isOpen ? 'open' : ''}" part="clash">
    <legend>${pathToWords(path, voice)}</legend>
    ${(['ours', 'theirs'] as const).map(
      (side) =>
        html`<label>
          <input
            type="radio"
            name=${`clash:${path}`}
            value=${side}
            .checked=${action.choices.get(path) === side}
          />
          <span>
            <span class="side">${voice.texts.merge[side]}</span>
            <span class="value">${valueToWords(clash[side], path, voice)}</span>
          </span>
        </label>`,
    )}
  </fieldset>`
}
