import { html, nothing, type TemplateResult } from 'lit'
import type { StorageStatus } from '../../till/storage.js'
import type { Till } from '../../till/till.js'
import { askApproval, type Approve } from '../approve.js'
import type { Voice } from '../element.js'
import { errorToWords } from '../error-words.js'
import { findName, notePerson } from '../person.js'
import { lossToWords } from '../status/words.js'
import type { Notice } from './decision-deps.js'
import { keepFromRepeating, SecondPress } from './second-press.js'

/** What a person decides about a loss. */
export type LossAct = 'acknowledge-losses' | 'bring-back'

interface LossesDeps {
  till: () => Till | undefined
  voice: () => Voice
  operator: () => string | undefined
  approve: () => Approve | undefined
  onChange: () => void
  /** Says what came of it. */
  onDone: (act: LossAct, notice: Notice) => void
}

/** What a person has written. */
interface Written {
  by: string
  reason: string
  key: string
}

/** What the browser lost of the till's data, and what can be brought back, until a person has decided by name. */
export class Losses {
  readonly #deps: LossesDeps
  #fault = ''
  #isBusy = false
  /** Whether a person has been told that going on without the copies deletes them, and has not done anything since. */
  #isWarned = false
  /** The warning has just come: a second press was meant for the first. */
  #isFresh = false
  readonly #secondPress = new SecondPress()

  constructor(deps: LossesDeps) {
    this.#deps = deps
  }

  /** Forgets what was said and begun of another till's losses: its warning is none for this one. */
  clear(): void {
    this.#fault = ''
    this.#isBusy = false
    this.#isWarned = false
    this.#isFresh = false
  }

  render({ losses = [], kept }: Pick<StorageStatus, 'losses' | 'kept'>): TemplateResult | typeof nothing {
    if (losses.length === 0 && !kept) return nothing
    const voice = this.#deps.voice()
    const { texts } = voice
    return html`<form
      class="panel"
      part="panel losses"
      novalidate
      @submit=${this.#onSubmit}
      @keydown=${keepFromRepeating}
    >
      ${losses.map((loss) => html`<p class="note bad" part="note loss">${lossToWords(loss, voice, new Date())}</p>`)}
      ${kept ? this.#renderKept(kept) : nothing}
      <div class="fields verdict">
        ${this.#deps.approve() ? nothing : this.#renderField('by', texts.act.by, findName(this.#deps.operator()))}
        ${this.#renderField('reason', texts.act.reason, '')}
        ${kept?.needsKey ? this.#renderField('key', texts.loss.key, '', 'password') : nothing}
      </div>
      <div role="alert">
        ${this.#fault === '' ? nothing : html`<p class="note bad" part="note">${this.#fault}</p>`}
      </div>
      <div class="buttons">
        ${
          kept
            ? html`${this.#renderButton('bring-back', texts.loss.bringBack, 'primary')}
              ${this.#renderButton('acknowledge-losses', texts.loss.without, 'danger')}`
            : this.#renderButton('acknowledge-losses', texts.loss.acknowledge, 'primary')
        }
      </div>
    </form>`
  }

  #renderKept({ operations }: NonNullable<StorageStatus['kept']>): TemplateResult {
    const { texts, formats } = this.#deps.voice()
    return html`<p class="effect">
      ${texts.loss.kept(operations, formats.whole(operations))} ${texts.loss.effect}
    </p>`
  }

  #renderButton(act: LossAct, words: string, style: string): TemplateResult {
    return html`<button
      class=${style}
      part="button ${style === 'primary' ? 'primary ' : ''}act-${act}"
      type="submit"
      value=${act}
      aria-disabled=${String(this.#isBusy || this.#isFresh)}
    >
      ${words}
    </button>`
  }

  #renderField(name: string, label: string, value: string, type = 'text'): TemplateResult {
    return html`<label>
      <span>${label}</span>
      <input part="input" type=${type} name=${name} autocomplete="off" aria-required="true" .value=${value} />
    </label>`
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault()
    const fields = new FormData(event.target as HTMLFormElement)
    const read = (name: string) => {
      const value = fields.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const { value: act } = event.submitter as HTMLButtonElement & { value: LossAct }
    void this.#decide(act, { by: read('by'), reason: read('reason'), key: read('key') })
  }

  async #decide(act: LossAct, written: Written): Promise<void> {
    const till = this.#deps.till()
    if (!till || this.#isBusy || this.#isFresh) return
    const approve = this.#deps.approve()
    const missing = this.#findMissing(written, approve !== undefined)
    if (missing === '' && act === 'acknowledge-losses' && till.status.value.storage.kept && !this.#isWarned) {
      this.#warn()
      return
    }
    this.#isWarned = false
    this.#note({ isBusy: missing === '', fault: missing })
    if (missing !== '') return
    try {
      const by = approve ? await askApproval(approve, { act, ids: [] }) : written.by
      // What was approved for another till is not done, and what came of it there is not told here.
      if (this.#isLeft(till)) return
      if (by === undefined) {
        this.#note({ isBusy: false, fault: this.#deps.voice().texts.desk.notApproved })
        return
      }
      const notice = await this.#carryOut(till, act, { ...written, by })
      if (this.#isLeft(till)) return
      if (!approve) notePerson(by, this.#deps.operator(), act, written.reason)
      this.#note({ isBusy: false, fault: '' })
      this.#deps.onDone(act, notice)
    } catch (error) {
      if (this.#isLeft(till)) return
      const { texts } = this.#deps.voice()
      this.#note({ isBusy: false, fault: texts.act.failed(errorToWords(error, this.#deps.voice())) })
    }
  }

  #isLeft(till: Till): boolean {
    return till !== this.#deps.till()
  }

  #warn(): void {
    this.#isWarned = true
    this.#isFresh = true
    this.#note({ isBusy: false, fault: this.#deps.voice().texts.loss.sure })
    this.#secondPress.wait(() => {
      this.#isFresh = false
      this.#deps.onChange()
    })
  }

  /** Says what is not written yet, before a person is asked for approval; empty if nothing is. */
  #findMissing({ by, reason }: Written, hasSignIn: boolean): string {
    const { act } = this.#deps.voice().texts
    if (!hasSignIn && by === '') return act.nameNeeded
    return reason === '' ? act.reasonNeeded : ''
  }

  async #carryOut(till: Till, act: LossAct, { by, reason, key }: Written): Promise<Notice> {
    const { texts, formats } = this.#deps.voice()
    if (act === 'acknowledge-losses') {
      await till.attention.acknowledgeLosses({ by, reason })
      return { tone: 'good', words: texts.loss.acknowledged }
    }
    const privateKey = readKey(key)
    const {
      operations,
      damaged,
      clashing = [],
      left = 0,
    } = await till.attention.bringBack({
      by,
      reason,
      ...(privateKey && { privateKey }),
    })
    const words = [texts.loss.broughtBack(operations, formats.whole(operations))]
    if (damaged > 0) words.push(texts.loss.damaged(damaged, formats.whole(damaged)))
    if (clashing.length > 0) words.push(texts.loss.clashing(clashing.length, formats.whole(clashing.length)))
    if (left > 0) words.push(texts.loss.left(left, formats.whole(left)))
    // What did not come back is no success.
    return { tone: words.length === 1 ? 'good' : 'bad', words: words.join(' ') }
  }

  #note({ isBusy, fault }: { isBusy: boolean; fault: string }): void {
    this.#isBusy = isBusy
    this.#fault = fault
    this.#deps.onChange()
  }
}

function readKey(text: string): JsonWebKey | undefined {
  try {
    return JSON.parse(text) as JsonWebKey
  } catch {
    // Without a key the till says that it needs one.
    return undefined
  }
}
