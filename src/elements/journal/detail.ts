import { html, nothing, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { HistoryItem, ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import type { Voice } from '../element.js'
import { historyToWords, reasonToWords, replyToWords, subjectToWords } from '../entry-words.js'
import { sanitizeText } from '../foreign.js'
import { cutFields, listReadable, type ReadableField } from './fields.js'
import { stateIcon } from './icons.js'
import { nameToWords } from './names.js'
import { bodyToExactAmount, bodyToNumber } from './rows.js'
import type { TextsChange } from '../texts/texts.js'

/** The opened entry, or that it is being read or missing. */
export type Opened = ListedEntry | 'reading' | 'missing'

export interface DetailView {
  opened: Opened
  till: Till | undefined
  currency: string | undefined
  texts: TextsChange | undefined
  paper: string | undefined
  readOnly: boolean
  money: (amount: string | number) => string
  now: Date
}

export interface DetailDeps {
  onClose: () => void
  onOpen: (id: string) => void
  onDecide: (id: string) => void
  /** The action on a waiting operation. */
  renderCancel: (entry: ListedEntry) => TemplateResult | typeof nothing
}

/** Renders one operation: its state, the reason, its slip, and its whole history. */
export function renderDetail(view: DetailView, voice: Voice, deps: DetailDeps): TemplateResult {
  const words = voice.texts.journal
  const { opened } = view
  return html`<div class="bar">
      <button type="button" class="close" part="button close" @click=${deps.onClose}>
        <span class="when-alone"><span class="arrow" aria-hidden="true">←</span> ${words.back}</span>
        <span class="when-beside">${words.close}</span>
      </button>
    </div>
    ${
      opened === 'reading'
        ? html`<h3 class="title" tabindex="-1">${words.reading}</h3>`
        : opened === 'missing'
          ? html`<h3 class="title" tabindex="-1">${words.notFound}</h3>
              <p>${words.missing}</p>`
          : renderEntry(opened, view, voice, deps)
    }`
}

/** Kind, exact amount and subject: the name of an operation. */
export function entryToName(entry: ListedEntry, money: (amount: string) => string, voice: Voice): string {
  const amount = bodyToExactAmount(entry.request)
  const parts = [
    voice.texts.kinds[entry.kind],
    amount === undefined ? '' : money(amount),
    subjectToWords(entry, voice),
  ]
  return parts.filter((part) => part !== '').join(' · ')
}

function renderEntry(entry: ListedEntry, view: DetailView, voice: Voice, deps: DetailDeps): TemplateResult {
  const words = voice.texts.journal
  return html`<h3 class="title" part="title" tabindex="-1">
      ${renderWithCards(entryToName(entry, view.money, voice))}
    </h3>
    <p class="badge ${entry.state}" part="state">${stateIcon(entry.state)} ${words.states[entry.state]}</p>
    ${renderReason(entry, view, voice, deps)} ${view.readOnly ? nothing : deps.renderCancel(entry)}
    ${renderFacts(entry, view, voice, deps)}
    ${
      entry.kind === 'unknown' || ('reason' in entry && entry.reason === 'unreadable')
        ? nothing
        : renderSlip(entry, view, voice)
    }
    <section aria-labelledby="history-title" part="history">
      <h4 id="history-title">${words.history}</h4>
      <ol class="timeline">
        ${entry.history.map((item) => renderItem(item, view, voice))}
      </ol>
    </section>
    ${renderReply(entry, view, voice)} ${renderBody(entry, view, voice)}
    <p class="hint id">${voice.texts.list.operation} ${entry.id}</p>`
}

function renderReason(
  entry: ListedEntry,
  { readOnly }: DetailView,
  voice: Voice,
  { onDecide }: DetailDeps,
): TemplateResult | typeof nothing {
  if (entry.state !== 'parked') return nothing
  return html`<div class="note bad reason" part="reason">
    <p>${reasonToWords(entry, voice)}</p>
    ${
      readOnly
        ? nothing
        : html`<button
            type="button"
            part="button decide"
            class="decide"
            @click=${() => {
              onDecide(entry.id)
            }}
          >
            ${voice.texts.journal.decide}
          </button>`
    }
  </div>`
}

type Fact = readonly [name: string, value: TemplateResult | string | undefined]

function renderFacts(
  entry: ListedEntry,
  { now }: DetailView,
  { texts, formats }: Voice,
  deps: DetailDeps,
): TemplateResult {
  const words = texts.journal
  const timeOf = (at: Date | undefined) => at && formats.time(at, now)
  const linkOf = (id: string | undefined) => (id === undefined ? undefined : renderLink(id, deps))
  const facts: Fact[] = [
    [words.rungUp, timeOf(entry.createdAt)],
    [words.operator, 'operator' in entry ? entry.operator : undefined],
    [words.settledAt, 'settledAt' in entry ? timeOf(entry.settledAt) : undefined],
    [words.dueAt, 'dueAt' in entry ? timeOf(entry.dueAt) : undefined],
    [words.number, bodyToNumber(entry.request)?.toString()],
    [words.shop, 'shop' in entry ? `${entry.shop} / ${entry.terminal}` : undefined],
    [words.transactionOf, 'transactionOf' in entry ? linkOf(entry.transactionOf) : undefined],
    [words.replaces, 'replaces' in entry ? linkOf(entry.replaces) : undefined],
    [words.replacedBy, 'replacedBy' in entry ? linkOf(entry.replacedBy) : undefined],
  ]
  return html`<dl class="facts" part="facts">
    ${facts.map(([name, value]) => (value === undefined ? nothing : renderPair(name, value)))}
  </dl>`
}

function renderPair(name: string, value: TemplateResult | string): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function renderLink(id: string, { onOpen }: DetailDeps): TemplateResult {
  return html`<button
    type="button"
    class="link"
    part="button link"
    data-opens=${id}
    @click=${() => {
      onOpen(id)
    }}
  >
    ${id}
  </button>`
}

function renderSlip(
  entry: ListedEntry,
  { till, currency, texts, paper }: DetailView,
  voice: Voice,
): TemplateResult {
  return html`<section aria-labelledby="slip-title" part="slip">
    <h4 id="slip-title">${voice.texts.journal.slip}</h4>
    <counterfoil-receipt
      exportparts="slip, print"
      .till=${till}
      .entryId=${entry.id}
      .currency=${currency}
      .texts=${texts}
      .paper=${paper}
    ></counterfoil-receipt>
  </section>`
}

function renderItem(item: HistoryItem, { now }: DetailView, voice: Voice): TemplateResult {
  const time = voice.formats.time(item.at, now)
  return html`<li>
    <time datetime=${item.at.toISOString()}>${time}</time>
    <span>${historyToWords(item, voice)}</span>
  </li>`
}

/** Fields of a problem that are already shown in words. */
const problemNames = new Set(['type', 'title', 'detail', 'status', 'instance'])

function renderReply(entry: ListedEntry, view: DetailView, voice: Voice): TemplateResult {
  const words = voice.texts.journal
  const reply = 'reply' in entry ? entry.reply : undefined
  const fields = cutFields(reply ? listReadable('unknown', reply.body) : []).filter(
    ({ name }) => !reply?.problem || !problemNames.has(name),
  )
  const status = reply && voice.texts.history.status(String(reply.status))
  return html`<section aria-labelledby="reply-title" part="reply">
    <h4 id="reply-title">${words.reply}</h4>
    ${
      reply
        ? html`<p class="hint">${voice.formats.time(reply.at, view.now)}, ${status}</p>
            ${reply.problem ? replyToWords(entry, voice).map((sentence) => html`<p>${sentence}</p>`) : nothing}
            ${renderFields(fields, view, voice)}`
        : html`<p class="hint">${words.noReply}</p>`
    }
  </section>`
}

function renderBody(entry: ListedEntry, view: DetailView, voice: Voice): TemplateResult {
  const words = voice.texts.journal
  const fields = listReadable(entry.kind, entry.request)
  if (fields.length === 0) return html`<p class="hint">${words.bodyHidden}</p>`
  return html`<details part="body">
    <summary>${words.body}</summary>
    ${renderFields(fields, view, voice)}
  </details>`
}

function renderFields(
  fields: readonly ReadableField[],
  view: DetailView,
  voice: Voice,
): TemplateResult | typeof nothing {
  if (fields.length === 0) return nothing
  return html`<dl class="fields">
    ${fields.map(
      (field) =>
        html`<div class=${field.tag}>
          <dt>${fieldToName(field, voice)}</dt>
          <dd>${renderValue(field, view, voice)}</dd>
        </div>`,
    )}
  </dl>`
}

function fieldToName({ name, number }: ReadableField, { texts, formats }: Voice): string {
  const words = sanitizeText(nameToWords(name, texts.names))
  return number === undefined ? words : texts.form.item(words, formats.whole(number))
}

/** A time as the till writes it into a body. */
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function renderValue(field: ReadableField, view: DetailView, voice: Voice): unknown {
  const words = voice.texts.journal
  switch (field.tag) {
    case 'covered':
      return `•••• (${words.covered})`
    case 'group':
      return renderFields(field.fields, view, voice)
    case 'value': {
      const { value } = field
      if (typeof value === 'boolean') return value ? words.yes : words.no
      if (field.isMoney) return view.money(value)
      const at = isTime.test(String(value)) ? new Date(value) : undefined
      return at && !Number.isNaN(at.getTime())
        ? voice.formats.time(at, view.now)
        : sanitizeText(String(value))
    }
  }
}
