import { html, type TemplateResult } from 'lit'
import { parkReasons } from '../../domain/entry.js'
import type { Voice } from '../element.js'
import { groupings, type Grouping, type Selection } from './selection.js'

/** Renders what a person wants to see of the list, and in which order. */
export function renderSelection(
  selection: Selection,
  { texts }: Voice,
  onChange: (change: Partial<Selection>) => void,
): TemplateResult {
  const { desk } = texts
  const choices = (names: readonly string[], label: (name: string) => string, chosen: string) =>
    names.map((name) => html`<option value=${name} ?selected=${name === chosen}>${label(name)}</option>`)
  const valueOf = (event: Event) => (event.target as HTMLSelectElement | HTMLInputElement).value
  const reasonOf = (event: Event) => parkReasons.find((reason) => reason === valueOf(event))
  const groupingOf = (event: Event) => groupings.find((name) => name === valueOf(event)) ?? 'time'
  return html`<div class="selection" part="selection" role="group" aria-label=${desk.selection}>
    <label>
      <span>${desk.byReason}</span>
      <select
        part="input"
        name="reason-wanted"
        .value=${selection.reason ?? ''}
        @change=${(event: Event) => {
          onChange({ reason: reasonOf(event) })
        }}
      >
        <option value="" ?selected=${selection.reason === undefined}>${desk.allReasons}</option>
        ${choices(parkReasons, (name) => desk.reasonNames[name as keyof typeof desk.reasonNames], selection.reason ?? '')}
      </select>
    </label>
    <label>
      <span>${desk.byCard}</span>
      <input
        part="input"
        name="card-wanted"
        type="search"
        autocomplete="off"
        inputmode="numeric"
        placeholder=${desk.cardHint}
        .value=${selection.card}
        @input=${(event: Event) => {
          onChange({ card: valueOf(event) })
        }}
      />
    </label>
    <label>
      <span>${desk.groupBy}</span>
      <select
        part="input"
        name="grouping"
        .value=${selection.grouping}
        @change=${(event: Event) => {
          onChange({ grouping: groupingOf(event) })
        }}
      >
        ${choices(groupings, (name) => desk.groupings[name as Grouping], selection.grouping)}
      </select>
    </label>
  </div>`
}
