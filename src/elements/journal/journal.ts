import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { Till } from '../../till/till.js'
import type { Approve } from '../approve.js'
import { errorToWords } from '../error-words.js'
import { icon } from '../icons.js'
import { Answers } from './answers.js'
import { createCanceller } from './cancel.js'
import { entryToName, renderDetail, type DetailDeps, type Opened } from './detail.js'
import { isOpen, openQuestion } from './filter.js'
import { renderForm } from './form.js'
import type { JournalSearch } from './host-search.js'
import { renderList } from './list.js'
import { journalStyles } from './styles.js'
import { subjectStyles } from './subject.js'
import { Viewport } from './viewport.js'
import { common } from '../styles.js'
import { TillView } from '../view.js'

const retryMs = 3_000

/**
 * `<counterfoil-journal>`: every operation of a till, to search and filter, and one operation's whole history.
 *
 * @attr readonly - whether operations are only shown
 * @attr paper - the width of the roll that a slip is printed on: 80 (mm) by default, or 58
 * @fires counterfoil-selected - another operation is opened, or none: `detail.id`
 * @fires counterfoil-acted - a waiting operation was cancelled: `detail` has the action (`act`) and the ids
 * @fires counterfoil-attention - a person wants to decide about the operation `detail.id`
 */
export class CounterfoilJournal extends TillView {
  static override styles = [common, journalStyles, subjectStyles]
  static override properties: PropertyDeclarations = {
    ...TillView.properties,
    selected: { reflect: true },
    approve: { attribute: false },
    search: { attribute: false },
    readOnly: { type: Boolean, attribute: 'readonly' },
    paper: {},
    opened: { state: true },
    announcement: { state: true },
  }
  /** The id of the operation that is open. */
  declare selected: string | undefined
  /** Asks the host who does an act, so that no form asks for a name; undefined means that it is not done. */
  declare approve: Approve | undefined
  /** Finds operations by a text in the host's own way, newest first; by default the till finds them. */
  declare search: JournalSearch | undefined
  /** Whether operations are only shown: none is cancelled or decided about here. */
  declare readOnly: boolean
  /** The width of the roll that a slip is printed on: `80` (mm) by default, or `58`. */
  declare paper: string | undefined
  declare protected opened: Opened | undefined
  declare protected announcement: string

  #wantsTitle = false
  #isAnnounced = true
  #retry: ReturnType<typeof setTimeout> | undefined

  readonly #answers: Answers = new Answers(this, {
    status: () => this.status,
    fault: () => this.fault,
    onFault: (error) => {
      this.fault = error === undefined ? undefined : errorToWords(error, this.voice)
    },
    findWanted: (isNew) => this.#viewport.findWanted(isNew),
    onBegin: () => {
      this.#viewport.begin()
    },
    onRows: (before, after) => {
      this.#viewport.take(before, after)
    },
    onAnswered: () => {
      const announcement = this.#countToWords()
      this.announcement = announcement === '' ? this.voice.texts.journal.notFound : announcement
    },
  })

  readonly #viewport = new Viewport(this, {
    book: () => this.#answers.book,
    counted: () => this.#answers.counted,
    onEmpty: () => {
      this.#focusSearch()
    },
  })

  constructor() {
    super()
    this.announcement = ''
    this.readOnly = false
  }

  protected override async read(till: Till): Promise<void> {
    await Promise.all([this.#answers.read(till), this.#readOpened(till)])
  }

  async #readOpened(till: Till): Promise<void> {
    const { selected } = this
    if (!selected) return
    const found = await till.entry(selected)
    if (selected === this.selected && till === this.till) this.opened = found ?? 'missing'
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.has('selected') || changed.has('till')) {
      this.opened = this.#isOpen ? 'reading' : undefined
      if (this.#isOpen) void this.refresh()
    }
    this.#canceller.follow(this.opened)
    if (this.#isAnnounced || typeof this.opened !== 'object') return
    this.#isAnnounced = true
    this.announcement = this.voice.texts.journal.opened(
      entryToName(this.opened, this.voice.formats.money, this.voice),
    )
  }

  get #isOpen(): boolean {
    return Boolean(this.selected)
  }

  protected override render(): TemplateResult {
    const words = this.voice.texts.journal
    return html`<section class="journal" part="journal" aria-label=${words.label}>
      <h2 class="unseen">${words.label}</h2>
      <div class="layout ${this.#isOpen ? 'open' : ''}">
        <div class="side">
          ${renderForm(this.#answers.question, this.voice, (change) => {
            this.#answers.ask(change)
          })}
          <p class="count" part="count">${this.#countToWords()}</p>
          ${this.#renderFault()}
          ${renderList(
            {
              places: this.#viewport.listPlaces(),
              count: this.#viewport.count,
              isCounted: this.#answers.counted !== undefined,
              isBusy: this.#answers.isSearching,
              active: this.#viewport.active,
              selected: this.selected,
              money: this.voice.formats.money,
              now: new Date(),
            },
            this.voice,
            this.#listDeps,
          )}
          ${this.#renderEmpty()} ${this.#renderFoot()}
        </div>
        ${this.opened === undefined ? nothing : this.#renderOpened(this.opened)}
      </div>
      <p class="unseen" role="status">${this.announcement}</p>
    </section>`
  }

  #renderOpened(opened: Opened): TemplateResult {
    const { till, currency, texts, paper, readOnly } = this
    const { money } = this.voice.formats
    const view = { opened, till, currency, texts, paper, readOnly, money, now: new Date() }
    return html`<article
      class="detail"
      part="detail"
      aria-labelledby="opened-title"
      @keydown=${this.#onDetailKey}
    >
      ${renderDetail(view, this.voice, this.#detailDeps)}
    </article>`
  }

  #renderFault(): TemplateResult {
    const words = this.voice.texts.journal
    return html`<div role="alert">
      ${
        this.fault === undefined
          ? nothing
          : html`<div class="note bad fault" part="note">
              <p>${words.notReadable(this.fault)} ${words.retrying}</p>
              <button type="button" part="button" @click=${() => void this.refresh()}>${words.retry}</button>
            </div>`
      }
    </div>`
  }

  #countToWords(): string {
    const { texts, formats } = this.voice
    const words = texts.journal
    const { fault } = this
    const { book, counted } = this.#answers
    if (this.#answers.isSearching)
      return this.#answers.question.text.trim() === '' ? words.reading : words.searching
    if (!book || book.progress.ids.length === 0) return fault === undefined && !book ? words.reading : ''
    const known = book.progress.ids.length
    if (this.#viewport.isBehind && counted !== undefined)
      return words.readingOf(formats.whole(known), formats.whole(counted))
    if (isOpen(this.#answers.question)) return words.count(counted ?? 0, formats.whole(counted ?? 0))
    return counted === undefined
      ? words.atLeast(known, formats.whole(known))
      : words.found(counted, formats.whole(counted))
  }

  #renderFoot(): TemplateResult | typeof nothing {
    const { book } = this.#answers
    if (!book?.progress.isPaused) return nothing
    const { texts, formats } = this.voice
    const { lookedTo } = book.progress
    return html`<div class="foot" part="foot">
      ${lookedTo ? html`<p>${texts.journal.lookedTo(formats.time(lookedTo, new Date()))}</p>` : nothing}
      <button type="button" part="button further" @click=${() => void this.#answers.lookFurther()}>
        ${texts.journal.lookFurther}
      </button>
    </div>`
  }

  #renderEmpty(): TemplateResult | typeof nothing {
    const { book } = this.#answers
    if (!book || this.#viewport.count > 0 || this.#answers.isSearching || this.fault !== undefined)
      return nothing
    const words = this.voice.texts.journal
    if (!isOpen(this.#answers.question)) {
      return html`<div class="empty" part="empty">
        <p><strong>${words.notFound}</strong></p>
        <p class="hint">${words.notFoundHint}</p>
        <button type="button" part="button" @click=${this.#showAll}>${words.showAll}</button>
      </div>`
    }
    return html`<div class="empty" part="empty">
      <slot name="empty"
        >${icon('calm')}
        <p><strong>${words.none}</strong></p>
        <p class="hint">${words.noneHint}</p></slot
      >
    </div>`
  }

  readonly #showAll = (): void => {
    this.#answers.ask(openQuestion)
    this.#focusSearch()
  }

  #focusSearch(): void {
    this.renderRoot.querySelector<HTMLElement>('#search')?.focus()
  }

  readonly #listDeps = {
    onScroll: this.#viewport.onScroll,
    onFocus: this.#viewport.onFocus,
    onKey: (event: KeyboardEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('.row')
      if (!row || event.ctrlKey || event.altKey || event.metaKey) return
      const isChoice = event.key === 'Enter' || event.key === ' '
      if (isChoice) this.#openRow(row)
      if (isChoice || this.#viewport.move(event.key)) event.preventDefault()
    },
    onClick: (event: MouseEvent) => {
      const row = (event.target as HTMLElement).closest<HTMLElement>('.row')
      if (row) this.#openRow(row)
    },
  }

  #openRow({ dataset: { id } }: HTMLElement): void {
    if (id !== undefined) this.#select(id, false)
  }

  #select(id: string | undefined, isFollowed: boolean): void {
    this.#wantsTitle = id !== undefined && (isFollowed || !this.#isBeside)
    this.#isAnnounced = id === undefined || this.#wantsTitle
    this.selected = id
    this.dispatchEvent(
      new CustomEvent('counterfoil-selected', { detail: { id }, bubbles: true, composed: true }),
    )
  }

  /** Whether there is room for the detail beside the list. */
  get #isBeside(): boolean {
    const layout = this.renderRoot.querySelector('.layout')
    return layout !== null && getComputedStyle(layout).getPropertyValue('--is-beside').trim() === '1'
  }

  readonly #canceller = createCanceller({
    till: () => this.till,
    voice: () => this.voice,
    operator: () => this.operator,
    approve: () => this.approve,
    onChange: () => {
      this.requestUpdate()
    },
    onFocus: (selector) => {
      void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(selector)?.focus())
    },
    hasFocus: (selector) => this.renderRoot.querySelector(`${selector}:focus-within`) !== null,
    onCancelled: (id) => {
      void this.refresh()
      const detail = { act: 'void', ids: [id] }
      this.dispatchEvent(new CustomEvent('counterfoil-acted', { detail, bubbles: true, composed: true }))
    },
  })

  readonly #detailDeps: DetailDeps = {
    renderCancel: (entry) => this.#canceller.render(entry),
    onClose: () => {
      const before = this.selected
      this.#select(undefined, false)
      this.#viewport.focusRow(before)
    },
    onOpen: (id) => {
      this.#select(id, true)
    },
    onDecide: (id) => {
      this.dispatchEvent(
        new CustomEvent('counterfoil-attention', { detail: { id }, bubbles: true, composed: true }),
      )
    },
  }

  readonly #onDetailKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') this.#detailDeps.onClose()
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#retry)
    this.#retry = undefined
  }

  protected override updated(): void {
    if (this.fault === undefined) {
      void this.#answers.showWanted()
    } else if (!this.isReading) {
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        void this.refresh()
      }, retryMs)
    }
    if (this.#wantsTitle && this.opened !== undefined && this.opened !== 'reading') {
      this.#wantsTitle = false
      this.renderRoot.querySelector<HTMLElement>('.title')?.focus()
    }
  }
}
