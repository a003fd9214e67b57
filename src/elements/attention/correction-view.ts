import { html, nothing, type TemplateResult } from 'lit'
import type { Voice } from '../element.js'
import { sanitizeText } from '../foreign.js'
import { correct, fieldsOf, fieldToWords, type Action } from './action.js'
import { bodyToText, type BodyField } from './body-fields.js'
import type { PanelDeps } from './panel-deps.js'
import { bodyToSums, subtract } from './sums.js'

/** Whether a field of the form has a fault, or would have one as it stands. */
export function isFaulty({ faults, hints }: Action, place: string): 'true' | 'false' {
  return [...faults, ...hints].some((fault) => fault.place === place) ? 'true' : 'false'
}

/** Renders the correction as a register would: the items by name, the sums, and the difference. */
export function renderCorrection(action: Action, voice: Voice, deps: PanelDeps): TemplateResult {
  const fields = fieldsOf(action)
  const firstItem = fields.findIndex((field) => findItem(field) !== undefined)
  const before = firstItem < 0 ? fields : fields.slice(0, firstItem)
  const after = firstItem < 0 ? [] : fields.slice(firstItem).filter((field) => findItem(field) === undefined)
  const items = [...new Set(fields.flatMap((field) => findItem(field) ?? []))]
  return html`<div class="fields">${before.map((field) => renderField(field, action, voice))}</div>
    ${items.map((index) => renderItem(index, fields, action, voice))}
    ${after.length > 0 ? html`<div class="fields">${after.map((field) => renderField(field, action, voice))}</div>` : nothing}
    ${renderSums(action, voice, deps)} ${renderHints(action, voice)} ${renderWhole(action, voice, deps)}`
}

/** The index of the item that a field belongs to. */
function findItem({ path }: BodyField): number | undefined {
  const index = /\.Products\[(\d+)\]/.exec(path)?.[1]
  return index === undefined ? undefined : Number(index)
}

interface Named {
  StoredValueCardReceipt?: { Products?: readonly { Name?: string; Code?: string }[] }
}

function renderItem(
  index: number,
  fields: readonly BodyField[],
  action: Action,
  voice: Voice,
): TemplateResult {
  const request = action.entries[0]?.request as Named | undefined
  const { Name: name, Code: code } = request?.StoredValueCardReceipt?.Products?.[index] ?? {}
  const { texts, formats } = voice
  const fallback = texts.form.item(texts.fields.Products, formats.whole(index + 1))
  return html`<fieldset class="one-item">
    <legend>${sanitizeText(name ?? code ?? fallback)}</legend>
    ${fields
      .filter((field) => findItem(field) === index)
      .map(({ number: _, ...field }) => renderField(field, action, voice))}
  </fieldset>`
}

const inputModes = { text: 'text', secret: 'text', integer: 'numeric', decimal: 'decimal' } as const

function renderField(field: BodyField, action: Action, voice: Voice): TemplateResult {
  const name = `field:${field.path}`
  return html`<label class=${field.name === 'Notes' ? 'wide' : ''}>
    <span>${fieldToWords(field, voice)}</span>
    <input
      part="input"
      name=${name}
      type=${field.kind === 'secret' ? 'password' : 'text'}
      autocomplete="off"
      inputmode=${inputModes[field.kind]}
      aria-invalid=${isFaulty(action, name)}
      .value=${action.corrections.get(field.path) ?? valueToTyped(field, voice)}
    />
  </label>`
}

/** The value of a field, as a person of this language would have typed it. */
function valueToTyped({ kind, name, value }: BodyField, { formats }: Voice): string {
  const number = Number(value)
  if (kind !== 'decimal' || value === '' || Number.isNaN(number)) return value
  return formats.typed(number, name !== 'Quantity')
}

/** The total before and after, the difference in plain sight, and the sum of the items where it is another. */
function renderSums(action: Action, voice: Voice, { onSum }: PanelDeps): TemplateResult | typeof nothing {
  const { texts, formats } = voice
  const words = texts.desk.correction
  const { model } = correct(action, voice)
  const was = bodyToSums(action.entries[0]?.request, formats.currency)
  const now = bodyToSums(model, formats.currency)
  if (was.total === undefined && now.total === undefined) return nothing
  const difference = subtract(was.total ?? 0, now.total ?? 0)
  const said =
    difference === 0
      ? words.same
      : difference > 0
        ? words.more(formats.money(difference))
        : words.less(formats.money(-difference))
  const isOff = now.items !== undefined && now.total !== undefined && now.items !== now.total
  return html`<div class="sums" part="sums">
    <dl>
      ${[
        [texts.form.was, was.total],
        [texts.form.becomes, now.total],
      ].map(
        ([label, amount]) =>
          html`<div>
            <dt>${label}</dt>
            <dd>${typeof amount === 'number' ? formats.money(amount) : '–'}</dd>
          </div>`,
      )}
    </dl>
    <p class=${difference === 0 ? 'hint' : 'difference'} role="status">${model ? said : ''}</p>
    ${
      isOff
        ? html`<button part="button" type="button" @click=${onSum}>
            ${words.useSum(formats.money(now.items ?? 0))}
          </button>`
        : nothing
    }
  </div>`
}

function renderHints({ hints, faults }: Action, { texts }: Voice): TemplateResult {
  const isShown = hints.length > 0 && faults.length === 0
  return html`<div role="status">
    ${
      isShown
        ? html`<div class="note wait" part="note">
            <p>${texts.act.invalid}</p>
            <ul>
              ${hints.map(({ words }) => html`<li>${words}</li>`)}
            </ul>
          </div>`
        : nothing
    }
  </div>`
}

function renderWhole(action: Action, { texts }: Voice, { onWhole }: PanelDeps): TemplateResult {
  const whole = action.whole ?? bodyToText(action.entries[0]?.request ?? {})
  return html`<details
    class="whole"
    ?open=${action.whole !== undefined}
    @toggle=${(event: Event) => {
      onWhole((event.target as HTMLDetailsElement).open)
    }}
  >
    <summary>${texts.form.whole}</summary>
    <p id="whole-hint" class="effect">${texts.form.wholeHint}</p>
    <textarea
      part="input"
      name="whole"
      rows="10"
      spellcheck="false"
      aria-label=${texts.form.whole}
      aria-describedby="whole-hint"
      aria-invalid=${isFaulty(action, 'whole')}
      ?disabled=${action.whole === undefined}
      .value=${whole}
    ></textarea>
  </details>`
}
