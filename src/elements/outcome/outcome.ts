import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { renderWithCards } from '../cards.js'
import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { entryToTitle } from '../entry-words.js'
import { icon } from '../icons.js'
import { createCanceller } from '../journal/cancel.js'
import { stateIcon } from '../journal/icons.js'
import { common } from '../styles.js'
import type { Approve } from '../approve.js'
import { TillView } from '../view.js'
import { addOlder, followedMax, putFirst, readFollowed, type Followed } from './followed.js'
import { signal } from './signal.js'
import { outcomeStyles } from './styles.js'
import { entryToTold, entryToTone, type Told } from './told.js'

const linesMax = 3

/**
 * The outcome of an operation, as far as the journal knows it: saved, confirmed, stopped or cancelled.
 *
 * When another entry is given, those before it that have not ended are followed on; each that changes is told in
 * a line.
 *
 * @attr entry-id - the entry; or the entry itself as the property `entry`
 * @attr no-sound - a confirmation and a stop are not heard
 * @attr no-vibration - a confirmation and a stop are not felt
 * @fires counterfoil-dismiss - a person has dismissed what is shown
 * @fires counterfoil-acted - a waiting operation was cancelled: `detail` has the action (`act`) and the ids
 * @csspart outcome - everything
 * @csspart newest - the newest operation; also saved, confirmed, stop, cancelled
 * @csspart title - how the operation stands; sentences - what follows from that
 * @csspart facts - which operation it is
 * @csspart line - an older operation
 * @csspart button - each button; also dismiss, cancel, primary
 * @csspart panel - the form for cancelling
 * @csspart note - an error
 * @csspart announcer - the announcements
 */
export class CounterfoilOutcome extends TillView {
  static override styles = [common, outcomeStyles]
  static override properties: PropertyDeclarations = {
    ...TillView.properties,
    entry: { attribute: false },
    entryId: { attribute: 'entry-id' },
    approve: { attribute: false },
    noSound: { type: Boolean, attribute: 'no-sound' },
    noVibration: { type: Boolean, attribute: 'no-vibration' },
  }
  /** Asks the host who cancels, so that no form asks for a name; undefined means that it is not done. */
  declare approve: Approve | undefined
  /** A confirmation and a stop are not heard. */
  declare noSound: boolean
  /** A confirmation and a stop are not felt. */
  declare noVibration: boolean

  #entry: ListedEntry | undefined
  #entryId: string | undefined
  /** The operations that were replaced before they were read. */
  #unread: ReadonlySet<string> = new Set()
  #newest: Followed | 'missing' | undefined
  #newestId: string | undefined
  #isDismissed = false
  #older: ReadonlyMap<string, Followed> = new Map()
  #calm = { words: '', count: 0 }
  #urgent = { words: '', count: 0 }

  constructor() {
    super()
    this.noSound = false
    this.noVibration = false
  }

  get entry(): ListedEntry | undefined {
    return this.#entry
  }

  set entry(entry: ListedEntry | undefined) {
    this.#keepGiven()
    this.#entry = entry
  }

  get entryId(): string | undefined {
    return this.#entryId
  }

  set entryId(id: string | undefined) {
    this.#keepGiven()
    this.#entryId = id
  }

  get #givenId(): string | undefined {
    return this.#entryId ?? this.#entry?.id
  }

  /** An update sees only the last of several entries that are given at once: the others are kept here. */
  #keepGiven(): void {
    if (this.#givenId !== this.#newestId) this.#keepUnread(this.#givenId)
  }

  #keepUnread(id: string | undefined): void {
    if (id !== undefined) this.#unread = new Set([...this.#unread, id].slice(-followedMax))
  }

  protected override async read(till: Till): Promise<void> {
    // An update may give another entry in the same moment.
    await this.updateComplete
    const id = this.#isDismissed ? undefined : this.#newestId
    const now = id === undefined ? undefined : await readFollowed(till, id)
    // What another till says does not hold here.
    if (till !== this.till) return
    if (id !== undefined && id === this.#newestId && !this.#isDismissed) this.#setNewest(now)
    for (const [olderId] of this.#older) {
      const followed = await readFollowed(till, olderId)
      if (till !== this.till) return
      if (followed && this.#older.has(olderId)) this.#setOlder(olderId, followed)
    }
    for (const unreadId of this.#unread) {
      const followed = await readFollowed(till, unreadId)
      if (till !== this.till) return
      // It may have been given again.
      if (this.#unread.has(unreadId)) this.#takeUnread(unreadId, followed)
    }
    this.requestUpdate()
  }

  #takeUnread(id: string, now: Followed | undefined): void {
    this.#unread = without(this.#unread, id)
    if (!now) return
    this.#older = putFirst(this.#older, id, now)
    if (entryToTone(now.entry) !== 'saved') this.#tell(undefined, now)
  }

  #setNewest(now: Followed | undefined): void {
    const before = this.#newest
    // An entry that has ended may be forgotten in time; what it came to stays true.
    if (!now) {
      if (typeof before !== 'object') this.#newest = 'missing'
      return
    }
    this.#newest = now
    const isStopped = entryToTone(now.entry) === 'stop'
    // What was said of the newest operation before it stopped holds no longer.
    if (isStopped) this.#calm = { ...this.#calm, words: '' }
    this.#tell(typeof before === 'object' ? before : undefined, now)
  }

  #setOlder(id: string, now: Followed): void {
    const before = this.#older.get(id)
    this.#older = new Map([...this.#older, [id, now]])
    this.#tell(before, now)
  }

  /** Announces what a change of state means, once. */
  #tell(before: Followed | undefined, now: Followed): void {
    const { voice } = this
    const told = toTold(now, voice)
    if (before && isSame(toTold(before, voice), told)) return
    const words = [told.title, ...told.sentences, entryToTitle(now.entry, voice)].join(' ')
    if (told.tone === 'stop') this.#urgent = { words, count: this.#urgent.count + 1 }
    else this.#calm = { words, count: this.#calm.count + 1 }
    const isChanged = !before || entryToTone(before.entry) !== told.tone
    if (isChanged) signal(told.tone, { hasSound: !this.noSound, hasVibration: !this.noVibration })
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.has('till')) this.#forget()
    const id = this.#givenId
    if (id !== this.#newestId) this.#begin(id)
    const shown = this.#shown
    this.#canceller.follow(shown ? shown.entry : undefined)
  }

  #forget(): void {
    this.#newest = undefined
    this.#newestId = undefined
    this.#older = new Map()
  }

  #begin(id: string | undefined): void {
    if (this.#newestId !== undefined && typeof this.#newest === 'object')
      this.#older = addOlder(this.#older, this.#newestId, this.#newest)
    else if (this.#isUnread) this.#keepUnread(this.#newestId)
    if (id !== undefined) {
      this.#older = new Map([...this.#older].filter(([older]) => older !== id))
      this.#unread = without(this.#unread, id)
    }
    this.#newestId = id
    this.#newest = undefined
    this.#isDismissed = false
    this.#calm = { words: '', count: this.#calm.count }
    if (this.entry && this.entry.id === id) this.#setNewest({ entry: this.entry })
    void this.refresh()
  }

  get #isUnread(): boolean {
    return this.#newest === undefined && !this.#isDismissed
  }

  /** The operation that is shown large. */
  get #shown(): Followed | undefined {
    return typeof this.#newest === 'object' && !this.#isDismissed ? this.#newest : undefined
  }

  protected override render(): TemplateResult {
    const { texts } = this.voice
    const shown = this.#shown
    const lines = [...this.#older.values()].filter(({ entry }) => entryToTone(entry) !== 'saved')
    const isMissing = this.#newest === 'missing' && !this.#isDismissed
    const hasWords = shown !== undefined || lines.length > 0 || isMissing || this.fault !== undefined
    const section = html`<section part="outcome" aria-label=${texts.outcome.label}>
      <h2 class="unseen">${texts.outcome.label}</h2>
      ${this.#renderFault()} ${isMissing ? html`<p class="note">${texts.outcome.missing}</p>` : nothing}
      ${shown ? this.#renderNewest(shown) : nothing} ${this.#renderLines(lines)}
      <div class="acts">${shown ? this.#canceller.render(shown.entry) : this.#renderDismiss()}</div>
    </section>`
    return html`${hasWords ? section : nothing}
      <p class="unseen" part="announcer" role="status">${renderAnew(this.#calm)}</p>
      <p class="unseen" part="announcer" role="alert">${renderAnew(this.#urgent)}</p>`
  }

  #renderFault(): TemplateResult | typeof nothing {
    if (this.fault === undefined) return nothing
    return html`<p class="note bad" part="note">${this.voice.texts.outcome.fault(this.fault)}</p>`
  }

  #renderNewest(shown: Followed): TemplateResult {
    const { tone, title, sentences } = toTold(shown, this.voice)
    const { entry } = shown
    return html`<div class="newest ${tone}" part="newest ${tone}">
      <div class="head">
        ${stateIcon(entry.state)}
        <div class="words">
          <h3 class="title" part="title" tabindex="-1">${title}</h3>
          ${sentences.map((sentence) => html`<p part="sentences">${sentence}</p>`)}
          <p class="facts" part="facts">${renderWithCards(entryToTitle(entry, this.voice))}</p>
          ${entry.state === 'sending' ? html`<p class="facts">${this.voice.texts.outcome.noCancel}</p>` : nothing}
        </div>
        ${this.#renderDismiss()}
      </div>
    </div>`
  }

  #renderDismiss(): TemplateResult {
    const { dismiss } = this.voice.texts.outcome
    return html`<button
      type="button"
      class="dismiss"
      part="button dismiss"
      aria-label=${dismiss}
      title=${dismiss}
      @click=${this.#dismiss}
    >
      ${icon('offline')}
    </button>`
  }

  /** Refusals come first, so that none is hidden behind what went well. */
  #renderLines(all: readonly Followed[]): TemplateResult | typeof nothing {
    if (all.length === 0) return nothing
    const isStop = ({ entry }: Followed) => entry.state === 'parked'
    const sorted = [...all.filter(isStop), ...all.filter((one) => !isStop(one))]
    const more = sorted.length - linesMax
    const { texts, formats } = this.voice
    return html`<ul>
        ${sorted.slice(0, linesMax).map((one) => {
          const { tone, title, sentences } = toTold(one, this.voice)
          return html`<li class="line ${tone}" part="line ${tone}">
            ${stateIcon(one.entry.state)}
            <span
              ><strong>${title}</strong> ${renderWithCards(entryToTitle(one.entry, this.voice))}.
              ${sentences[0] ?? ''}</span
            >
          </li>`
        })}
      </ul>
      ${more > 0 ? html`<p>${texts.outcome.more(formats.whole(more))}</p>` : nothing}`
  }

  /** An operation that still waits is followed on: a later refusal must not be missed. */
  readonly #dismiss = (): void => {
    const waiting = [...this.#older].filter(([, { entry }]) => entryToTone(entry) === 'saved')
    this.#older = new Map(waiting)
    const newest = this.#newest
    if (this.#isUnread) this.#keepUnread(this.#newestId)
    this.#isDismissed = true
    if (this.#newestId !== undefined && typeof newest === 'object' && entryToTone(newest.entry) === 'saved')
      this.#older = addOlder(this.#older, this.#newestId, newest)
    this.#newest = undefined
    this.#calm = { words: '', count: this.#calm.count }
    this.#urgent = { words: '', count: this.#urgent.count }
    this.requestUpdate()
    this.dispatchEvent(new CustomEvent('counterfoil-dismiss', { bubbles: true, composed: true }))
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
}

function toTold({ entry, original }: Followed, voice: TillView['voice']): Told {
  return entryToTold(entry, original, voice)
}

function without(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return new Set([...ids].filter((one) => one !== id))
}

function isSame(one: Told, other: Told): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** Screen readers stay silent about words that do not change, so that the same words need another element. */
function renderAnew({ words, count }: { words: string; count: number }): TemplateResult {
  return count % 2 === 0 ? html`<span>${words}</span>` : html`<span class="again">${words}</span>`
}
