import { html, nothing, type TemplateResult } from 'lit'
import { languages, nameLanguage, tagToLanguage } from './languages.js'
import type { PageVoice } from './voice.js'

export interface HeadView {
  tag: string
  /** Whether there are amounts to be shown in a currency. */
  hasAmounts: boolean
  /** What is told to who does not see the page. */
  said: string
}

export interface HeadActs {
  onLanguage: (language: string) => void
  onCurrency: (currency: string) => void
}

/** Renders the name of the page, its promise, and the choice of language and currency. */
export function renderHead(
  { tag, hasAmounts, said }: HeadView,
  { page, formats }: PageVoice,
  { onLanguage, onCurrency }: HeadActs,
): TemplateResult {
  const spoken = languages.map((language) => [language, nameLanguage(language)] as const)
  return html`<header>
    <div class="title">
      <h1>${page.title}</h1>
      <p>${page.promise}</p>
    </div>
    ${hasAmounts ? renderChoice('currency', page.currency, formats.currency, listCurrencies(formats.currency), onCurrency) : nothing}
    ${renderChoice('language', page.language, tagToLanguage(tag), spoken, onLanguage)}
    <p class="unseen" role="status">${said}</p>
  </header>`
}

type Option = readonly [value: string, name: string]

/** Those that the browser lists, and the one in use: a file may tell another. */
function listCurrencies(used: string): Option[] {
  const codes = new Set([...Intl.supportedValuesOf('currency'), used])
  return [...codes].sort().map((code) => [code, code])
}

function renderChoice(
  id: string,
  label: string,
  chosen: string,
  options: readonly Option[],
  onChange: (value: string) => void,
): TemplateResult {
  return html`<div class="choice">
    <label for=${id}>${label}</label>
    <select
      id=${id}
      @change=${(event: Event) => {
        onChange((event.target as HTMLSelectElement).value)
      }}
    >
      ${options.map(
        ([value, name]) => html`<option value=${value} .selected=${value === chosen}>${name}</option>`,
      )}
    </select>
  </div>`
}
