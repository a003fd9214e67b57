import { html, type TemplateResult } from 'lit'
import { listClashes, type Deed } from './deed.js'
import type { Voice } from './element.js'
import { amountToWords } from './entry-words.js'

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
    ${total === '' ? '' : html`<p class="total">${texts.merge.total}: <strong>${total}</strong></p>`}`
}

function renderClash(clash: Clash, deed: Deed, voice: Voice): TemplateResult {
  const { path } = clash
  return html`<fieldset class="clash" part="clash">
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

/** The name of the field, and of the line it stands in, if it stands in one. */
function pathToWords(path: string, { texts }: Voice): string {
  const name = path.split('.').at(-1) ?? path
  const label = (texts.fields as Record<string, string>)[name]
  if (label === undefined) return path
  return path === name ? label : `${label} (${path})`
}

const moneyNames = /(^|\.)(Total|Price|Amount|Value)$/

function valueToWords(value: unknown, path: string, { texts, formats }: Voice): string {
  if (value === undefined) return texts.merge.nothing
  if (typeof value === 'number' && moneyNames.test(path)) return formats.money(value)
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 1)
}
