import { html, nothing, type TemplateResult } from 'lit'
import type { TextsChange } from '../elements/texts/texts.js'
import { sanitizeText } from '../elements/foreign.js'
import type { OpenStage } from './state.js'
import { renderVerdict } from './verdict-view.js'
import type { PageVoice } from './voice.js'

export interface OpenActs {
  onSave: () => void
  onClose: () => void
  onSelect: (id: string | undefined) => void
}

/** Renders an open file: what it is, what the check found, and its operations. */
export function renderOpen(
  stage: OpenStage,
  voice: PageVoice,
  texts: TextsChange,
  { onSave, onClose, onSelect }: OpenActs,
): TemplateResult {
  const { till, find, verdict, journal, selected } = stage
  const { page, formats } = voice
  const ids = new Set(journal.entries.map(({ id }) => id))
  return html`<div class="about">
      <section class="facts" aria-labelledby="file-title">
        <h2 id="file-title" tabindex="-1">${page.kinds[journal.kind]}</h2>
        ${renderFacts(stage, voice)}
        <div class="actions">
          <button type="button" id="save" aria-describedby="save-hint" @click=${onSave}>${page.save}</button>
          <button type="button" id="close" @click=${onClose}>${page.close}</button>
        </div>
        <p class="hint" id="save-hint">${page.saveHint}</p>
      </section>
      ${renderVerdict(verdict, voice, onSelect, (id) => ids.has(id))}
    </div>
    <counterfoil-journal
      readonly
      .till=${till}
      .texts=${texts}
      .search=${(text: string) => Promise.resolve(find(text))}
      .currency=${formats.currency}
      .selected=${selected}
      @counterfoil-selected=${({ detail }: CustomEvent<{ id: string | undefined }>) => {
        onSelect(detail.id)
      }}
    ></counterfoil-journal>`
}

function renderFacts({ name, journal }: OpenStage, { page, formats }: PageVoice): TemplateResult {
  const { shop, terminal, at, entries, left } = journal
  const facts: (readonly [name: string, value: string | undefined])[] = [
    [page.facts.file, name],
    [page.facts.till, shop === undefined ? undefined : `${shop} / ${terminal ?? ''}`],
    // Seen from long ago, the day and the year are told too.
    [page.facts.written, at && formats.time(at, new Date(0))],
    [page.facts.operations, formats.whole(entries.length)],
    [page.facts.left, left.length === 0 ? undefined : left.join(', ')],
  ]
  return html`<dl>
    ${facts.map(([fact, value]) =>
      value === undefined
        ? nothing
        : html`<div>
            <dt>${fact}</dt>
            <dd>${sanitizeText(value)}</dd>
          </div>`,
    )}
  </dl>`
}
