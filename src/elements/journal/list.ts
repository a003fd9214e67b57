import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { Voice } from '../element.js'
import { stateIcon } from './icons.js'
import { renderSubject } from './subject.js'
import type { Row } from './rows.js'

/** A row's place, and its known content. */
export interface Place {
  index: number
  id: string | undefined
  row: Row | undefined
}

export interface ListView {
  places: readonly Place[]
  count: number
  isCounted: boolean
  isBusy: boolean
  /** The place that takes the focus. */
  active: number
  selected: string | undefined
  money: (amount: string) => string
  now: Date
}

export interface ListDeps {
  onScroll: () => void
  onKey: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  onClick: (event: MouseEvent) => void
}

/** Renders the list; only the visible rows are drawn. */
export function renderList(view: ListView, voice: Voice, deps: ListDeps): TemplateResult {
  const words = voice.texts.journal
  return html`<div
    class="grid"
    part="list"
    role="grid"
    aria-label=${words.label}
    aria-rowcount=${view.isCounted ? view.count + 1 : -1}
    aria-colcount="5"
    aria-busy=${view.isBusy ? 'true' : 'false'}
    ?hidden=${view.count === 0}
    @keydown=${deps.onKey}
    @focusin=${deps.onFocus}
    @click=${deps.onClick}
  >
    <div role="rowgroup" class="heads">
      <div role="row" class="cells" aria-rowindex="1">
        <span role="columnheader" class="time">${words.time}</span>
        <span role="columnheader" class="what">${words.operation}</span>
        <span role="columnheader" class="amount">${words.amount}</span>
        <span role="columnheader" class="state">${words.state}</span>
        <span role="columnheader" class="number">${words.number}</span>
      </div>
    </div>
    <div class="scroller" role="rowgroup" tabindex="-1" @scroll=${deps.onScroll}>
      <div class="space" role="presentation">
        <div class="probe" aria-hidden="true"></div>
        ${repeat(
          view.places,
          ({ id, index }) => id ?? index,
          (place) => renderRow(place, view, voice),
        )}
      </div>
    </div>
  </div>`
}

function renderRow({ index, id, row }: Place, view: ListView, voice: Voice): TemplateResult {
  return html`<div
    role="row"
    part="row"
    class="row cells ${row?.state ?? 'unread'}"
    aria-rowindex=${index + 2}
    aria-selected=${id !== undefined && id === view.selected ? 'true' : 'false'}
    tabindex=${index === view.active ? 0 : -1}
    data-index=${index}
    data-id=${id ?? nothing}
  >
    ${
      row
        ? renderCells(row, view, voice)
        : html`<span role="gridcell" aria-colspan="5" class="what">${voice.texts.journal.reading}</span>`
    }
  </div>`
}

function renderCells(row: Row, { money, now }: ListView, { texts, formats }: Voice): TemplateResult {
  const words = texts.journal
  return html`<span role="gridcell" class="time"
      >${
        row.at ? html`<time datetime=${row.at.toISOString()}>${formats.time(row.at, now)}</time>` : nothing
      }</span
    >
    <span role="gridcell" class="what"
      ><span class="kind">${texts.kinds[row.kind]}</span>
      <span class="subject">${row.isUnreadable ? words.unreadable : renderSubject(row, texts)}</span></span
    >
    <span role="gridcell" class="amount">${row.amount === undefined ? nothing : money(row.amount)}</span>
    <span role="gridcell" class="state">${stateIcon(row.state)}<span>${words.states[row.state]}</span></span>
    <span role="gridcell" class="number"
      >${row.number === undefined ? nothing : words.numberOf(String(row.number))}</span
    >`
}
