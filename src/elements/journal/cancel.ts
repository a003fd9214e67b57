import { html, nothing, type TemplateResult } from 'lit'
import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { mayHaveArrived } from '../attention/acts.js'
import {
  carryOut,
  createAction,
  followName,
  isOvertaken,
  checkAction,
  readAction,
  type Action,
  type Naming,
} from '../attention/action.js'
import { renderPanel } from '../attention/panel.js'
import type { PanelDeps } from '../attention/panel-deps.js'
import { errorToWords } from '../error-words.js'
import type { Voice } from '../element.js'
import { askApproval, type Approve } from '../approve.js'
import { findName, notePerson } from '../person.js'
import type { Opened } from './detail.js'

/** What cancelling needs from the journal element. */
export interface CancelHost {
  readonly till: () => Till | undefined
  readonly voice: () => Voice
  readonly operator: () => string | undefined
  /** The host's own sign-in, if it has one. */
  readonly approve: () => Approve | undefined
  readonly onChange: () => void
  /** Moves the focus after the next update. */
  readonly onFocus: (selector: string) => void
  readonly hasFocus: (selector: string) => boolean
  readonly onCancelled: (id: string) => void
}

/** Cancels a waiting operation: who, why, and the result. */
export interface Canceller {
  render: (entry: ListedEntry) => TemplateResult | typeof nothing
  /** Follows the operator, and the shown operation: one that no longer waits cannot be cancelled. */
  follow: (opened: Opened | undefined) => void
}

interface Notice {
  id: string
  tone: 'good' | 'bad'
  words: string
}

interface Flow {
  action: Action | undefined
  isRenaming: boolean
  notice: Notice | undefined
  change: (action: Action | undefined, focus?: string) => void
  notify: (id: string, tone: Notice['tone'], words: string, focus?: string) => void
}

/** Creates the part of the journal's detail that cancels a waiting operation. */
export function createCanceller(host: CancelHost): Canceller {
  const flow: Flow = {
    action: undefined,
    isRenaming: false,
    notice: undefined,
    change: (action, focus) => {
      flow.action = action
      host.onChange()
      if (focus !== undefined) host.onFocus(focus)
    },
    notify: (id, tone, words, focus) => {
      flow.notice = { id, tone, words }
      flow.change(undefined, focus)
    },
  }
  const deps = createDeps(flow, host)

  function open(entry: ListedEntry): void {
    flow.isRenaming = false
    flow.notice = undefined
    flow.change(createAction('void', [entry], findName(host.operator())), '#panel')
  }

  return {
    render: (entry) => {
      const voice = host.voice()
      const { action, notice } = flow
      const shown = notice?.id === entry.id ? notice : undefined
      // The journal reads the entry again a moment later; until then the entry still seems to wait.
      const isCancelled = shown?.tone === 'good'
      const offer = isCancelled ? nothing : renderOffer(entry, voice, open)
      return html`<div role="status">${renderNotice('good', shown)}</div>
        <div role="alert">${renderNotice('bad', shown)}</div>
        ${action ? renderAction(action, findNaming(flow, host), voice, deps) : offer}`
    },
    follow: (opened) => {
      flow.action &&= followName(flow.action, findName(host.operator()))
      const { action } = flow
      const [seen] = action?.entries ?? []
      if (!action || !seen || action.isBusy) return
      const now = typeof opened === 'object' && opened.id === seen.id ? opened : undefined
      if (now?.state === 'queued') flow.action = { ...action, entries: [now] }
      else if (now) {
        const focus = host.hasFocus('#panel') ? '.title' : undefined
        flow.notify(now.id, 'bad', host.voice().texts.act.refused, focus)
      } else if (opened !== 'reading') flow.action = undefined
    },
  }
}

function createDeps(flow: Flow, host: CancelHost): PanelDeps {
  return {
    onSubmit: (event) => {
      event.preventDefault()
      void submit(flow, host, event.target as HTMLFormElement)
    },
    onInput: (event) => {
      const { action } = flow
      const form = (event.target as HTMLElement).closest('form')
      if (action && form && !action.isBusy) flow.change(readAction(action, new FormData(form)))
    },
    onBack: () => undefined,
    onCancel: () => {
      flow.change(undefined, '.cancel')
    },
    onChangeName: () => {
      flow.isRenaming = true
      flow.change(flow.action, '#panel')
    },
    onWhole: () => undefined,
    onSum: () => undefined,
    onReason: (reason) => {
      if (flow.action && !flow.action.isBusy) flow.change({ ...flow.action, reason })
    },
  }
}

function findNaming({ isRenaming }: Flow, host: CancelHost): Naming {
  if (host.approve()) return 'approved'
  return !isRenaming && findName(host.operator()).trim() !== '' ? 'known' : 'written'
}

async function submit(flow: Flow, host: CancelHost, form: HTMLFormElement): Promise<void> {
  if (!flow.action || flow.action.isBusy) return
  const naming = findNaming(flow, host)
  const checked = checkAction(readAction(flow.action, new FormData(form)), naming, host.voice())
  if (checked.faults.length > 0) {
    flow.change(checked, '#panel [aria-invalid="true"]')
    return
  }
  const operator = host.operator()
  const name = naming === 'approved' ? findName(operator) : checked.by.trim()
  notePerson(name, operator, 'void', checked.reason.trim())
  flow.change({ ...checked, isBusy: true })
  await perform(flow, host, checked)
}

async function perform(flow: Flow, host: CancelHost, checked: Action): Promise<void> {
  const [till, [entry]] = [host.till(), checked.entries]
  if (!till || !entry) return
  const voice = host.voice()
  const { texts } = voice
  const approve = host.approve()
  try {
    const by = approve ? await askApproval(approve, { act: 'void', ids: [entry.id] }) : checked.by
    // The form was closed while the host asked: nothing is to be done.
    if (flow.action?.entries !== checked.entries) return
    if (by === undefined) {
      const faults = [{ place: '', words: texts.desk.notApproved }]
      flow.change({ ...checked, faults })
      return
    }
    await carryOut(till, { ...checked, by })
    const done = mayHaveArrived(entry) ? texts.outcome.cancelledInDoubt : texts.journal.cancelled
    flow.notify(entry.id, 'good', done, '.title')
    host.onCancelled(entry.id)
  } catch (error) {
    const faults = [{ place: '', words: texts.act.failed(errorToWords(error, voice)) }]
    if (isOvertaken(error)) flow.notify(entry.id, 'bad', texts.act.refused, '.title')
    else flow.change({ ...checked, faults }, '#panel')
  }
}

function renderNotice(tone: Notice['tone'], notice: Notice | undefined): TemplateResult | typeof nothing {
  return notice?.tone === tone ? html`<p class="note ${tone}" part="note">${notice.words}</p>` : nothing
}

function renderOffer(
  entry: ListedEntry,
  { texts }: Voice,
  open: (entry: ListedEntry) => void,
): TemplateResult | typeof nothing {
  if (entry.state !== 'queued') return nothing
  return html`<button
    type="button"
    class="cancel danger"
    part="button cancel"
    @click=${() => {
      open(entry)
    }}
  >
    ${texts.journal.cancel}
  </button>`
}

/** Escape closes only the form, not the operation around it. */
function renderAction(action: Action, naming: Naming, voice: Voice, deps: PanelDeps): TemplateResult {
  const [entry] = action.entries
  const words = voice.texts.journal
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape') event.stopPropagation()
  }
  return html`<div class="cancelling" @keydown=${onKey}>
    ${entry && mayHaveArrived(entry) ? html`<p class="note bad">${words.cancelDoubt}</p>` : nothing}
    ${renderPanel(action, naming, toCancelVoice(voice), deps)}
  </div>`
}

/** The form of voiding, in the words of cancelling an operation that was not sent. */
function toCancelVoice(voice: Voice): Voice {
  const { texts } = voice
  const { cancel, cancelConfirm, cancelKeep, cancelFix } = texts.journal
  return {
    ...voice,
    texts: {
      ...texts,
      acts: { ...texts.acts, void: cancel },
      confirm: { ...texts.confirm, void: cancelConfirm },
      act: { ...texts.act, cancel: cancelKeep, invalid: cancelFix },
    },
  }
}
