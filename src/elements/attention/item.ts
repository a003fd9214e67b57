import { html, nothing, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { ListedEntry } from '../../domain/entry.js'
import { isBulkable, isDestructive, listActs } from './acts.js'
import type { Voice } from '../element.js'
import {
  entryToTitle,
  historyToWords,
  reasonToWords,
  replyToWords,
  ringingUpToWords,
} from '../entry-words.js'
import type { ActName } from '../texts/desk.js'

export interface ItemDeps {
  onAct: (entry: ListedEntry, act: ActName) => void
  onSelect: (entry: ListedEntry, isSelected: boolean) => void
}

export interface ItemView {
  isSelected: boolean
  openAct: ActName | undefined
  /** What is known about its cards. */
  evidence: TemplateResult | typeof nothing
  panel: TemplateResult | typeof nothing
}

/** Renders an entry: the operation, its history, the service's reply, and the possible actions. */
export function renderItem(entry: ListedEntry, view: ItemView, voice: Voice, deps: ItemDeps): TemplateResult {
  const title = entryToTitle(entry, voice)
  const now = new Date()
  return html`<article part="item" aria-labelledby="title-${entry.id}">
    <header>
      ${isBulkable(entry) ? renderCheckbox(entry, title, view, voice, deps) : nothing}
      <div>
        <h3 id="title-${entry.id}" part="title" tabindex="-1">${renderWithCards(title)}</h3>
        <p class="when">${ringingUpToWords(entry, voice, now)}</p>
      </div>
    </header>
    <p class="reason" part="reason">${reasonToWords(entry, voice)}</p>
    ${renderReply(entry, voice)} ${view.evidence}
    <div class="buttons">
      ${listActs(entry).map(
        (act) =>
          html`<button
            class=${isDestructive(act) ? 'danger' : ''}
            part="button act-${act}"
            type="button"
            data-act=${act}
            aria-expanded=${view.openAct === act ? 'true' : 'false'}
            aria-describedby="title-${entry.id}"
            @click=${() => {
              deps.onAct(entry, act)
            }}
          >
            ${voice.texts.acts[act]}
          </button>`,
      )}
    </div>
    ${view.panel} ${renderHistory(entry, voice, now)}
  </article>`
}

function renderCheckbox(
  entry: ListedEntry,
  title: string,
  { isSelected }: ItemView,
  { texts }: Voice,
  { onSelect }: ItemDeps,
): TemplateResult {
  return html`<label class="select">
    <input
      type="checkbox"
      aria-label=${texts.list.select(title)}
      .checked=${isSelected}
      @change=${(event: Event) => {
        onSelect(entry, (event.target as HTMLInputElement).checked)
      }}
    />
  </label>`
}

function renderReply(entry: ListedEntry, voice: Voice): TemplateResult | typeof nothing {
  const sentences = replyToWords(entry, voice)
  if (sentences.length === 0) return nothing
  return html`<div class="said" part="reply">
    <p class="said-by">${voice.texts.list.said}</p>
    ${sentences.map((sentence) => html`<p>${sentence}</p>`)}
  </div>`
}

function renderHistory(entry: ListedEntry, voice: Voice, now: Date): TemplateResult {
  const { texts, formats } = voice
  return html`<details part="history">
    <summary>${texts.list.history}</summary>
    <ol class="history">
      ${entry.history.map(
        (item) =>
          html`<li>
            <time datetime=${item.at.toISOString()}>${formats.time(item.at, now)}</time>
            <span>${historyToWords(item, voice)}</span>
          </li>`,
      )}
    </ol>
    <p class="when">${texts.list.operation} ${entry.id}</p>
  </details>`
}
