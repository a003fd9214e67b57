import { html, nothing, type TemplateResult } from 'lit'
import type { ListedEntry } from '../../domain/entry.js'
import { isBare, isSending } from './acts.js'
import { bodyToText, type BodyField } from './body-fields.js'
import { pathToWords, valueToWords } from './clash-words.js'
import { actToKind, fieldsOf, fieldToWords, listClashes, type Deed } from './deed.js'
import { listDifferences } from './differences.js'
import type { Voice } from '../element.js'
import { amountToWords, entryToTitle, subjectToWords } from '../entry-words.js'
import { renderMerge } from './merge-table.js'

/** What the panel tells the element. */
export interface PanelDoors {
  onSubmit: (event: SubmitEvent) => void
  onInput: (event: Event) => void
  onBack: () => void
  onCancel: () => void
  onChangeName: () => void
  onWhole: (isOpen: boolean) => void
}

/** The form of a deed: what it will do, what it needs to know, and for what is sent a last look. */
export function renderPanel(deed: Deed, isNamed: boolean, voice: Voice, doors: PanelDoors): TemplateResult {
  const { texts } = voice
  const isReview = deed.step === 'review'
  const title = isReview ? texts.act.reviewTitle : texts.acts[deed.act]
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') doors.onCancel()
  }
  return html`<form
    id="panel"
    class="panel"
    part="panel"
    tabindex="-1"
    novalidate
    aria-labelledby="panel-title"
    aria-describedby="panel-effect"
    @submit=${doors.onSubmit}
    @input=${doors.onInput}
    @keydown=${onKey}
  >
    ${deed.isBulk ? html`<h3 id="panel-title">${title}</h3>` : html`<h4 id="panel-title">${title}</h4>`}
    <p id="panel-effect" class=${isRisky(deed) ? 'note bad' : 'effect'}>${effectToWords(deed, voice)}</p>
    ${isReview ? renderReview(deed, voice) : renderForm(deed, isNamed, voice, doors)}
    ${renderFaults(deed, voice)}
    <div class="buttons">
      <button class="primary" part="button primary" type="submit" ?disabled=${deed.isBusy}>
        ${submitToWords(deed, voice)}
      </button>
      ${
        isReview
          ? html`<button part="button" type="button" @click=${doors.onBack}>${texts.act.back}</button>`
          : nothing
      }
      <button part="button" type="button" @click=${doors.onCancel}>${texts.act.cancel}</button>
    </div>
  </form>`
}

/** Sending what may have been applied is the one act that can cost a customer money. */
function isRisky({ act, entries }: Deed): boolean {
  return act === 'take-back' || actToKind(act, entries) === 'send-unknown'
}

function effectToWords(deed: Deed, { texts: { effects } }: Voice): string {
  const { act, entries, isBulk } = deed
  const [entry] = entries
  if (isBulk) return effects.bulk
  if (act === 'amend' && entry && isBare(entry)) return effects['amend-bare']
  return effects[actToKind(act, entries)]
}

function submitToWords(deed: Deed, { texts, formats }: Voice): string {
  if (deed.step === 'form' && isSending(deed.act)) return texts.act.review
  const count = deed.entries.length
  return deed.isBulk ? texts.act.confirmBulk(count, formats.whole(count)) : texts.confirm[deed.act]
}

function renderForm(deed: Deed, isNamed: boolean, voice: Voice, doors: PanelDoors): TemplateResult {
  return html`${deed.act === 'amend' ? renderFields(deed, voice, doors) : nothing}
  ${deed.act === 'merge' ? renderMerge(deed, voice) : nothing} ${renderVerdict(deed, isNamed, voice, doors)}`
}

function renderFields(deed: Deed, voice: Voice, { onWhole }: PanelDoors): TemplateResult {
  const { texts } = voice
  const [entry] = deed.entries
  const whole = deed.whole ?? bodyToText(entry?.request ?? {})
  return html`<div class="fields">${fieldsOf(deed).map((field) => renderField(field, deed, voice))}</div>
    <details
      class="whole"
      ?open=${deed.whole !== undefined}
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
        aria-invalid=${isFaulty(deed, 'whole')}
        ?disabled=${deed.whole === undefined}
        .value=${whole}
      ></textarea>
    </details>`
}

function renderField(field: BodyField, deed: Deed, voice: Voice): TemplateResult {
  const name = `field:${field.path}`
  return html`<label class=${field.name === 'Notes' ? 'wide' : ''}>
    <span>${fieldToWords(field, voice)}</span>
    <input
      part="input"
      name=${name}
      type=${field.kind === 'secret' ? 'password' : 'text'}
      autocomplete="off"
      inputmode=${inputModes[field.kind]}
      aria-invalid=${isFaulty(deed, name)}
      .value=${deed.corrections.get(field.path) ?? field.value}
    />
  </label>`
}

const inputModes = { text: 'text', secret: 'text', integer: 'numeric', decimal: 'decimal' } as const

function isFaulty({ faults }: Deed, place: string): 'true' | 'false' {
  return faults.some((fault) => fault.place === place) ? 'true' : 'false'
}

function renderVerdict(deed: Deed, isNamed: boolean, voice: Voice, doors: PanelDoors): TemplateResult {
  const { act } = voice.texts
  return html`<div class="fields verdict">
    ${
      isNamed
        ? html`<p class="named">
            <span>${act.as(deed.by)}</span>
            <button class="quiet" part="button" type="button" @click=${doors.onChangeName}>
              ${act.change}
            </button>
          </p>`
        : html`<label>
            <span>${act.by}</span>
            <input
              part="input"
              name="by"
              autocomplete="name"
              aria-required="true"
              aria-invalid=${isFaulty(deed, 'by')}
              .value=${deed.by}
            />
          </label>`
    }
    <label>
      <span>${act.reason}</span>
      <input
        part="input"
        name="reason"
        autocomplete="off"
        aria-required="true"
        aria-invalid=${isFaulty(deed, 'reason')}
        .value=${deed.reason}
      />
    </label>
  </div>`
}

function renderFaults({ faults }: Deed, { texts }: Voice): TemplateResult {
  return html`<div id="faults" role="alert">
    ${
      faults.length === 0
        ? nothing
        : html`<div class="note bad">
            <p>${texts.act.invalid}</p>
            <ul>
              ${faults.map(({ words }) => html`<li>${words}</li>`)}
            </ul>
          </div>`
    }
  </div>`
}

/** The last look before something is sent: what, for which cards, how much, and who says so. */
function renderReview(deed: Deed, voice: Voice): TemplateResult {
  const { texts } = voice
  const facts = [
    [texts.act.by, deed.by],
    [texts.act.reason, deed.reason],
  ]
  return html`<p class="effect">${texts.act.willSend}</p>
    ${renderSubjects(deed, voice)}
    ${deed.act === 'amend' || deed.act === 'merge' ? renderChanges(deed, voice) : nothing}
    <dl class="facts">${facts.map(([name, value]) => renderFact(name ?? '', value ?? ''))}</dl>`
}

function renderFact(name: string, value: string): TemplateResult | typeof nothing {
  if (value === '') return nothing
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function renderSubjects(deed: Deed, voice: Voice): TemplateResult {
  const { isBulk, entries } = deed
  if (!isBulk) return html`${entries.map((entry) => renderSummary(entry, deed, voice))}`
  return html`<ul class="subjects">
    ${entries.map((entry) => html`<li>${entryToTitle(entry, voice)}</li>`)}
  </ul>`
}

function renderSummary(entry: ListedEntry, { model }: Deed, voice: Voice): TemplateResult {
  const { act, kinds } = voice.texts
  return html`<dl class="facts">
    ${renderFact(act.operation, kinds[entry.kind])}
    ${renderFact(act.amount, amountToWords(model ?? entry.request, voice))}
    ${renderFact(act.cards, subjectToWords(entry, voice))}
  </dl>`
}

function renderChanges(deed: Deed, voice: Voice): TemplateResult {
  const { texts } = voice
  const changes = listDifferences(deed.entries[0]?.request, deed.model)
  const text = deed.whole === undefined ? undefined : bodyToText(deed.model ?? {})
  if (changes.length === 0 && text === undefined && listClashes(deed).length === 0)
    return html`<p class="effect">${texts.act.unchanged}</p>`
  return html`${
    changes.length === 0
      ? nothing
      : html`<table class="changes">
          <thead>
            <tr>
              <th scope="col">${texts.merge.field}</th>
              <th scope="col">${texts.form.was}</th>
              <th scope="col">${texts.form.becomes}</th>
            </tr>
          </thead>
          <tbody>
            ${changes.map(
              ({ path, was, becomes }) =>
                html`<tr>
                  <th scope="row">${pathToWords(path, voice)}</th>
                  <td>${valueToWords(was, path, voice)}</td>
                  <td>${valueToWords(becomes, path, voice)}</td>
                </tr>`,
            )}
          </tbody>
        </table>`
  }
  ${text === undefined ? nothing : html`<pre tabindex="0">${text}</pre>`}`
}
