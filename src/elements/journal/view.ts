import type { PropertyDeclarations, PropertyValues } from 'lit'
import { errorToWords } from '../error-words.js'
import type { Till } from '../../till/till.js'
import { createBook, type Book } from './book.js'
import { countAnswers, openQuestion, type Question } from './filter.js'
import type { Place } from './list.js'
import { createSearchSource } from './search.js'
import { createListSource } from './source.js'
import {
  findAnchor,
  findSeen,
  findSpan,
  keyToIndex,
  limitCount,
  topOfAnchor,
  topToShow,
  type Frame,
  type Span,
} from './window.js'
import { TillView } from '../view.js'

const retryMs = 3_000

/** A long list of which only the visible rows are drawn, and whose scroll position is stable while it changes. */
export abstract class JournalView extends TillView {
  static override properties: PropertyDeclarations = {
    ...TillView.properties,
    question: { state: true },
  }
  declare protected question: Question

  /** The requested answer, and the one that is shown until that begins. */
  #asked: Book | undefined
  #shown: Book | undefined
  #askedOf: Till | undefined
  #top = 0
  #height = 480
  #rowHeight = 56
  #active = 0
  #activeId: string | undefined
  #isTopSet = false
  #wantsFocus = false
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly #sizes = new ResizeObserver(() => {
    // A change of sizes in the observer's own callback would be reported as a loop.
    requestAnimationFrame(() => {
      this.#measure()
    })
  })

  constructor() {
    super()
    this.question = openQuestion
  }

  /** Called once a question has its answer. */
  protected abstract onAnswered(): void

  /** Moves the focus when the list is empty. */
  protected abstract focusElsewhere(): void

  override connectedCallback(): void {
    super.connectedCallback()
    for (const part of this.#findMeasured()) this.#sizes.observe(part)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#sizes.disconnect()
    clearTimeout(this.#retry)
    this.#retry = undefined
  }

  protected get book(): Book | undefined {
    return this.#shown
  }

  protected get isSearching(): boolean {
    const asked = this.#asked
    return (
      asked !== undefined &&
      this.fault === undefined &&
      (asked.progress.isNew || (asked.progress.isBusy && this.#isSearch))
    )
  }

  get #isSearch(): boolean {
    return this.question.text.trim() !== ''
  }

  protected override async read(till: Till): Promise<void> {
    if (this.#askedOf !== till) this.#ask(till)
    await this.#asked?.refresh()
  }

  protected ask(change: Partial<Question>): void {
    this.question = { ...this.question, ...change }
    this.fault = undefined
    if (!this.till) return
    this.#ask(this.till)
    const asked = this.#asked
    void this.#attempt(async (book) => {
      await book.show(this.#findWanted())
      if (book === asked && book === this.#asked) this.onAnswered()
    })
  }

  /** The visible span; for a new answer, its beginning. */
  #findWanted(): Span {
    const top = this.#asked === this.#shown ? this.#top : 0
    return findSpan({ ...this.frame, top, count: Infinity })
  }

  #turnTo(till: Till | undefined): void {
    this.#shown = undefined
    if (till) {
      this.#ask(till)
      return
    }
    this.#asked?.close()
    this.#asked = undefined
    this.#askedOf = undefined
  }

  #ask(till: Till): void {
    const { question } = this
    this.#asked?.close()
    if (this.#askedOf !== till) this.#shown = undefined
    this.#askedOf = till
    const source = this.#isSearch ? createSearchSource(till, question) : createListSource(till, question)
    const book = createBook(source, (before) => {
      if (book === this.#asked) this.#take(book, before)
    })
    this.#asked = book
    this.requestUpdate()
  }

  protected async lookFurther(): Promise<void> {
    await this.#attempt((book) => book.lookFurther())
  }

  async #attempt(act: (book: Book) => Promise<void>): Promise<void> {
    const book = this.#asked
    if (!book) return
    try {
      await act(book)
    } catch (error) {
      if (book === this.#asked) this.fault = errorToWords(error, this.voice)
    }
  }

  /** Shows a read without moving the visible rows and the focus. */
  #take(book: Book, before: readonly string[]): void {
    if (this.#shown !== book) {
      if (book.progress.isNew) {
        this.requestUpdate()
        return
      }
      this.#shown = book
      this.#activeId = undefined
      this.#active = 0
      this.#setTop(0)
    } else if (before !== book.progress.ids) {
      const anchor = findAnchor(before, this.frame)
      const top = anchor && topOfAnchor(anchor, book.progress.ids, this.#rowHeight)
      if (top !== undefined && top !== this.#top) this.#setTop(top)
      this.#followActive(before, book.progress.ids)
    }
    this.requestUpdate()
  }

  #followActive(before: readonly string[], ids: readonly string[]): void {
    const hadFocus = this.#hasFocus
    if (this.#activeId === undefined) {
      this.#active = Math.max(0, Math.min(this.#active, this.count - 1))
      this.#activeId = hadFocus ? ids[this.#active] : undefined
      return
    }
    if (ids[this.#active] === this.#activeId) return
    const old = Math.max(0, before.indexOf(this.#activeId))
    const near = [this.#activeId, ...before.slice(old), ...before.slice(0, old).reverse()]
    const found = near.find((id) => ids.includes(id))
    this.#activeId = found
    this.#active = found === undefined ? 0 : ids.indexOf(found)
  }

  get #hasFocus(): boolean {
    return Boolean(this.shadowRoot?.activeElement?.closest('.row'))
  }

  /** The number of rows, those included that are still to be read. */
  protected get count(): number {
    const book = this.#shown
    if (!book) return 0
    const {
      ids: { length: known },
      isEnd,
      isPaused,
    } = book.progress
    if (isEnd || isPaused) return limitCount(known, this.#rowHeight)
    return limitCount(Math.max(known + 1, this.counted ?? 0), this.#rowHeight)
  }

  /** The total number, if it is known: a complete read knows it before the status. */
  protected get counted(): number | undefined {
    const progress = this.#shown?.progress
    if (progress?.isEnd) return progress.ids.length
    return this.status && countAnswers(this.question, this.status)
  }

  /** Whether visible rows are still to be read. */
  protected get isBehind(): boolean {
    const { ids, isEnd, isPaused } = this.#shown?.progress ?? { ids: [], isEnd: true, isPaused: false }
    return !isEnd && !isPaused && findSeen(this.frame).to > ids.length + 1
  }

  protected get frame(): Frame {
    return { top: this.#top, height: this.#height, rowHeight: this.#rowHeight, count: this.count }
  }

  /** The place that takes the focus: the last focused one, while it is visible or focused. */
  protected get active(): number {
    const { from, to } = findSpan(this.frame)
    const isNear = this.#active >= from && this.#active < to
    return isNear || this.#hasFocus || this.#wantsFocus ? this.#active : findSeen(this.frame).from
  }

  protected listPlaces(): Place[] {
    const book = this.#shown
    if (!book || this.count === 0) return []
    const { from, to } = findSpan(this.frame)
    const span = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
    const { active } = this
    const all = span.includes(active) ? span : active < from ? [active, ...span] : [...span, active]
    return all.map((index) => ({ index, id: book.progress.ids[index], row: book.rowOf(index) }))
  }

  protected readonly onScroll = (): void => {
    const scroller = this.#scroller
    if (!scroller || scroller.clientHeight === 0) return
    const before = JSON.stringify(findSpan(this.frame))
    this.#top = scroller.scrollTop
    if (JSON.stringify(findSpan(this.frame)) !== before) this.requestUpdate()
  }

  protected readonly onFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('.row')
    if (row) this.#setActive(Number(row.dataset.index))
  }

  /** Moves from row to row; returns whether the key was meant for that. */
  protected move(key: string): boolean {
    const index = keyToIndex(key, this.#active, this.frame)
    if (index === undefined) return false
    this.#setActive(index)
    this.#setTop(topToShow(index, this.frame))
    this.focusRow()
    return true
  }

  #setActive(index: number): void {
    this.#active = index
    this.#activeId = this.#shown?.progress.ids[index]
  }

  /** Focuses the row of an id, or the last focused one. */
  protected focusRow(id?: string): void {
    const index = id === undefined ? -1 : (this.#shown?.progress.ids.indexOf(id) ?? -1)
    if (index >= 0) {
      this.#setActive(index)
      this.#setTop(topToShow(index, this.frame))
    }
    this.#wantsFocus = true
    this.requestUpdate()
  }

  #setTop(top: number): void {
    this.#top = top
    this.#isTopSet = true
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.has('till') && this.#askedOf !== this.till) this.#turnTo(this.till)
    if (this.#hasFocus) this.#wantsFocus = true
  }

  protected override firstUpdated(): void {
    for (const part of this.#findMeasured()) this.#sizes.observe(part)
  }

  protected override updated(): void {
    this.#place()
    if (this.#wantsFocus) this.#focus()
    if (this.fault === undefined) {
      void this.#attempt((book) => book.show(this.#findWanted()))
    } else if (!this.isReading) {
      this.#retry ??= setTimeout(() => {
        this.#retry = undefined
        void this.refresh()
      }, retryMs)
    }
  }

  #place(): void {
    const scroller = this.#scroller
    const space = scroller?.querySelector<HTMLElement>('.space')
    if (!scroller || !space) return
    space.style.setProperty('block-size', `${this.count * this.#rowHeight}px`)
    for (const row of space.querySelectorAll<HTMLElement>('.row'))
      row.style.setProperty('inset-block-start', `${Number(row.dataset.index) * this.#rowHeight}px`)
    if (!this.#isTopSet || scroller.clientHeight === 0) return
    this.#isTopSet = false
    scroller.scrollTop = this.#top
  }

  #focus(): void {
    this.#wantsFocus = false
    const row = this.renderRoot.querySelector<HTMLElement>(`.row[data-index="${this.#active}"]`)
    if (!row) this.focusElsewhere()
    else if (this.shadowRoot?.activeElement !== row) row.focus({ preventScroll: true })
  }

  get #scroller(): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>('.scroller')
  }

  #findMeasured(): Element[] {
    return this.hasUpdated ? [...this.renderRoot.querySelectorAll('.scroller, .probe')] : []
  }

  /** A hidden list keeps its measures and its place. */
  #measure(): void {
    const height = this.#scroller?.clientHeight ?? 0
    const rowHeight = this.renderRoot.querySelector<HTMLElement>('.probe')?.offsetHeight ?? 0
    if (height === 0 || rowHeight === 0) return
    if (rowHeight !== this.#rowHeight) this.#setTop((this.#top / this.#rowHeight) * rowHeight)
    else if (this.#scroller && Math.abs(this.#scroller.scrollTop - this.#top) > 1) this.#setTop(this.#top)
    this.#height = height
    this.#rowHeight = rowHeight
    this.requestUpdate()
  }
}
