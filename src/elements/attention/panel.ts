import { html, nothing, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { ListedEntry } from '../../domain/entry.js'
import { isBare, isDestructive, isElsewhere, isSending } from './acts.js'
import { bodyToText } from './body-fields.js'
import { isFaulty, renderCorrection } from './correction-view.js'
import { pathToWords, valueToWords } from './clash-words.js'
import { actToKind, bulkOf, listClashes, listReasons, type Action, type Naming } from './action.js'
import { listDifferences } from './differences.js'
import type { Voice } from '../element.js'
import { amountToWords, entryToTitle, subjectToWords } from '../entry-words.js'
import type { PanelDeps } from './panel-deps.js'
import { renderMerge } from './merge-table.js'

/** The most operations that a review names; the rest are counted. */
const subjectsShown = 20

/** Renders the form of an action: its effect, its inputs, and a review before something is sent. */
export function renderPanel(action: Action, naming: Naming, voice: Voice, deps: PanelDeps): TemplateResult {
  const { texts } = voice
  const isReview = action.step === 'review'
  const title = isReview ? texts.act.reviewTitle : texts.acts[action.act]
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') deps.onCancel()
  }
  return html`<form
    id="panel"
    class="panel"
    part="panel"
    tabindex="-1"
    novalidate
    aria-labelledby="panel-title"
    aria-describedby="panel-effect"
    @submit=${deps.onSubmit}
    @input=${deps.onInput}
    @keydown=${onKey}
  >
    ${action.isBulk ? html`<h3 id="panel-title">${title}</h3>` : html`<h4 id="panel-title">${title}</h4>`}
    <p id="panel-effect" class=${isRisky(action) ? 'note bad' : 'effect'}>${effectToWords(action, voice)}</p>
    ${isReview ? renderReview(action, voice) : renderForm(action, naming, voice, deps)}
    ${renderFaults(action, voice)}
    <div class="buttons">
      <button
        class=${isDestructive(action.act) || isRisky(action) ? 'primary danger' : 'primary'}
        part="button primary"
        type="submit"
        aria-disabled=${String(action.isBusy || action.isFresh)}
      >
        ${submitToWords(action, voice)}
      </button>
      ${
        isReview
          ? html`<button part="button" type="button" @click=${deps.onBack}>${texts.act.back}</button>`
          : nothing
      }
      <button part="button" type="button" @click=${deps.onCancel}>${texts.act.cancel}</button>
    </div>
  </form>`
}

/** Only sending an operation that may have been applied can cost a customer money. */
function isRisky({ act, entries }: Action): boolean {
  return act === 'take-back' || actToKind(act, entries) === 'send-unknown'
}

/** What an action does, for the person who is about to take it. */
export function effectToWords(action: Action, { texts: { effects } }: Voice): string {
  const { act, entries, isBulk } = action
  const [entry] = entries
  if (isBulk) return act === 'take-back' ? effects['bulk-back'] : effects.bulk
  if (act === 'amend' && entry && isBare(entry)) return effects['amend-bare']
  if (act === 'void' && entry && isElsewhere(entry)) return effects['void-moved']
  return effects[actToKind(act, entries)]
}

function submitToWords(action: Action, { texts, formats }: Voice): string {
  if (action.step === 'form' && isSending(action.act)) return texts.act.review
  const count = action.entries.length
  return action.isBulk
    ? bulkOf(action, texts.act).confirm(count, formats.whole(count))
    : texts.confirm[action.act]
}

function renderForm(action: Action, naming: Naming, voice: Voice, deps: PanelDeps): TemplateResult {
  return html`${action.act === 'amend' ? renderCorrection(action, voice, deps) : nothing}
  ${action.act === 'merge' ? renderMerge(action, voice) : nothing}
  ${action.hasTransaction ? renderTransaction(action, voice) : nothing}
  ${renderVerdict(action, naming, voice, deps)}`
}

function renderTransaction(action: Action, { texts }: Voice): TemplateResult {
  return html`<div class="fields">
    <label>
      <span>${texts.form.transaction}</span>
      <input
        part="input"
        name="transaction"
        autocomplete="off"
        inputmode="numeric"
        aria-invalid=${isFaulty(action, 'transaction')}
        .value=${action.transaction}
      />
    </label>
  </div>`
}

function renderVerdict(action: Action, naming: Naming, voice: Voice, deps: PanelDeps): TemplateResult {
  const { act } = voice.texts
  return html`<div class="fields verdict">
      ${renderName(action, naming, voice, deps)}
      <label>
        <span>${act.reason}</span>
        <input
          part="input"
          name="reason"
          autocomplete="off"
          aria-required="true"
          aria-invalid=${isFaulty(action, 'reason')}
          .value=${action.reason}
        />
      </label>
    </div>
    ${renderReasons(action, voice, deps)}`
}

function renderName(
  action: Action,
  naming: Naming,
  { texts: { act } }: Voice,
  { onChangeName }: PanelDeps,
): TemplateResult | typeof nothing {
  switch (naming) {
    case 'approved':
      return nothing
    case 'known':
      return html`<p class="named">
        <span>${act.as(action.by)}</span>
        <button class="quiet" part="button" type="button" @click=${onChangeName}>${act.change}</button>
      </p>`
    case 'written':
      return html`<label>
        <span>${act.by}</span>
        <input
          part="input"
          name="by"
          autocomplete="name"
          aria-required="true"
          aria-invalid=${isFaulty(action, 'by')}
          .value=${action.by}
        />
      </label>`
  }
}

/** The usual reasons as buttons; the chosen one stands in the field, where a person can change it. */
function renderReasons(action: Action, voice: Voice, { onReason }: PanelDeps): TemplateResult {
  return html`<div class="reasons" role="group" aria-label=${voice.texts.desk.reasonsLabel}>
    ${listReasons(action, voice).map(
      (reason) =>
        html`<button
          class="choice"
          part="button reason-choice"
          type="button"
          aria-pressed=${action.reason.trim() === reason ? 'true' : 'false'}
          @click=${() => {
            onReason(reason)
          }}
        >
          ${reason}
        </button>`,
    )}
  </div>`
}

function renderFaults({ faults }: Action, { texts }: Voice): TemplateResult {
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

/** The review before something is sent: what, for which cards, how much, and who decides. */
function renderReview(action: Action, voice: Voice): TemplateResult {
  const { texts } = voice
  const facts = [
    [texts.act.by, action.by],
    [texts.act.reason, action.reason],
  ]
  return html`<p class="effect">${texts.act.willSend}</p>
    ${renderSubjects(action, voice)}
    ${action.act === 'amend' || action.act === 'merge' ? renderChanges(action, voice) : nothing}
    <dl class="facts">${facts.map(([name, value]) => renderFact(name ?? '', value ?? ''))}</dl>`
}

function renderFact(name: string, value: string): TemplateResult | typeof nothing {
  if (value === '') return nothing
  return html`<div>
    <dt>${name}</dt>
    <dd>${renderWithCards(value)}</dd>
  </div>`
}

function renderSubjects(action: Action, voice: Voice): TemplateResult {
  const { isBulk, entries } = action
  if (!isBulk) return html`${entries.map((entry) => renderSummary(entry, action, voice))}`
  const more = entries.length - subjectsShown
  return html`<ul class="subjects">
    ${entries.slice(0, subjectsShown).map((entry) => html`<li>${renderWithCards(entryToTitle(entry, voice))}</li>`)}
    ${more > 0 ? html`<li>${voice.texts.desk.behindMore(more, voice.formats.whole(more))}</li>` : nothing}
  </ul>`
}

function renderSummary(entry: ListedEntry, { model }: Action, voice: Voice): TemplateResult {
  const { act, kinds } = voice.texts
  return html`<dl class="facts">
    ${renderFact(act.operation, kinds[entry.kind])}
    ${renderFact(act.amount, amountToWords(model ?? entry.request, voice))}
    ${renderFact(act.cards, subjectToWords(entry, voice))}
  </dl>`
}

function renderChanges(action: Action, voice: Voice): TemplateResult {
  const { texts } = voice
  const changes = listDifferences(action.entries[0]?.request, action.model)
  const text = action.whole === undefined ? undefined : bodyToText(action.model ?? {})
  if (changes.length === 0 && text === undefined && listClashes(action).length === 0)
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
