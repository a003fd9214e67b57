import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { isBulkable, isSending } from './acts.js'
import { renderItem, type ItemDoors, type ItemView } from './item.js'
import { renderPanel, type PanelDoors } from './panel.js'
import { attentionStyles } from './styles.js'
import {
  actToKind,
  carryOut,
  createDeed,
  errorToFaults,
  isOvertaken,
  judgeDeed,
  readDeed,
  setWhole,
  type Deed,
  type Done,
} from './deed.js'
import { errorToText, ParkedList, topId } from './parked-list.js'
import { entryToTitle } from '../entry-words.js'
import { icon } from '../icons.js'
import type { Page } from './pages.js'
import { findName, notePerson } from '../person.js'
import { common } from '../styles.js'
import type { ActName } from '../texts/texts.js'

/** Whether an act is being carried out; a merge that is only looked at may still be chosen otherwise. */
function isUnderWay({ isBusy, act, step }: Deed): boolean {
  return isBusy && (act !== 'merge' || step === 'review')
}

interface Notice {
  tone: 'good' | 'bad'
  words: string
}

/**
 * What needs a person, one parked operation after the other, with what can be done about each.
 *
 * @fires counterfoil-acted - a person's act is on record: `detail` has the act and the ids
 * @slot empty - what stands there when nothing needs a person
 * @csspart attention - everything
 * @csspart heading - its name, and count - how many there are
 * @csspart note - what came of an act, or went wrong
 * @csspart list - the list, and pages - the way to the other pages
 * @csspart item - one operation; in it title, reason, reply and history
 * @csspart button - each button; also primary, and act-send-again, act-mark-applied, act-merge, act-amend, act-void,
 *   act-take-back
 * @csspart panel - the form of an act; in it input and, for two receipts side by side, clash
 * @csspart bulk - what is done to several at once
 * @csspart empty - that nothing needs a person
 */
export class CounterfoilAttention extends ParkedList {
  static override styles = [common, attentionStyles]

  #selected: ReadonlySet<string> = new Set()
  #deed: Deed | undefined
  /** Somebody else than the one who is known says so. */
  #isRenaming = false
  #notice: Notice | undefined
  #opener: { id: string; act: ActName } | undefined
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
          this.fault === '' ? nothing : html`<p class="note bad" part="note">${this.fault}</p>`
        }
      </div>
      ${this.#renderBulk()} ${this.renderPages('above')} ${this.#renderList()} ${this.renderPages('below')}
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
    if (this.#notice?.tone !== tone) return nothing
    return html`<p class="note ${tone}" part="note">${this.#notice.words}</p>`
  }

  #renderList(): TemplateResult | typeof nothing {
    const { texts } = this.voice
    if (!this.page) return this.fault === '' ? html`<p class="hint">${texts.list.loading}</p>` : nothing
    const { entries } = this.page
    if (entries.length === 0) {
      return html`<div class="empty" part="empty">
        <slot name="empty"
          >${icon('calm')}
          <p><strong>${texts.list.empty}</strong></p>
          <p class="hint">${texts.list.emptyHint}</p></slot
        >
      </div>`
    }
    return html`<ol class="list" part="list" aria-labelledby=${topId}>
      ${repeat(
        entries,
        ({ id }) => id,
        (entry) =>
          html`<li data-id=${entry.id} data-reason=${this.#reasonOf(entry)}>${this.#renderEntry(entry)}</li>`,
      )}
    </ol>`
  }

  #reasonOf(entry: ListedEntry): string {
    return entry.state === 'parked' ? entry.reason : entry.state
  }

  #renderEntry(entry: ListedEntry): TemplateResult {
    const deed = this.#deed
    const isOpen = deed !== undefined && !deed.isBulk && deed.entries[0]?.id === entry.id
    const view: ItemView = {
      isSelected: this.#selected.has(entry.id),
      openAct: isOpen ? deed.act : undefined,
      panel: isOpen ? this.#renderPanel(deed) : nothing,
    }
    return renderItem(entry, view, this.voice, this.#itemDoors)
  }

  get #known(): string {
    return findName(this.operator)
  }

  get #isNamed(): boolean {
    return !this.#isRenaming && this.#known.trim() !== ''
  }

  #renderPanel(deed: Deed): TemplateResult {
    return renderPanel(deed, this.#isNamed, this.voice, this.#panelDoors)
  }

  #renderBulk(): TemplateResult | typeof nothing {
    if (this.#deed?.isBulk) return html`<div class="bulk" part="bulk">${this.#renderPanel(this.#deed)}</div>`
    if (this.#selected.size === 0) return nothing
    const { texts, formats } = this.voice
    return html`<div class="bulk" part="bulk">
      <button id="bulk" class="primary" part="button primary" type="button" @click=${this.#openBulk}>
        ${texts.list.bulk(this.#selected.size, formats.whole(this.#selected.size))}
      </button>
      <p class="hint">${texts.list.bulkHint}</p>
    </div>`
  }

  protected override onPage({ entries }: Page): void {
    const isThere = (id: string) => entries.some((entry) => entry.id === id)
    this.#selected = new Set([...this.#selected].filter(isThere))
    const deed = this.#deed
    const [entry] = deed?.entries ?? []
    if (!deed || deed.isBulk || deed.isBusy || !entry || isThere(entry.id)) return
    this.#deed = undefined
    this.#notice = { tone: 'bad', words: `${entryToTitle(entry, this.voice)}: ${this.voice.texts.act.gone}` }
  }

  protected override onTurn(): void {
    this.#deed = undefined
  }

  readonly #itemDoors: ItemDoors = {
    onAct: (entry, act) => {
      this.#open(entry, act)
    },
    onSelect: ({ id }, isSelected) => {
      const others = [...this.#selected].filter((one) => one !== id)
      this.#selected = new Set(isSelected ? [...others, id] : others)
      this.requestUpdate()
    },
  }

  #open(entry: ListedEntry, act: ActName): void {
    this.#opener = { id: entry.id, act }
    this.#notice = undefined
    this.#deed = createDeed(act, [entry], this.#known, this.voice)
    this.focusOn('panel')
    if (act === 'merge') void this.#lookAtMerge()
  }

  #openBulk(): void {
    const entries = (this.page?.entries ?? []).filter(
      (entry) => this.#selected.has(entry.id) && isBulkable(entry),
    )
    this.#opener = undefined
    this.#notice = undefined
    this.#deed = { ...createDeed('send-again', entries, this.#known, this.voice), isBulk: true }
    this.focusOn('panel')
  }

  /** Asks the till what the choices so far come to; an answer to earlier ones comes too late. */
  async #lookAtMerge(): Promise<Deed | undefined> {
    const { till } = this
    const asked = this.#deed
    const [entry] = asked?.entries ?? []
    if (!till || !asked || !entry) return
    const isLate = () => this.#deed?.entries[0] !== entry || this.#deed.choices !== asked.choices
    const theirs = [...asked.choices].filter(([, side]) => side === 'theirs').map(([path]) => path)
    try {
      const merge = await till.attention.merge(entry.id, theirs)
      if (!this.#deed || isLate()) return
      const faults = merge ? [] : [{ place: '', words: this.voice.texts.merge.unavailable }]
      this.#deed = { ...this.#deed, merge, model: merge?.model, faults, isBusy: false }
    } catch (error) {
      if (!isLate()) this.#fail(errorToText(error))
    }
    this.requestUpdate()
    return this.#deed
  }

  /** What is sent is what was chosen last, however quick the hand; nothing, if that cannot be told or was given up. */
  async #awaitMerge(said: Deed): Promise<Deed | undefined> {
    this.#deed = { ...said, faults: [], isBusy: this.till !== undefined }
    const deed = await this.#lookAtMerge()
    return deed?.choices === said.choices && deed.faults.length === 0 ? deed : undefined
  }

  readonly #panelDoors: PanelDoors = {
    onSubmit: (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement)
    },
    onInput: (event) => {
      const form = (event.target as HTMLElement).closest('form')
      if (!this.#deed || !form || isUnderWay(this.#deed)) return
      this.#deed = readDeed(this.#deed, new FormData(form))
      if (this.#deed.act === 'merge') void this.#lookAtMerge()
    },
    onBack: () => {
      if (!this.#deed) return
      this.#deed = { ...this.#deed, step: 'form', faults: [] }
      this.focusOn('panel')
    },
    onCancel: () => {
      this.#close()
    },
    onChangeName: () => {
      this.#isRenaming = true
      this.focusOn('panel')
    },
    onWhole: (isOpen) => {
      if (!this.#deed) return
      this.#deed = setWhole(this.#deed, isOpen)
      this.requestUpdate()
    },
  }

  #close(): void {
    const { id, act } = this.#opener ?? {}
    this.#deed = undefined
    this.requestUpdate()
    void this.updateComplete.then(() => {
      const place =
        id === undefined ? '#bulk' : `li[data-id="${CSS.escape(id)}"] button[data-act="${act ?? ''}"]`
      this.renderRoot.querySelector<HTMLElement>(place)?.focus()
    })
  }

  async #submit(form: HTMLFormElement): Promise<void> {
    if (!this.#deed || this.#deed.isBusy) return
    if (this.#deed.step === 'review') return this.#do(this.#deed)
    if (this.#deed.act === 'merge' && !this.#deed.merge) return
    const said = readDeed(this.#deed, new FormData(form))
    const whole = said.act === 'merge' ? await this.#awaitMerge(said) : said
    if (!whole) return
    const deed = judgeDeed(whole, this.voice)
    this.#deed = deed
    if (deed.faults.length > 0) {
      this.requestUpdate()
      await this.updateComplete
      form.querySelector<HTMLElement>('[aria-invalid="true"], .clash.open input')?.focus()
      return
    }
    this.#isRenaming = false
    notePerson(deed.by.trim(), actToKind(deed.act, deed.entries), deed.reason.trim())
    if (!isSending(deed.act)) return this.#do(deed)
    this.#deed = { ...deed, step: 'review' }
    this.focusOn('panel')
  }

  async #do(deed: Deed): Promise<void> {
    const { till } = this
    if (!till) return
    this.#deed = { ...deed, isBusy: true }
    this.requestUpdate()
    try {
      const ends = await carryOut(till, deed)
      await this.#finish(deed, ends)
    } catch (error) {
      await this.#take(error, deed, till)
    }
  }

  /** Whoever is quick has opened another form by the time this one is done with: that one stays. */
  #isOpen({ entries }: Deed): boolean {
    return this.#deed?.entries === entries
  }

  async #finish(deed: Deed, ends: Done): Promise<void> {
    const { texts, formats } = this.voice
    const [entry] = deed.entries
    const ids = deed.entries.map(({ id }) => id)
    const before = this.page
    const sentences = [
      ends.done > 0 ? texts.act.doneBulk(ends.done, formats.whole(ends.done)) : '',
      ends.left > 0 ? texts.act.leftBulk(ends.left, formats.whole(ends.left)) : '',
    ]
    const words = deed.isBulk
      ? sentences.join(' ').trim()
      : `${entry ? entryToTitle(entry, this.voice) : ''}: ${texts.done[deed.act]}`
    this.#notice = { tone: 'good', words }
    this.#selected = new Set()
    await this.read()
    if (this.#isOpen(deed)) {
      this.#deed = undefined
      this.focusOn(deed.isBulk || !entry ? topId : this.findNeighbour(entry.id, before))
    }
    this.requestUpdate()
    const detail = { act: deed.act, ids }
    this.dispatchEvent(new CustomEvent('counterfoil-acted', { bubbles: true, composed: true, detail }))
  }

  /** Somebody was quicker, the body is not sound, or the till could not: each is said plainly, and nothing is lost. */
  async #take(error: unknown, deed: Deed, till: Till): Promise<void> {
    const faults = errorToFaults(error, deed, this.voice)
    if (faults.length > 0 && this.#isOpen(deed)) {
      this.#deed = { ...deed, step: 'form', faults }
      this.focusOn('panel')
      return
    }
    const [entry] = deed.entries
    if (!isOvertaken(error) && this.#isOpen(deed)) {
      this.#deed = deed
      this.#fail(errorToText(error))
      return
    }
    const now = entry && (await till.entry(entry.id).catch(() => undefined))
    const hasChanged = JSON.stringify(now) !== JSON.stringify(entry)
    const { refused, failed } = this.voice.texts.act
    const words = hasChanged ? refused : failed(errorToText(error))
    this.#notice = { tone: 'bad', words: entry ? `${entryToTitle(entry, this.voice)}: ${words}` : words }
    const wasOpen = this.#isOpen(deed)
    if (wasOpen) this.#deed = undefined
    const before = this.page
    await this.read()
    const isThere = this.page?.entries.some(({ id }) => id === entry?.id)
    if (entry && wasOpen) this.focusOn(isThere ? `title-${entry.id}` : this.findNeighbour(entry.id, before))
  }

  #fail(message: string): void {
    if (!this.#deed) return
    this.#deed = {
      ...this.#deed,
      isBusy: false,
      faults: [{ place: '', words: this.voice.texts.act.failed(message) }],
    }
    this.requestUpdate()
  }
}
