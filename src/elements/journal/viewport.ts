import type { ReactiveController, ReactiveControllerHost } from 'lit'
import type { Book } from './book.js'
import type { Place } from './list.js'
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

export interface ViewportHost extends ReactiveControllerHost {
  readonly renderRoot: HTMLElement | DocumentFragment
  readonly shadowRoot: ShadowRoot | null
  readonly hasUpdated: boolean
}

export interface ViewportDeps {
  book: () => Book | undefined
  /** The total number of rows, if it is known. */
  counted: () => number | undefined
  /** Moves the focus when the list is empty. */
  onEmpty: () => void
}

/** The visible part of a long list: only its rows are drawn, and it is stable while the list changes. */
export class Viewport implements ReactiveController {
  #top = 0
  #height = 480
  #rowHeight = 56
  #active = 0
  #activeId: string | undefined
  #isTopSet = false
  #wantsFocus = false
  #isMeasured = false
  readonly #sizes = new ResizeObserver(() => {
    // A change of sizes in the observer's own callback would be reported as a loop.
    requestAnimationFrame(() => {
      this.#measure()
    })
  })
  readonly #host: ViewportHost
  readonly #deps: ViewportDeps

  constructor(host: ViewportHost, deps: ViewportDeps) {
    this.#host = host
    this.#deps = deps
    host.addController(this)
  }

  hostConnected(): void {
    if (this.#host.hasUpdated) this.#observe()
  }

  hostDisconnected(): void {
    this.#sizes.disconnect()
  }

  hostUpdate(): void {
    if (this.#hasFocus) this.#wantsFocus = true
  }

  hostUpdated(): void {
    if (!this.#isMeasured) this.#observe()
    this.#place()
    if (this.#wantsFocus) this.#focus()
  }

  /** The number of rows, those included that are still to be read. */
  get count(): number {
    const book = this.#deps.book()
    if (!book) return 0
    const {
      ids: { length: known },
      isEnd,
      isPaused,
    } = book.progress
    if (isEnd || isPaused) return limitCount(known, this.#rowHeight)
    return limitCount(Math.max(known + 1, this.#deps.counted() ?? 0), this.#rowHeight)
  }

  /** Whether visible rows are still to be read. */
  get isBehind(): boolean {
    const { ids, isEnd, isPaused } = this.#deps.book()?.progress ?? { ids: [], isEnd: true, isPaused: false }
    return !isEnd && !isPaused && findSeen(this.#frame).to > ids.length + 1
  }

  /** The place that takes the focus: the last focused one, while it is visible or focused. */
  get active(): number {
    const { from, to } = findSpan(this.#frame)
    const isNear = this.#active >= from && this.#active < to
    return isNear || this.#hasFocus || this.#wantsFocus ? this.#active : findSeen(this.#frame).from
  }

  get #frame(): Frame {
    return { top: this.#top, height: this.#height, rowHeight: this.#rowHeight, count: this.count }
  }

  /** The visible span; for a new answer, its beginning. */
  findWanted(isNew: boolean): Span {
    return findSpan({ ...this.#frame, top: isNew ? 0 : this.#top, count: Infinity })
  }

  listPlaces(): Place[] {
    const book = this.#deps.book()
    if (!book || this.count === 0) return []
    const { from, to } = findSpan(this.#frame)
    const span = Array.from({ length: Math.max(0, to - from) }, (_, offset) => from + offset)
    const { active } = this
    const all = span.includes(active) ? span : active < from ? [active, ...span] : [...span, active]
    return all.map((index) => ({ index, id: book.progress.ids[index], row: book.rowOf(index) }))
  }

  /** Begins at the top of another list. */
  begin(): void {
    this.#activeId = undefined
    this.#active = 0
    this.#setTop(0)
  }

  /** Takes a changed list without moving the visible rows and the focus. */
  take(before: readonly string[], after: readonly string[]): void {
    const anchor = findAnchor(before, this.#frame)
    const top = anchor && topOfAnchor(anchor, after, this.#rowHeight)
    if (top !== undefined && top !== this.#top) this.#setTop(top)
    this.#followActive(before, after)
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
    return Boolean(this.#host.shadowRoot?.activeElement?.closest('.row'))
  }

  readonly onScroll = (): void => {
    const scroller = this.#scroller
    if (!scroller || scroller.clientHeight === 0) return
    const before = JSON.stringify(findSpan(this.#frame))
    this.#top = scroller.scrollTop
    if (JSON.stringify(findSpan(this.#frame)) !== before) this.#host.requestUpdate()
  }

  readonly onFocus = (event: FocusEvent): void => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('.row')
    if (row) this.#setActive(Number(row.dataset.index))
  }

  /** Moves from row to row; returns whether the key was meant for that. */
  move(key: string): boolean {
    const index = keyToIndex(key, this.#active, this.#frame)
    if (index === undefined) return false
    this.#setActive(index)
    this.#setTop(topToShow(index, this.#frame))
    this.focusRow()
    return true
  }

  #setActive(index: number): void {
    this.#active = index
    this.#activeId = this.#deps.book()?.progress.ids[index]
  }

  /** Focuses the row of an id, or the last focused one. */
  focusRow(id?: string): void {
    const index = id === undefined ? -1 : (this.#deps.book()?.progress.ids.indexOf(id) ?? -1)
    if (index >= 0) {
      this.#setActive(index)
      this.#setTop(topToShow(index, this.#frame))
    }
    this.#wantsFocus = true
    this.#host.requestUpdate()
  }

  #setTop(top: number): void {
    this.#top = top
    this.#isTopSet = true
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
    const row = this.#host.renderRoot.querySelector<HTMLElement>(`.row[data-index="${this.#active}"]`)
    if (!row) this.#deps.onEmpty()
    else if (this.#host.shadowRoot?.activeElement !== row) row.focus({ preventScroll: true })
  }

  get #scroller(): HTMLElement | null {
    return this.#host.renderRoot.querySelector<HTMLElement>('.scroller')
  }

  #observe(): void {
    this.#isMeasured = true
    for (const part of this.#host.renderRoot.querySelectorAll('.scroller, .probe')) this.#sizes.observe(part)
  }

  /** A hidden list keeps its measures and its place. */
  #measure(): void {
    const height = this.#scroller?.clientHeight ?? 0
    const rowHeight = this.#host.renderRoot.querySelector<HTMLElement>('.probe')?.offsetHeight ?? 0
    if (height === 0 || rowHeight === 0) return
    if (rowHeight !== this.#rowHeight) this.#setTop((this.#top / this.#rowHeight) * rowHeight)
    else if (this.#scroller && Math.abs(this.#scroller.scrollTop - this.#top) > 1) this.#setTop(this.#top)
    this.#height = height
    this.#rowHeight = rowHeight
    this.#host.requestUpdate()
  }
}
