import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedEntry, ParkReason } from '../../domain/entry.js'
import { maskCard } from '../../domain/lanes.js'
import type { TillHint, TillStatus } from '../../till/status.js'
import { renderWithCards } from '../cards.js'
import type { Action } from './action.js'
import { correctionStyles } from './correction-styles.js'
import { Decision } from './decision.js'
import type { Notice } from './decision-deps.js'
import { Evidence, hasEvidence } from './evidence.js'
import { renderEvidence, type EvidenceViewDeps } from './evidence-view.js'
import { evidenceStyles } from './evidence-styles.js'
import { renderItem, type ItemView } from './item.js'
import { Listing, topId } from './listing.js'
import { Losses } from './losses.js'
import { isNarrow, openSelection, splitGroups } from './selection.js'
import { selectionStyles } from './selection-styles.js'
import { renderSelection } from './selection-view.js'
import { renderPanel } from './panel.js'
import { attentionStyles } from './styles.js'
import type { Approve } from '../approve.js'
import { TillElement } from '../element.js'
import { icon } from '../icons.js'
import { hintToWords } from '../status/words.js'
import { common } from '../styles.js'

/**
 * The operations that need attention, one parked operation after the other, with the possible actions on each.
 *
 * @fires counterfoil-acted - a person's action is recorded: `detail` has the action (`act`) and the ids
 * @slot empty - shown when nothing needs attention
 * @csspart attention - everything
 * @csspart heading - the heading, and count - the number of operations
 * @csspart note - the result of an action, or an error; also address - that the service's address seems wrong, and
 * loss - what the browser lost
 * @csspart losses - the form by which a person takes note of what the browser lost
 * @csspart selection - which operations are shown, and in which order
 * @csspart group - the operations of a reason or a card
 * @csspart list - the list, and pages - the links to the other pages
 * @csspart item - one operation; in it title, reason, reply and history
 * @csspart button - each button; also primary, and act-send-again, act-mark-applied, act-merge, act-amend, act-void,
 * act-take-back, act-acknowledge-losses, act-bring-back
 * @csspart evidence - what is known about the cards; in it card and look
 * @csspart panel - the form of an action; in it input, reason-choice, sums and, for two receipts side by side, clash
 * @csspart bulk - the action on several operations at once
 * @csspart empty - that nothing needs attention
 */
export class CounterfoilAttention extends TillElement {
  static override styles = [common, attentionStyles, evidenceStyles, selectionStyles, correctionStyles]

  static override properties: PropertyDeclarations = {
    ...TillElement.properties,
    approve: { attribute: false },
  }
  /** Asks the host who does an act, so that no form asks for a name; undefined means that it is not done. */
  declare approve: Approve | undefined

  readonly #listing: Listing = new Listing(this, {
    voice: () => this.voice,
    parkedCount: () => this.status?.counts.parked,
    onPage: (page) => {
      this.#decision.follow(page)
    },
    onTurn: () => {
      this.#decision.drop()
    },
    onTill: () => {
      this.#decision.clear()
      this.#losses.clear()
    },
  })

  readonly #decision = new Decision({
    till: () => this.till,
    voice: () => this.voice,
    operator: () => this.operator,
    approve: () => this.approve,
    listing: this.#listing,
    onChange: () => {
      this.requestUpdate()
    },
    onFocus: (selector) => {
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus())
    },
    onActed: (act, ids) => {
      const detail = { act, ids }
      this.dispatchEvent(new CustomEvent('counterfoil-acted', { bubbles: true, composed: true, detail }))
    },
  })

  readonly #losses = new Losses({
    till: () => this.till,
    voice: () => this.voice,
    operator: () => this.operator,
    approve: () => this.approve,
    onChange: () => {
      this.requestUpdate()
    },
    onDone: (act, notice) => {
      this.#decision.announce(notice)
      const detail = { act, ids: [] }
      this.dispatchEvent(new CustomEvent('counterfoil-acted', { bubbles: true, composed: true, detail }))
      this.#listing.focusOn(topId)
    },
  })

  readonly #evidence = new Evidence({
    till: () => this.till,
    voice: () => this.voice,
    operator: () => this.operator,
    approve: () => this.approve,
    onChange: () => {
      this.requestUpdate()
    },
    onNoted: async (entry) => {
      this.#decision.renew(entry)
      await this.#listing.read()
    },
  })

  protected override onStatus(before: TillStatus | undefined, after: TillStatus | undefined): void {
    super.onStatus(before, after)
    this.#listing.follow(before, after)
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    this.#decision.followOperator()
  }

  protected override render(): TemplateResult {
    const { texts } = this.voice
    return html`<section part="attention" aria-labelledby=${topId}>
      <header class="head">
        <h2 id=${topId} part="heading" tabindex="-1">${texts.list.label}</h2>
        ${this.#renderCount(this.status?.counts.parked)}
      </header>
      <div role="status">${this.#renderNotice('good')}</div>
      <div role="alert">
        ${this.#renderNotice('bad')}${
          this.#listing.fault === ''
            ? nothing
            : html`<p class="note bad" part="note">${this.#listing.fault}</p>`
        }
      </div>
      ${this.#losses.render(this.status?.storage ?? {})} ${this.#renderAddress()} ${this.#renderSelection()}
      ${this.#renderBulk()} ${this.#renderTakeBack()} ${this.#listing.renderPages('above')}
      ${this.#renderList()} ${this.#listing.renderPages('below')}
    </section>`
  }

  #renderCount(count: number | undefined): TemplateResult | typeof nothing {
    const { texts, formats } = this.voice
    if (count === 0) return nothing
    if (count === undefined) return html`<p class="hint" part="count">${texts.status.parkedUnknown}</p>`
    return html`<p class="badge" part="count" aria-hidden="true">${formats.whole(count)}</p>
      <p class="unseen">${texts.list.count(count, formats.whole(count))}</p>`
  }

  #renderNotice(tone: Notice['tone']): TemplateResult | typeof nothing {
    if (this.#decision.notice?.tone !== tone) return nothing
    return html`<p class="note ${tone}" part="note">${this.#decision.notice.words}</p>`
  }

  /** Operations that wait for a corrected address are in no list, but need attention too. */
  #renderAddress(): TemplateResult[] {
    return this.#findAddressHints().map(
      (hint) => html`<p class="note bad" part="note address">${hintToWords(hint, this.voice)}</p>`,
    )
  }

  #isLossOpen(): boolean {
    const { losses, kept } = this.status?.storage ?? {}
    return losses !== undefined || kept !== undefined
  }

  #findAddressHints(): TillHint[] {
    return this.status?.hints.filter(({ likely }) => likely === 'address') ?? []
  }

  /** One operation needs no selection; a selection in force is always shown, so that nothing seems gone. */
  #renderSelection(): TemplateResult | typeof nothing {
    const { selection } = this.#listing
    const isUseful = (this.status?.counts.parked ?? 0) > 1 || selection !== openSelection
    if (!isUseful || !this.#listing.page) return nothing
    return renderSelection(selection, this.voice, (change) => {
      this.#listing.select(change)
    })
  }

  #renderList(): TemplateResult | typeof nothing {
    const { texts } = this.voice
    const { page, fault, selection } = this.#listing
    if (!page) return fault === '' ? html`<p class="hint">${texts.list.loading}</p>` : nothing
    if (page.entries.length === 0) return this.#renderEmpty()
    if (selection.grouping === 'time') return this.#renderEntries(page.entries, topId)
    const groups = splitGroups(page.entries, page.all ?? page.entries, selection.grouping)
    return html`${groups.map(({ group, entries, all }, index) => {
      const count = this.voice.formats.whole(all.length)
      return html`<div class="group" part="group">
        <h3 id="group-${index}">
          ${renderWithCards(this.#groupToWords(group))} <span class="badge plain">${count}</span>
        </h3>
        ${this.#renderEntries(entries, `group-${index}`)}
      </div>`
    })}`
  }

  #groupToWords(group: string): string {
    const { desk } = this.voice.texts
    if (this.#listing.selection.grouping === 'card') return group === '' ? desk.noCard : maskCard(group)
    return desk.reasonNames[group as ParkReason]
  }

  #renderEntries(entries: readonly ListedEntry[], labelId: string): TemplateResult {
    return html`<ol class="list" part="list" aria-labelledby=${labelId}>
      ${repeat(
        entries,
        ({ id }) => id,
        (entry) =>
          html`<li data-id=${entry.id} data-reason=${this.#reasonOf(entry)}>${this.#renderEntry(entry)}</li>`,
      )}
    </ol>`
  }

  #renderEmpty(): TemplateResult | typeof nothing {
    const { texts } = this.voice
    if (isNarrow(this.#listing.selection)) {
      return html`<div class="empty" part="empty">
        <p><strong>${texts.desk.noneWanted}</strong></p>
        <button
          part="button"
          type="button"
          @click=${() => {
            this.#listing.select(openSelection)
            this.#listing.focusOn(topId)
          }}
        >
          ${texts.desk.showAll}
        </button>
      </div>`
    }
    if (this.#findAddressHints().length > 0 || this.#isLossOpen()) return nothing
    return html`<div class="empty" part="empty">
      <slot name="empty"
        >${icon('calm')}
        <p><strong>${texts.list.empty}</strong></p>
        <p class="hint">${texts.list.emptyHint}</p></slot
      >
    </div>`
  }

  #reasonOf(entry: ListedEntry): string {
    return entry.state === 'parked' ? entry.reason : entry.state
  }

  #renderEntry(entry: ListedEntry): TemplateResult {
    const action = this.#decision.action
    const isOpen = action !== undefined && !action.isBulk && action.entries[0]?.id === entry.id
    const view: ItemView = {
      isSelected: this.#decision.selected.has(entry.id),
      openAct: isOpen ? action.act : undefined,
      panel: isOpen ? this.#renderPanel(action) : nothing,
      evidence: this.#renderEvidence(entry),
    }
    return renderItem(entry, view, this.voice, {
      onAct: (one, act) => {
        this.#decision.open(one, act)
      },
      onSelect: (one, isSelected) => {
        this.#decision.select(one, isSelected)
      },
    })
  }

  #renderEvidence(entry: ListedEntry): TemplateResult | typeof nothing {
    const { till } = this
    if (!hasEvidence(entry, till)) return nothing
    const view = {
      findings: this.#evidence.of(entry),
      isNameNeeded: this.#evidence.isNameNeeded,
      hasLookUp: till?.attention.lookUp !== undefined,
      hasBalance: till?.balance !== undefined,
    }
    return renderEvidence(entry, view, this.voice, this.#evidenceDeps)
  }

  readonly #evidenceDeps: EvidenceViewDeps = {
    onToggle: (entry, isOpen) => void this.#evidence.toggle(entry, isOpen),
    onShowCards: (entry, typed) => void this.#evidence.showCards(entry, typed),
    onLookUp: (entry, typed) => void this.#evidence.lookUp(entry, typed),
    onAct: (entry, act) => {
      this.#decision.open(entry, act, this.#evidence.of(entry)?.answer?.transactionId)
    },
  }

  #renderPanel(action: Action): TemplateResult {
    const { naming, panelDeps } = this.#decision
    return renderPanel(action, naming, this.voice, panelDeps)
  }

  /** What was handed over can be taken back together, once a person looks at exactly that. */
  #renderTakeBack(): TemplateResult | typeof nothing {
    const { page, selection } = this.#listing
    const all = page?.all ?? []
    if (selection.reason !== 'moved' || all.length < 2 || this.#decision.action?.isBulk) return nothing
    const { texts, formats } = this.voice
    return html`<div class="bulk" part="bulk">
      <button
        id="take-back"
        part="button act-take-back"
        type="button"
        @click=${() => {
          this.#decision.openTakeBack(all)
        }}
      >
        ${texts.list.takeBack(all.length, formats.whole(all.length))}
      </button>
    </div>`
  }

  #renderBulk(): TemplateResult | typeof nothing {
    if (this.#decision.action?.isBulk)
      return html`<div class="bulk" part="bulk">${this.#renderPanel(this.#decision.action)}</div>`
    if (this.#decision.selected.size === 0) return nothing
    const { texts, formats } = this.voice
    return html`<div class="bulk" part="bulk">
      <button
        id="bulk"
        class="primary"
        part="button primary"
        type="button"
        @click=${() => {
          this.#decision.openBulk()
        }}
      >
        ${texts.list.bulk(this.#decision.selected.size, formats.whole(this.#decision.selected.size))}
      </button>
      <p class="hint">${texts.list.bulkHint}</p>
    </div>`
  }
}
