import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import type { ListedEntry } from '../../domain/entry.js'
import { errorToWords } from '../error-words.js'
import type { TillHint } from '../../till/status.js'
import type { Till } from '../../till/till.js'
import { isBulkable, isSending } from './acts.js'
import { renderItem, type ItemDeps, type ItemView } from './item.js'
import { renderPanel, type PanelDeps } from './panel.js'
import { attentionStyles } from './styles.js'
import {
  actToKind,
  carryOut,
  createAction,
  errorToFaults,
  isAwaited,
  isOvertaken,
  checkAction,
  readAction,
  setWhole,
  type Action,
  type Done,
} from './action.js'
import { ParkedList, topId } from './parked-list.js'
import { entryToTitle } from '../entry-words.js'
import { icon } from '../icons.js'
import type { Page } from './pages.js'
import { findName, notePerson } from '../person.js'
import { hintToWords } from '../status/words.js'
import { common } from '../styles.js'
import type { ActName } from '../texts/texts.js'

/** Whether an action is being carried out; the choices of a merge can still be changed. */
function isActing({ isBusy, act, step }: Action): boolean {
  return isBusy && (act !== 'merge' || step === 'review')
}

interface Notice {
  tone: 'good' | 'bad'
  words: string
}

/**
 * The operations that need attention, one parked operation after the other, with the possible actions on each.
 *
 * @fires counterfoil-acted - a person's action is recorded: `detail` has the action (`act`) and the ids
 * @slot empty - shown when nothing needs attention
 * @csspart attention - everything
 * @csspart heading - the heading, and count - the number of operations
 * @csspart note - the result of an action, or an error; also address - that the service's address seems wrong
 * @csspart list - the list, and pages - the links to the other pages
 * @csspart item - one operation; in it title, reason, reply and history
 * @csspart button - each button; also primary, and act-send-again, act-mark-applied, act-merge, act-amend, act-void,
 * act-take-back
 * @csspart panel - the form of an action; in it input and, for two receipts side by side, clash
 * @csspart bulk - the action on several operations at once
 * @csspart empty - that nothing needs attention
 */
export class CounterfoilAttention extends ParkedList {
  static override styles = [common, attentionStyles]

  #selected: ReadonlySet<string> = new Set()
  #action: Action | undefined
  /** Another person than the known one decides. */
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
      ${this.#renderAddress()} ${this.#renderBulk()} ${this.renderPages('above')} ${this.#renderList()}
      ${this.renderPages('below')}
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

  /** Operations that wait for a corrected address are in no list, but need attention too. */
  #renderAddress(): TemplateResult[] {
    return this.#findAddressHints().map(
      (hint) => html`<p class="note bad" part="note address">${hintToWords(hint, this.voice)}</p>`,
    )
  }

  #findAddressHints(): TillHint[] {
    return this.status?.hints.filter(({ likely }) => likely === 'address') ?? []
  }

  #renderList(): TemplateResult | typeof nothing {
    const { texts } = this.voice
    if (!this.page) return this.fault === '' ? html`<p class="hint">${texts.list.loading}</p>` : nothing
    const { entries } = this.page
    if (entries.length === 0) {
      if (this.#findAddressHints().length > 0) return nothing
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
    const action = this.#action
    const isOpen = action !== undefined && !action.isBulk && action.entries[0]?.id === entry.id
    const view: ItemView = {
      isSelected: this.#selected.has(entry.id),
      openAct: isOpen ? action.act : undefined,
      panel: isOpen ? this.#renderPanel(action) : nothing,
    }
    return renderItem(entry, view, this.voice, this.#itemDeps)
  }

  get #known(): string {
    return findName(this.operator)
  }

  get #isNamed(): boolean {
    return !this.#isRenaming && this.#known.trim() !== ''
  }

  #renderPanel(action: Action): TemplateResult {
    return renderPanel(action, this.#isNamed, this.voice, this.#panelDeps)
  }

  #renderBulk(): TemplateResult | typeof nothing {
    if (this.#action?.isBulk)
      return html`<div class="bulk" part="bulk">${this.#renderPanel(this.#action)}</div>`
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
    const action = this.#action
    const [entry] = action?.entries ?? []
    if (!action || action.isBulk || action.isBusy || !entry || isThere(entry.id)) return
    this.#action = undefined
    this.#notice = { tone: 'bad', words: `${entryToTitle(entry, this.voice)}: ${this.voice.texts.act.gone}` }
  }

  protected override onTurn(): void {
    this.#action = undefined
  }

  readonly #itemDeps: ItemDeps = {
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
    this.#action = createAction(act, [entry], this.#known, this.voice)
    this.focusOn('panel')
    if (act === 'merge') void this.#lookAtMerge()
    if (act === 'mark-applied') void this.#lookForUpdates(this.#action)
  }

  /** A waiting update needs the transaction id; if this is unknown, the id is not requested. */
  async #lookForUpdates({ entries }: Action): Promise<void> {
    const { till } = this
    const [entry] = entries
    if (!till || !entry) return
    // The form works without the field.
    const isAsked = await isAwaited(till, entry).catch(() => false)
    if (!isAsked || this.#action?.entries !== entries) return
    this.#action = { ...this.#action, hasTransaction: true }
    this.requestUpdate()
  }

  #openBulk(): void {
    const entries = (this.page?.entries ?? []).filter(
      (entry) => this.#selected.has(entry.id) && isBulkable(entry),
    )
    this.#opener = undefined
    this.#notice = undefined
    this.#action = { ...createAction('send-again', entries, this.#known, this.voice), isBulk: true }
    this.focusOn('panel')
  }

  /** Merges with the present choices; a result for earlier choices is ignored. */
  async #lookAtMerge(): Promise<Action | undefined> {
    const { till } = this
    const asked = this.#action
    const [entry] = asked?.entries ?? []
    if (!till || !asked || !entry) return
    const isLate = () => this.#action?.entries[0] !== entry || this.#action.choices !== asked.choices
    const theirs = [...asked.choices].filter(([, side]) => side === 'theirs').map(([path]) => path)
    try {
      const merge = await till.attention.merge(entry.id, theirs)
      if (!this.#action || isLate()) return
      const faults = merge ? [] : [{ place: '', words: this.voice.texts.merge.unavailable }]
      this.#action = { ...this.#action, merge, model: merge?.model, faults, isBusy: false }
    } catch (error) {
      if (!isLate()) this.#fail(errorToWords(error, this.voice))
    }
    this.requestUpdate()
    return this.#action
  }

  /** Waits for the merge of the last choices; undefined if it failed or was cancelled. */
  async #awaitMerge(entered: Action): Promise<Action | undefined> {
    this.#action = { ...entered, faults: [], isBusy: this.till !== undefined }
    const action = await this.#lookAtMerge()
    return action?.choices === entered.choices && action.faults.length === 0 ? action : undefined
  }

  readonly #panelDeps: PanelDeps = {
    onSubmit: (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement)
    },
    onInput: (event) => {
      const form = (event.target as HTMLElement).closest('form')
      if (!this.#action || !form || isActing(this.#action)) return
      this.#action = readAction(this.#action, new FormData(form))
      if (this.#action.act === 'merge') void this.#lookAtMerge()
    },
    onBack: () => {
      if (!this.#action) return
      this.#action = { ...this.#action, step: 'form', faults: [] }
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
      if (!this.#action) return
      this.#action = setWhole(this.#action, isOpen)
      this.requestUpdate()
    },
  }

  #close(): void {
    const { id, act } = this.#opener ?? {}
    this.#action = undefined
    this.requestUpdate()
    void this.updateComplete.then(() => {
      const place =
        id === undefined ? '#bulk' : `li[data-id="${CSS.escape(id)}"] button[data-act="${act ?? ''}"]`
      this.renderRoot.querySelector<HTMLElement>(place)?.focus()
    })
  }

  async #submit(form: HTMLFormElement): Promise<void> {
    if (!this.#action || this.#action.isBusy) return
    if (this.#action.step === 'review') return this.#do(this.#action)
    if (this.#action.act === 'merge' && !this.#action.merge) return
    const entered = readAction(this.#action, new FormData(form))
    const merged = entered.act === 'merge' ? await this.#awaitMerge(entered) : entered
    if (!merged) return
    const action = checkAction(merged, this.voice)
    this.#action = action
    if (action.faults.length > 0) {
      this.requestUpdate()
      await this.updateComplete
      form.querySelector<HTMLElement>('[aria-invalid="true"], .clash.open input')?.focus()
      return
    }
    this.#isRenaming = false
    notePerson(action.by.trim(), actToKind(action.act, action.entries), action.reason.trim())
    if (!isSending(action.act)) return this.#do(action)
    this.#action = { ...action, step: 'review' }
    this.focusOn('panel')
  }

  async #do(action: Action): Promise<void> {
    const { till } = this
    if (!till) return
    this.#action = { ...action, isBusy: true }
    this.requestUpdate()
    try {
      const ends = await carryOut(till, action)
      await this.#finish(action, ends)
    } catch (error) {
      await this.#take(error, action, till)
    }
  }

  /** Whether the form is still open: a person may have opened another one, which stays. */
  #isOpen({ entries }: Action): boolean {
    return this.#action?.entries === entries
  }

  async #finish(action: Action, ends: Done): Promise<void> {
    const { texts, formats } = this.voice
    const [entry] = action.entries
    const ids = action.entries.map(({ id }) => id)
    const before = this.page
    const sentences = [
      ends.done > 0 ? texts.act.doneBulk(ends.done, formats.whole(ends.done)) : '',
      ends.left > 0 ? texts.act.leftBulk(ends.left, formats.whole(ends.left)) : '',
    ]
    const words = action.isBulk
      ? sentences.join(' ').trim()
      : `${entry ? entryToTitle(entry, this.voice) : ''}: ${texts.done[action.act]}`
    this.#notice = { tone: 'good', words }
    this.#selected = new Set()
    await this.read()
    if (this.#isOpen(action)) {
      this.#action = undefined
      this.focusOn(action.isBulk || !entry ? topId : this.findNeighbour(entry.id, before))
    }
    this.requestUpdate()
    const detail = { act: action.act, ids }
    this.dispatchEvent(new CustomEvent('counterfoil-acted', { bubbles: true, composed: true, detail }))
  }

  /** Reports why an action failed: the entry has changed, the body is invalid, or the till could not do it. */
  async #take(error: unknown, action: Action, till: Till): Promise<void> {
    const faults = errorToFaults(error, action, this.voice)
    if (faults.length > 0 && this.#isOpen(action)) {
      this.#action = { ...action, step: 'form', faults }
      this.focusOn('panel')
      return
    }
    const [entry] = action.entries
    if (!isOvertaken(error) && this.#isOpen(action)) {
      this.#action = action
      this.#fail(errorToWords(error, this.voice))
      return
    }
    // Unread, it counts as changed: the person is asked to look again.
    const now = entry && (await till.entry(entry.id).catch(() => undefined))
    const hasChanged = JSON.stringify(now) !== JSON.stringify(entry)
    const { refused, failed } = this.voice.texts.act
    const words = hasChanged ? refused : failed(errorToWords(error, this.voice))
    this.#notice = { tone: 'bad', words: entry ? `${entryToTitle(entry, this.voice)}: ${words}` : words }
    const wasOpen = this.#isOpen(action)
    if (wasOpen) this.#action = undefined
    const before = this.page
    await this.read()
    const isThere = this.page?.entries.some(({ id }) => id === entry?.id)
    if (entry && wasOpen) this.focusOn(isThere ? `title-${entry.id}` : this.findNeighbour(entry.id, before))
  }

  #fail(message: string): void {
    if (!this.#action) return
    this.#action = {
      ...this.#action,
      isBusy: false,
      faults: [{ place: '', words: this.voice.texts.act.failed(message) }],
    }
    this.requestUpdate()
  }
}
