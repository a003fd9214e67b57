import { html, nothing, type ReactiveController, type ReactiveControllerHost, type TemplateResult } from 'lit'
import { errorToWords } from '../error-words.js'
import type { TillStatus } from '../../till/status.js'
import type { Till } from '../../till/till.js'
import type { Voice } from '../element.js'
import { openSelection, type Selection } from './selection.js'
import { createReader, pageSize, readPage, type Page } from './pages.js'

/** The heading of the list, which takes the focus if no better place exists. */
export const topId = 'top'

/** The element whose list it is. */
export interface ListingHost extends ReactiveControllerHost {
  readonly till: Till | undefined
  readonly renderRoot: HTMLElement | DocumentFragment
}

export interface ListingDeps {
  voice: () => Voice
  /** How many operations need attention; undefined while it is not known. */
  parkedCount: () => number | undefined
  /** Called with each page before it is drawn. */
  onPage: (page: Page) => void
  /** Called when another page is requested. */
  onTurn: () => void
  /** Called when the element shows another till. */
  onTill: () => void
}

/** The list of operations that need attention: it is read page by page, follows the till, and keeps the focus. */
export class Listing implements ReactiveController {
  page: Page | undefined
  fault = ''
  selection: Selection = openSelection

  /** The cursors of the page that is wanted; the shown one has its own. */
  #cursors: readonly string[] = []
  /** The part that takes the focus after the next update. */
  #focusId: string | undefined
  #sums = ''
  /** The till whose list it is. */
  #till: Till | undefined
  readonly #host: ListingHost
  readonly #deps: ListingDeps

  constructor(host: ListingHost, deps: ListingDeps) {
    this.#host = host
    this.#deps = deps
    host.addController(this)
  }

  readonly read = createReader(() => this.#load())

  /** Reads again if the till's status may have changed the list. */
  follow(before: TillStatus | undefined, after: TillStatus | undefined): void {
    const sums = JSON.stringify([after?.counts, after?.replay.running, after?.storage.state])
    const isKnown = isSame(this.#host.till, this.#till)
    if (!isKnown) this.#forget()
    if (before && isKnown && sums === this.#sums) return
    this.#sums = sums
    void this.read()
  }

  /** What was read of one till, and chosen in its list, is not shown under another. */
  #forget(): void {
    this.#till = this.#host.till
    this.page = undefined
    this.fault = ''
    this.selection = openSelection
    this.#cursors = []
    this.#deps.onTill()
  }

  /** Shows another selection, from its first page. */
  select(change: Partial<Selection>): void {
    this.selection = { ...this.selection, ...change }
    this.#cursors = []
    this.#deps.onTurn()
    this.#host.requestUpdate()
    void this.read()
  }

  async #load(): Promise<void> {
    const { till } = this.#host
    try {
      const page = till && (await this.#readFilledPage(till))
      // Another till is read next.
      if (!isSame(till, this.#host.till)) return
      if (page) this.#show(page)
      else this.page = undefined
      this.fault = ''
    } catch (error) {
      if (!isSame(till, this.#host.till)) return
      this.fault = this.#deps.voice().texts.list.notReadable(errorToWords(error, this.#deps.voice()))
    }
    this.#host.requestUpdate()
  }

  /** Reads the page before if all entries of this one are done. */
  async #readFilledPage(till: Till): Promise<Page> {
    for (;;) {
      const page = await readPage(till, this.#cursors, this.selection)
      if (page.entries.length > 0 || this.#cursors.length === 0) return page
      this.#cursors = this.#cursors.slice(0, -1)
    }
  }

  /** Shows a page; if the focused entry is gone, a neighbour takes the focus. */
  #show(page: Page): void {
    const before = this.page
    this.page = page
    const focused = this.#host.renderRoot.querySelector('li:focus-within')?.getAttribute('data-id')
    if (focused && !page.entries.some(({ id }) => id === focused)) {
      this.#focusId = this.findNeighbour(focused, before)
    }
    this.#deps.onPage(page)
  }

  /** The entry that takes the focus of a removed one: the next, else the last, else the list itself. */
  findNeighbour(id: string, before = this.page): string {
    const old = before?.entries ?? []
    const index = old.findIndex((entry) => entry.id === id)
    const there = new Set(this.page?.entries.map((entry) => entry.id))
    const next = old.slice(index + 1).find((entry) => there.has(entry.id) && entry.id !== id)
    const [last] = old
      .slice(0, Math.max(0, index))
      .filter((entry) => there.has(entry.id))
      .slice(-1)
    const found = next ?? last
    return found ? `title-${found.id}` : topId
  }

  /** Moves the focus to a part after the next update. */
  focusOn(id: string): void {
    this.#focusId = id
    this.#host.requestUpdate()
  }

  /** Moves the focus on from the form, unless the person has gone on already. */
  focusAfterForm(id: string): void {
    const { activeElement } = this.#host.renderRoot as ShadowRoot
    if (!activeElement || activeElement.closest('#panel')) this.focusOn(id)
  }

  hostUpdated(): void {
    if (this.#focusId === undefined) return
    const target = (this.#host.renderRoot as ShadowRoot).getElementById(this.#focusId)
    this.#focusId = undefined
    target?.focus()
  }

  /** The links to the other pages are above and below the list, so that they are quickly reached; one is a landmark. */
  renderPages(place: 'above' | 'below'): TemplateResult | typeof nothing {
    const page = this.page
    if (!page || (page.cursors.length === 0 && !page.hasMore)) return nothing
    const { texts, formats } = this.#deps.voice()
    const from = page.cursors.length * pageSize + 1
    const [first, last] = [formats.whole(from), formats.whole(from + page.entries.length - 1)]
    const total = page.all?.length ?? this.#deps.parkedCount()
    const range =
      total === undefined
        ? texts.list.range(first, last)
        : texts.list.rangeOf(first, last, formats.whole(total))
    return html`<div
      class="pages"
      part="pages"
      role=${place === 'above' ? 'navigation' : nothing}
      aria-label=${place === 'above' ? texts.list.pages : nothing}
    >
      <button
        part="button"
        type="button"
        ?disabled=${page.cursors.length === 0}
        @click=${() => this.#turn(page.cursors.slice(0, -1))}
      >
        ${texts.list.previous}
      </button>
      <span>${range}</span>
      <button
        part="button"
        type="button"
        ?disabled=${!page.hasMore}
        @click=${() => this.#turn([...page.cursors, page.lastId ?? ''])}
      >
        ${texts.list.next}
      </button>
    </div>`
  }

  async #turn(cursors: readonly string[]): Promise<void> {
    this.#cursors = cursors
    this.#deps.onTurn()
    await this.read()
    // A page that cannot be read is not turned to.
    if (this.fault !== '' && this.#cursors === cursors) this.#cursors = this.page?.cursors ?? []
    this.focusOn(topId)
  }
}

/** A till with some methods of the host's own shares its status with the till that it is made of. */
function isSame(one: Till | undefined, other: Till | undefined): boolean {
  return one?.status === other?.status
}
