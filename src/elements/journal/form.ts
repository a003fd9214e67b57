import { html, nothing, type TemplateResult } from 'lit'
import { operationKinds } from '../../domain/endpoints.js'
import type { Voice } from '../element.js'
import { standings, type Question, type Standing } from './filter.js'

export type Ask = (change: Partial<Question>) => void

export function renderForm(question: Question, { texts }: Voice, ask: Ask): TemplateResult {
  const words = texts.journal
  return html`<form
    class="form"
    part="form"
    role="search"
    aria-label=${words.label}
    @submit=${(event: Event) => {
      event.preventDefault()
    }}
  >
    ${renderSearch(question, words, ask)}
    ${renderSelect('standing', words.state, question.standing, ask, [
      ...standings.map((one) => [one, words.standings[one]] as const),
    ])}
    ${renderSelect('kind', words.kind, question.kind ?? '', ask, [
      ['', words.anyKind],
      ...operationKinds.map((kind) => [kind, texts.kinds[kind]] as const),
    ])}
    ${renderDay('from', words.from, question, ask)} ${renderDay('to', words.to, question, ask)}
  </form>`
}

function renderSearch({ text }: Question, words: Voice['texts']['journal'], ask: Ask): TemplateResult {
  return html`<div class="field wide">
    <label for="search">${words.search}</label>
    <div class="searching">
      <input
        id="search"
        part="search"
        name="text"
        type="search"
        autocomplete="off"
        autocapitalize="off"
        spellcheck="false"
        enterkeyhint="search"
        aria-describedby="search-hint"
        .value=${text}
        @input=${(event: Event) => {
          ask({ text: (event.target as HTMLInputElement).value })
        }}
      />
      ${
        text === ''
          ? nothing
          : html`<button
              type="button"
              class="quiet"
              part="button clear"
              aria-label=${words.clear}
              @click=${(event: Event) => {
                const field = (event.currentTarget as HTMLElement).parentElement?.querySelector('input')
                field?.focus()
                ask({ text: '' })
              }}
            >
              <span aria-hidden="true">✕</span>
            </button>`
      }
    </div>
    <p class="hint" id="search-hint">${words.searchHint}</p>
  </div>`
}

function renderSelect(
  name: 'standing' | 'kind',
  label: string,
  chosen: string,
  ask: Ask,
  options: readonly (readonly [string, string])[],
): TemplateResult {
  const onChange = (event: Event) => {
    const { value } = event.target as HTMLSelectElement
    if (name === 'standing') ask({ standing: value as Standing })
    else ask({ kind: operationKinds.find((kind) => kind === value) })
  }
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <select id=${name} part="select" name=${name} .value=${chosen} @change=${onChange}>
      ${options.map(
        ([value, words]) => html`<option value=${value} ?selected=${value === chosen}>${words}</option>`,
      )}
    </select>
  </div>`
}

function renderDay(name: 'from' | 'to', label: string, question: Question, ask: Ask): TemplateResult {
  return html`<div class="field">
    <label for=${name}>${label}</label>
    <input
      id=${name}
      part="day"
      name=${name}
      type="date"
      .value=${question[name]}
      @change=${(event: Event) => {
        ask({ [name]: (event.target as HTMLInputElement).value })
      }}
    />
  </div>`
}
