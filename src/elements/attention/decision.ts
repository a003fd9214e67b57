import { errorToWords } from '../error-words.js'
import type { ListedEntry } from '../../domain/entry.js'
import type { Models, OperationKind } from '../../domain/models.js'
import type { Till } from '../../till/till.js'
import { isBulkable, isSending } from './acts.js'
import {
  actToKind,
  carryOut,
  checkAction,
  correct,
  createAction,
  doneToWords,
  errorToFaults,
  failuresToFaults,
  findMergeFaults,
  followName,
  isActing,
  isAwaited,
  isOvertaken,
  readAction,
  setWhole,
  type Action,
  type Done,
  type Naming,
} from './action.js'
import { useItemsTotal, writeField } from './correcting.js'
import type { DecisionDeps, Notice } from './decision-deps.js'
import { topId } from './listing.js'
import type { PanelDeps } from './panel-deps.js'
import type { Page } from './pages.js'
import { SecondPress } from './second-press.js'
import { withItemsTotal } from './sums.js'
import { askApproval } from '../approve.js'
import { entryToTitle } from '../entry-words.js'
import { findName, notePerson } from '../person.js'
import type { ActName } from '../texts/desk.js'

/** A person's decision about one entry or several: from the opened form to its result. */
export class Decision {
  action: Action | undefined
  notice: Notice | undefined
  selected: ReadonlySet<string> = new Set()
  /** Another person than the known one decides. */
  #isRenaming = false
  readonly #secondPress = new SecondPress()
  #opener: { id: string; act: ActName } | undefined
  readonly #deps: DecisionDeps

  constructor(deps: DecisionDeps) {
    this.#deps = deps
  }

  get naming(): Naming {
    if (this.#deps.approve()) return 'approved'
    return !this.#isRenaming && this.#known.trim() !== '' ? 'known' : 'written'
  }

  get #known(): string {
    return findName(this.#deps.operator())
  }

  /** Follows the list: an action on an entry that is gone ends. */
  follow({ entries, all }: Page): void {
    const isThere = (id: string) => entries.some((entry) => entry.id === id)
    const known = new Set((all ?? entries).map(({ id }) => id))
    this.selected = new Set([...this.selected].filter((id) => known.has(id)))
    const action = this.action
    const [entry] = action?.entries ?? []
    if (!action || action.isBulk || action.isBusy || !entry || isThere(entry.id)) return
    this.action = undefined
    const voice = this.#deps.voice()
    this.notice = { tone: 'bad', words: `${entryToTitle(entry, voice)}: ${voice.texts.act.gone}` }
  }

  /** Says what was done outside the form. */
  announce(notice: Notice): void {
    this.notice = notice
    this.#deps.onChange()
  }

  /** Closes the form without a word. */
  drop(): void {
    this.action = undefined
  }

  /** Forgets everything: the list is that of another till. */
  clear(): void {
    this.action = undefined
    this.notice = undefined
    this.selected = new Set()
  }

  /** Records the open action under the name that is known now. */
  followOperator(): void {
    this.action &&= followName(this.action, this.#known)
  }

  select({ id }: ListedEntry, isSelected: boolean): void {
    const others = [...this.selected].filter((one) => one !== id)
    this.selected = new Set(isSelected ? [...others, id] : others)
    this.#deps.onChange()
  }

  /** Takes the entry with a new line in its history, which a person has just added. */
  renew(entry: ListedEntry): void {
    if (!this.action || this.action.isBulk || this.action.isBusy) return
    if (this.action.entries[0]?.id === entry.id) this.action = { ...this.action, entries: [entry] }
  }

  /** Opens the form of an action; `transaction` is the number that the service named. */
  open(entry: ListedEntry, act: ActName, transaction?: number): void {
    this.#opener = { id: entry.id, act }
    this.notice = undefined
    this.action = {
      ...createAction(act, [entry], this.#known),
      ...(transaction !== undefined && { transaction: String(transaction), hasTransaction: true }),
    }
    this.#deps.listing.focusOn('panel')
    if (act === 'merge') void this.#lookAtMerge()
    if (act === 'mark-applied') void this.#lookForUpdates(this.action)
  }

  /** A waiting update needs the transaction id; if this is unknown, the id is not requested. */
  async #lookForUpdates({ entries }: Action): Promise<void> {
    const till = this.#deps.till()
    const [entry] = entries
    if (!till || !entry) return
    // The form works without the field.
    const isAsked = await isAwaited(till, entry).catch(() => false)
    if (!isAsked || this.action?.entries !== entries) return
    this.action = { ...this.action, hasTransaction: true }
    this.#deps.onChange()
  }

  openBulk(): void {
    const { page } = this.#deps.listing
    const entries = (page?.all ?? page?.entries ?? []).filter(
      (entry) => this.selected.has(entry.id) && isBulkable(entry),
    )
    this.#openFor('send-again', entries)
  }

  /** Opens the form that takes back all that was handed over. */
  openTakeBack(entries: readonly ListedEntry[]): void {
    this.#openFor('take-back', entries)
  }

  #openFor(act: 'send-again' | 'take-back', entries: readonly ListedEntry[]): void {
    this.#opener = undefined
    this.notice = undefined
    this.action = { ...createAction(act, entries, this.#known), isBulk: true }
    this.#deps.listing.focusOn('panel')
  }

  /** Merges with the present choices; a result for earlier choices is ignored. */
  async #lookAtMerge(): Promise<Action | undefined> {
    const till = this.#deps.till()
    const asked = this.action
    const [entry] = asked?.entries ?? []
    if (!till || !asked || !entry) return
    const isLate = () => this.action?.entries[0] !== entry || this.action.choices !== asked.choices
    const theirs = [...asked.choices].filter(([, side]) => side === 'theirs').map(([path]) => path)
    try {
      const merge = await till.attention.merge(entry.id, theirs)
      if (!this.action || isLate()) return
      const voice = this.#deps.voice()
      const { currency } = voice.formats
      const isSum = [...asked.choices.values()].includes('sum')
      const model = merge && isSum ? withItemsTotal(merge.model, currency) : merge?.model
      const faults = merge
        ? await findMergeFaults(till, { ...asked, merge, model }, voice)
        : [{ place: '', words: voice.texts.merge.unavailable }]
      if (isLate()) return
      this.action = { ...this.action, merge, model, faults, isBusy: false }
    } catch (error) {
      if (!isLate()) this.#fail(errorToWords(error, this.#deps.voice()))
    }
    this.#deps.onChange()
    return this.action
  }

  /** Waits for the merge of the last choices; undefined if it failed or was cancelled. */
  async #awaitMerge(entered: Action): Promise<Action | undefined> {
    this.action = { ...entered, faults: [], isBusy: this.#deps.till() !== undefined }
    const action = await this.#lookAtMerge()
    return action?.choices === entered.choices && action.faults.length === 0 ? action : undefined
  }

  readonly panelDeps: PanelDeps = {
    onSubmit: (event) => {
      event.preventDefault()
      void this.#submit(event.target as HTMLFormElement)
    },
    onInput: (event) => {
      const form = (event.target as HTMLElement).closest('form')
      if (!this.action || !form || isActing(this.action)) return
      this.action = readAction(this.action, new FormData(form))
      if (this.action.act === 'merge') void this.#lookAtMerge()
      const { name } = event.target as HTMLInputElement
      if (this.action.act === 'amend') this.#correct(writeField(this.action, name, this.#deps.voice()))
    },
    onBack: () => {
      if (!this.action) return
      this.action = { ...this.action, step: 'form', isFresh: false, faults: [] }
      this.#deps.listing.focusOn('panel')
    },
    onCancel: () => {
      this.#close()
    },
    onChangeName: () => {
      this.#isRenaming = true
      this.#deps.listing.focusOn('panel')
    },
    onSum: () => {
      if (this.action) this.#correct(useItemsTotal(this.action, this.#deps.voice()))
    },
    onWhole: (isOpen) => {
      if (!this.action) return
      this.action = setWhole(this.action, isOpen, this.#deps.voice().formats.currency)
      this.#deps.onChange()
    },
    onReason: (reason) => {
      if (!this.action || isActing(this.action)) return
      this.action = { ...this.action, reason }
      this.#deps.onChange()
    },
  }

  /** Shows a correction as it is written, and checks it. */
  #correct(action: Action): void {
    this.action = action
    this.#deps.onChange()
    const [entry] = action.entries
    if (entry) void this.#check(action, entry)
  }

  /** Shows what the till's rules find wrong with the correction; an answer that comes late is ignored. */
  async #check(asked: Action, entry: ListedEntry): Promise<void> {
    const till = this.#deps.till()
    const voice = this.#deps.voice()
    const { model, faults } = correct(asked, voice)
    // A check that fails hides nothing: the till checks again before it keeps the correction.
    const failures =
      till && model
        ? await till.attention.check(entry.id, model as Models[OperationKind]).catch(() => [])
        : []
    const isLate = this.action?.corrections !== asked.corrections || this.action.whole !== asked.whole
    if (!this.action || isLate) return
    this.action = { ...this.action, hints: [...faults, ...failuresToFaults(failures, asked, voice)] }
    this.#deps.onChange()
  }

  #close(): void {
    const { id, act } = this.#opener ?? {}
    this.action = undefined
    this.#deps.onChange()
    this.#deps.onFocus(
      id === undefined
        ? '#bulk, #take-back'
        : `li[data-id="${CSS.escape(id)}"] button[data-act="${act ?? ''}"]`,
    )
  }

  async #submit(form: HTMLFormElement): Promise<void> {
    if (!this.action || this.action.isBusy || this.action.isFresh) return
    if (this.action.step === 'review') return this.#do(this.action)
    if (this.action.act === 'merge' && !this.action.merge) return
    const entered = readAction(this.action, new FormData(form))
    const merged = entered.act === 'merge' ? await this.#awaitMerge(entered) : entered
    if (!merged) return
    const action = checkAction(merged, this.naming, this.#deps.voice())
    this.action = action
    if (action.faults.length > 0) {
      this.#deps.onChange()
      this.#deps.onFocus('#panel [aria-invalid="true"], #panel .clash.open input')
      return
    }
    this.#isRenaming = false
    this.#remember(action)
    if (!isSending(action.act)) return this.#do(action)
    this.#beginReview(action)
  }

  /** The button that asked for the review is now the one that sends. */
  #beginReview(action: Action): void {
    this.action = { ...action, step: 'review', isFresh: true }
    this.#deps.listing.focusOn('panel')
    this.#secondPress.wait(() => {
      if (this.action) this.action = { ...this.action, isFresh: false }
      this.#deps.onChange()
    })
  }

  async #do(action: Action): Promise<void> {
    const till = this.#deps.till()
    if (!till) return
    this.action = { ...action, isBusy: true }
    this.#deps.onChange()
    try {
      const approved = await this.#seekApproval(action)
      if (approved) await this.#finish(approved, await carryOut(till, approved))
    } catch (error) {
      await this.#take(error, action, till)
    }
  }

  /** The action with the name that the host approves; undefined if it does not, which the form says. */
  async #seekApproval(action: Action): Promise<Action | undefined> {
    const approve = this.#deps.approve()
    if (!approve) return action
    const by = await askApproval(approve, { act: action.act, ids: action.entries.map(({ id }) => id) })
    // The form was closed while the host asked: nothing is to be done.
    if (!this.#isOpen(action)) return undefined
    if (by !== undefined) return { ...action, by }
    this.action = { ...action, faults: [{ place: '', words: this.#deps.voice().texts.desk.notApproved }] }
    this.#deps.onChange()
    return undefined
  }

  /** A name that the host approved once is not the name of the next person. */
  #remember({ act, entries, by, reason }: Action): void {
    const name = this.naming === 'approved' ? this.#known : by.trim()
    notePerson(name, this.#deps.operator(), actToKind(act, entries), reason.trim())
  }

  /** Whether the form is still open: a person may have opened another one, which stays. */
  #isOpen({ entries }: Action): boolean {
    return this.action?.entries === entries
  }

  async #finish(action: Action, ends: Done): Promise<void> {
    const [entry] = action.entries
    const before = this.#deps.listing.page
    const isWhole = ends.failure === undefined
    this.notice = { tone: isWhole ? 'good' : 'bad', words: doneToWords(action, ends, this.#deps.voice()) }
    // What was not reached stays selected.
    if (isWhole) this.selected = new Set()
    await this.#deps.listing.read()
    if (this.#isOpen(action)) {
      this.action = undefined
      this.#deps.listing.focusAfterForm(
        action.isBulk || !entry ? topId : this.#deps.listing.findNeighbour(entry.id, before),
      )
    }
    this.#deps.onChange()
    this.#deps.onActed(action.act, ends.ids)
  }

  /** Reports why an action failed: the entry has changed, the body is invalid, or the till could not do it. */
  async #take(error: unknown, action: Action, till: Till): Promise<void> {
    const faults = errorToFaults(error, action, this.#deps.voice())
    if (faults.length > 0 && this.#isOpen(action)) {
      this.action = { ...action, step: 'form', faults }
      this.#deps.listing.focusOn('panel')
      return
    }
    const [entry] = action.entries
    if (!isOvertaken(error) && this.#isOpen(action)) {
      this.action = action
      this.#fail(errorToWords(error, this.#deps.voice()))
      return
    }
    // Unread, it counts as changed: the person is asked to look again.
    const now = entry && (await till.entry(entry.id).catch(() => undefined))
    const hasChanged = JSON.stringify(now) !== JSON.stringify(entry)
    const { refused, failed } = this.#deps.voice().texts.act
    const words = hasChanged ? refused : failed(errorToWords(error, this.#deps.voice()))
    const title = entry ? `${entryToTitle(entry, this.#deps.voice())}: ` : ''
    this.notice = { tone: 'bad', words: title + words }
    const wasOpen = this.#isOpen(action)
    if (wasOpen) this.action = undefined
    const before = this.#deps.listing.page
    await this.#deps.listing.read()
    const isThere = this.#deps.listing.page?.entries.some(({ id }) => id === entry?.id)
    if (entry && wasOpen)
      this.#deps.listing.focusAfterForm(
        isThere ? `title-${entry.id}` : this.#deps.listing.findNeighbour(entry.id, before),
      )
  }

  #fail(message: string): void {
    if (!this.action) return
    this.action = {
      ...this.action,
      isBusy: false,
      faults: [{ place: '', words: this.#deps.voice().texts.act.failed(message) }],
    }
    this.#deps.onChange()
  }
}
