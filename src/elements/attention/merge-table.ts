import { withColon } from '../colon.js'
import { html, type TemplateResult } from 'lit'
import { pathToWords, valueToWords } from './clash-words.js'
import { listClashes, type Action, type Side } from './action.js'
import type { Voice } from '../element.js'
import { bodyToSums } from './sums.js'
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
  const total = amountToWords(action.model ?? action.merge.model, voice)
  return html`<p class="effect">${clashes.length === 0 ? texts.merge.clean : texts.merge.hint}</p>
    ${clashes.map((clash) => renderClash(clash, action, voice))}
    ${total === '' ? '' : html`<p class="total" role="status">${withColon(texts.merge.total, texts)} <strong>${total}</strong></p>`}`
}

function renderClash(clash: Clash, action: Action, voice: Voice): TemplateResult {
  const { path } = clash
  const isOpen = action.faults.some(({ place }) => place === `clash:${path}`)
  return html`<fieldset class="clash ${isOpen ? 'open' : ''}" part="clash">
    <legend>${pathToWords(path, voice)}</legend>
    ${listSides(clash, action, voice).map(
      ([side, value]) =>
        html`<label>
          <input
            type="radio"
            name=${`clash:${path}`}
            value=${side}
            .checked=${action.choices.get(path) === side}
          />
          <span>
            <span class="side">${sideToWords(side, voice)}</span>
            <span class="value">${valueToWords(value, path, voice)}</span>
          </span>
        </label>`,
    )}
  </fieldset>`
}

function sideToWords(side: Side, { texts }: Voice): string {
  return side === 'sum' ? texts.desk.correction.sum : texts.merge[side]
}

/** Both sides, and for the total the sum of the merged items where it is neither. */
function listSides({ path, ours, theirs }: Clash, action: Action, { formats }: Voice): [Side, unknown][] {
  const sides: [Side, unknown][] = [
    ['ours', ours],
    ['theirs', theirs],
  ]
  const { items } = path === 'Total' ? bodyToSums(action.merge?.model, formats.currency) : {}
  return items === undefined || items === ours || items === theirs ? sides : [...sides, ['sum', items]]
}
