import { html, nothing, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { ListedEntry } from '../../domain/entry.js'
import { createMoneyFormat } from '../amounts.js'
import type { Voice } from '../element.js'
import { entryToTitle } from '../entry-words.js'
import type { ActName } from '../texts/desk.js'
import { listActs } from './acts.js'
import { isNotable, type Findings } from './evidence.js'

export interface EvidenceViewDeps {
  onToggle: (entry: ListedEntry, isOpen: boolean) => void
  onShowCards: (entry: ListedEntry, typed: string) => void
  onLookUp: (entry: ListedEntry, typed: string) => void
  onAct: (entry: ListedEntry, act: ActName) => void
}

export interface EvidenceView {
  findings: Findings | undefined
  isNameNeeded: boolean
  hasLookUp: boolean
  hasBalance: boolean
}

const behindShown = 3

/** Renders what is known about the cards of an entry, and the ways to find out more. */
export function renderEvidence(
  entry: ListedEntry,
  view: EvidenceView,
  voice: Voice,
  deps: EvidenceViewDeps,
): TemplateResult {
  const { desk } = voice.texts
  return html`<details
    class="evidence"
    part="evidence"
    ?open=${view.findings !== undefined}
    @toggle=${(event: Event) => {
      deps.onToggle(entry, (event.target as HTMLDetailsElement).open)
    }}
  >
    <summary>${desk.check}</summary>
    ${view.findings ? renderFindings(entry, view.findings, view, voice, deps) : nothing}
  </details>`
}

function renderFindings(
  entry: ListedEntry,
  findings: Findings,
  view: EvidenceView,
  voice: Voice,
  deps: EvidenceViewDeps,
): TemplateResult {
  const hasCards = entry.cards.length > 0
  return html`<div class="findings">
    <dl class="facts">
      ${hasCards ? [renderCards(entry, findings, voice), renderBalance(findings, view, voice)] : nothing}
      ${hasCards ? [renderLast(findings, voice), renderBehind(findings, voice)] : nothing}
    </dl>
    ${isNotable(entry) ? renderLooks(entry, findings, view, voice, deps) : nothing}
    <div role="alert">
      ${findings.fault === '' ? nothing : html`<p class="note bad">${findings.fault}</p>`}
    </div>
    <div role="status">${renderAnswer(entry, findings, voice, deps)}</div>
  </div>`
}

function renderFact(name: string, value: unknown): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function renderCards({ cards }: ListedEntry, { cards: whole }: Findings, { texts }: Voice): TemplateResult {
  return renderFact(
    texts.desk.card,
    (whole ?? cards).map((card) => html`<span class="code" part="card">${renderWithCards(card)}</span>`),
  )
}

function renderBalance(
  { balances }: Findings,
  { hasBalance }: EvidenceView,
  { texts, formats }: Voice,
): TemplateResult | typeof nothing {
  if (!hasBalance) return nothing
  const lines = balances?.map((balance) => {
    if (!balance) return html`<span>${texts.desk.balanceFailed}</span>`
    const money = createMoneyFormat(formats.language, balance.currency)
    const waiting =
      balance.waiting === 0
        ? nothing
        : html` <small>${texts.desk.provisional(formats.money(-balance.waiting))}</small>`
    return html`<span>${money(balance.amount)}${waiting}</span>`
  })
  return renderFact(texts.desk.balance, lines ?? texts.list.loading)
}

function renderLast({ last }: Findings, voice: Voice): TemplateResult {
  const { texts, formats } = voice
  if (!last) return renderFact(texts.desk.lastKnown, texts.list.loading)
  const { entry } = last
  if (!entry) return renderFact(texts.desk.lastKnown, texts.desk.lastNone)
  const at = entry.createdAt ? formats.time(entry.createdAt, new Date()) : ''
  return renderFact(
    texts.desk.lastKnown,
    html`${renderWithCards(entryToTitle(entry, voice))} <small>${at}</small>`,
  )
}

function renderBehind({ behind }: Findings, voice: Voice): TemplateResult {
  const { texts, formats } = voice
  if (!behind) return renderFact(texts.desk.behind, texts.list.loading)
  if (behind.length === 0) return renderFact(texts.desk.behind, texts.desk.behindNone)
  const more = behind.length - behindShown
  return renderFact(
    texts.desk.behind,
    html`${behind.slice(0, behindShown).map((one) => html`<span>${renderWithCards(entryToTitle(one, voice))}</span>`)}
    ${more > 0 ? html`<small>${texts.desk.behindMore(more, formats.whole(more))}</small>` : nothing}`,
  )
}

/** The looks that are recorded with a name. */
function renderLooks(
  entry: ListedEntry,
  findings: Findings,
  { isNameNeeded, hasLookUp }: EvidenceView,
  { texts }: Voice,
  deps: EvidenceViewDeps,
): TemplateResult | typeof nothing {
  const { desk, act } = texts
  const isHidden = entry.cards.length > 0 && findings.cards === undefined
  if (!isHidden && !hasLookUp) return nothing
  const typed = (event: Event) =>
    (event.currentTarget as HTMLElement).closest('.looks')?.querySelector<HTMLInputElement>('input')?.value ??
    ''
  const button = (words: string, look: EvidenceViewDeps['onLookUp']) =>
    html`<button
      part="button look"
      type="button"
      aria-disabled=${String(findings.isAsking)}
      @click=${(event: Event) => {
        look(entry, typed(event))
      }}
    >
      ${words}
    </button>`
  return html`<div class="looks">
    ${
      isNameNeeded
        ? html`<label class="who"
            ><span>${act.by}</span><input part="input" name="look-by" autocomplete="name"
          /></label>`
        : nothing
    }
    ${isHidden ? button(desk.showCards, deps.onShowCards) : nothing}
    ${hasLookUp ? button(findings.isAsking ? desk.lookingUp : desk.lookUp, deps.onLookUp) : nothing}
    <p class="hint">${desk.showHint}</p>
  </div>`
}

const actsByAnswer = { applied: 'mark-applied', absent: 'send-again', unknown: undefined } as const

/** The answer of the service, and the act that follows from it, which a person still decides. */
function renderAnswer(
  entry: ListedEntry,
  { answer }: Findings,
  { texts }: Voice,
  { onAct }: EvidenceViewDeps,
): TemplateResult | typeof nothing {
  if (!answer) return nothing
  const act = listActs(entry).find((one) => one === actsByAnswer[answer.found])
  return html`<div class="note answer ${answer.found === 'unknown' ? 'wait' : 'good'}">
    <p>${texts.desk.found[answer.found]}</p>
    ${
      act === undefined
        ? nothing
        : html`<button
            part="button"
            type="button"
            @click=${() => {
              onAct(entry, act)
            }}
          >
            ${texts.acts[act]}
          </button>`
    }
  </div>`
}
