import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { errorToWords } from '../error-words.js'
import type { TillPause, TillStatus } from '../../till/status.js'
import type { Till } from '../../till/till.js'
import { describeChange } from './changes.js'
import { TillElement } from '../element.js'
import { icon, type IconName } from '../icons.js'
import { createPace } from './pace.js'
import { createWave, type Progress } from './wave.js'
import type { Line } from '../texts/texts.js'
import { findLine, lineToTone } from './line.js'
import { createResultAge } from './result-age.js'
import type { Approve } from '../approve.js'
import { PauseSwitch } from './pause-switch.js'
import { statusStyles } from './styles.js'
import {
  copiesToWords,
  countWaiting,
  detailsToWords,
  hintToWords,
  isPausedByHand,
  leftToWords,
  parkedToWords,
  listPauses,
  pauseToWords,
  reportToWords,
  stalledToWords,
  storageToWords,
  waitingToWords,
} from './words.js'
import { common } from '../styles.js'

const announceMs = 800

/** The largest number that has room beside the state of the line on a small telephone. */
const shortMax = 999

/** Fewer operations are sent faster than a progress bar can be read. */
const manyMin = 10

/** How often the estimate is renewed, so that it grows while no answer comes, and the time to the next try. */
const tickMs = 1_000

const iconOfLine: Record<Line, IconName> = {
  online: 'online',
  offline: 'offline',
  unknown: 'unknown',
  stopped: 'alert',
  paused: 'paused',
  blocked: 'alert',
  busy: 'clock',
  partly: 'alert',
  stalled: 'clock',
}

function countToShort(count: number | undefined): string {
  if (count === undefined) return '?'
  return count > shortMax ? `${shortMax}+` : String(count)
}

/** The number alone, which is seen where the line has no room for the words. */
function renderShort(number: string, sign: unknown = nothing): TemplateResult {
  return html`<span class="short" aria-hidden="true" data-number=${number}>${sign}</span>`
}

function needsTicks(status: TillStatus): boolean {
  const { replay, stalledSince } = status
  return (
    replay.running ||
    stalledSince !== undefined ||
    listPauses(status).some(({ until }) => until !== undefined)
  )
}

/**
 * The status of the till in one line for a cashier.
 *
 * @attr sticky - on a small screen the first line stays in view while the page scrolls
 * @fires counterfoil-attention - a person wants to see what needs attention
 * @fires counterfoil-reload - the page must be loaded again; the element does it, unless the event is prevented
 * @slot - the host's own notes about the till, below the line
 * @csspart status - everything
 * @csspart line - the first line: the state, what waits, what needs attention
 * @csspart reach - how the line stands; also reach-online, -offline, -unknown, -stopped, -paused, -blocked, -busy,
 *   -partly, -stalled
 * @csspart waiting - how many operations wait
 * @csspart parked - how many need attention; a button, unless there are none
 * @csspart result - the result of the last request
 * @csspart button - each button; also replay, pause, resume, reload
 * @csspart progress - the progress of a replay; with bar and time-left
 * @csspart note - each fault; also storage, pause, copies
 * @csspart not-persistent - that the browser may clear the till
 * @csspart details - facts for support
 * @csspart announcer - the announcements
 */
export class CounterfoilStatus extends TillElement {
  static override styles = [common, statusStyles]
  static override properties: PropertyDeclarations = {
    ...TillElement.properties,
    approve: { attribute: false },
  }
  /** Asks the host who pauses or resumes sending; undefined means that it is not done. */
  declare approve: Approve | undefined

  #announcement = ''
  #result = ''
  #replaying: Till | undefined
  readonly #switch = new PauseSwitch({
    till: () => this.till,
    voice: () => this.voice,
    operator: () => this.operator,
    approve: () => this.approve,
    onChange: () => {
      this.requestUpdate()
    },
    onFail: (words) => {
      this.#showResult(words)
    },
  })
  readonly #resultAge = createResultAge()
  #announcedStatus: TillStatus | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #pace = createPace()
  #wave = createWave()
  #progress: Progress | undefined
  #leftMs: number | undefined
  #ticking: ReturnType<typeof setInterval> | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#announcedStatus = undefined
    this.#tickWhile(false)
  }

  protected override onStatus(before: TillStatus | undefined, after: TillStatus | undefined): void {
    super.onStatus(before, after)
    if (!before) this.#beginAnew()
    this.#announcedStatus ??= after
    this.#estimate()
    this.#tickWhile(after !== undefined && needsTicks(after))
    if (after) this.#announceSoon()
    if (this.#result !== '' && !this.#replaying && this.#resultAge.isOver(after)) this.#result = ''
  }

  /** How one till differs from another is no news. */
  #beginAnew(): void {
    this.#announcedStatus = undefined
    this.#announcement = ''
    this.#result = ''
    this.#replaying = undefined
    this.#wave = createWave()
    this.#pace.reset()
  }

  #estimate(): void {
    this.#progress = this.status && this.#wave.note(this.status)
    // Between two runs of one delivery its pace is still the best estimate.
    if (!this.status || countWaiting(this.status.counts) === 0) this.#pace.reset()
    this.#leftMs = this.#progress && this.#pace.note(this.#progress.done, this.#progress.total, Date.now())
    this.requestUpdate()
  }

  #tickWhile(isNeeded: boolean): void {
    if (isNeeded) {
      this.#ticking ??= setInterval(() => {
        this.#estimate()
      }, tickMs)
      return
    }
    clearInterval(this.#ticking)
    this.#ticking = undefined
  }

  /** A removed part passes the focus on. */
  protected override update(changed: PropertyValues): void {
    const focused = this.shadowRoot?.activeElement
    super.update(changed)
    if (!focused || focused.isConnected) return
    const next = ['.resume', '.pause', '.replay'].flatMap(
      (place) => this.renderRoot.querySelector<HTMLElement>(place) ?? [],
    )
    next[0]?.focus()
  }

  /** Announces a moment after the change, so that changes come together. */
  #announceSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const sentence =
        this.#announcedStatus && this.status
          ? describeChange(this.#announcedStatus, this.status, this.voice, new Date())
          : ''
      this.#announcedStatus = this.status
      if (sentence !== '') this.#say(sentence)
    }, announceMs)
  }

  #say(sentence: string): void {
    this.#announcement = sentence
    this.requestUpdate()
  }

  protected override render(): TemplateResult {
    const { status } = this
    return html`<section part="status" aria-label=${this.voice.texts.status.label}>
      ${this.#renderLine()}
      <p class="result" part="result" role="status">${this.#result}</p>
      ${status ? [this.#renderProgress(status), this.#renderNotes(status)] : nothing}
      <slot></slot>
      ${status ? this.#renderDetails(status) : nothing}
      <p class="unseen" part="announcer" role="status">${this.#announcement}</p>
    </section>`
  }

  #renderLine(): TemplateResult {
    const { texts } = this.voice
    const line = findLine(this.status)
    const tone = lineToTone(line, this.status)
    return html`<div class="row">
      <div class="line" part="line">
        <span class="reach ${tone}" part="reach reach-${line}">
          ${icon(iconOfLine[line])}<span class="unseen">${texts.status.line}</span>${texts.reach[line]}
        </span>
        ${this.#renderWaiting()}${this.#renderParked()}
      </div>
      <button
        class="replay"
        part="button replay"
        type="button"
        ?disabled=${!this.till}
        @click=${this.#replay}
      >
        ${texts.status.replay}
      </button>
    </div>`
  }

  #renderWaiting(): TemplateResult {
    const count = this.status && countWaiting(this.status.counts)
    const words = waitingToWords(this.status, this.voice)
    const number = countToShort(count)
    return html`<span
      class="waiting ${count === 0 ? 'none' : ''}"
      part="waiting"
      data-figures=${number.length}
      >${renderShort(number, icon('clock'))}<span class="words">${words}</span></span
    >`
  }

  #renderParked(): TemplateResult {
    const words = parkedToWords(this.status, this.voice)
    if (!this.status?.counts.parked) return html`<span class="parked" part="parked">${words}</span>`
    const number = countToShort(this.status.counts.parked)
    return html`<button
      class="parked"
      part="button parked"
      type="button"
      data-figures=${number.length}
      @click=${this.#callAttention}
    >
      ${icon('alert')}<span class="fit">${renderShort(number)}<span class="words">${words}</span></span>
    </button>`
  }

  #renderProgress(status: TillStatus): TemplateResult | typeof nothing {
    if (!this.#progress || this.#progress.total < manyMin) return nothing
    const { done, total } = this.#progress
    const { texts, formats } = this.voice
    const words = texts.status.delivering(formats.whole(done), formats.whole(total))
    return html`<div class="progress" part="progress">
      <div class="measure">
        <div>
          <label for="bar">${words}</label
          ><span part="time-left">${leftToWords(this.#leftMs, this.voice)}</span>
        </div>
        <progress id="bar" part="bar" max=${total} .value=${done}></progress>
      </div>
      ${isPausedByHand(status) ? nothing : this.#switch.render('pause')}
    </div>`
  }

  #renderNotes(status: TillStatus): TemplateResult {
    const { storage, hints, reach, stalledSince } = status
    const pauses = listPauses(status)
    const fault = storageToWords(storage, this.voice)
    const copies = copiesToWords(status, this.voice, new Date())
    const isReload = storage.state === 'outdated' || storage.state === 'deleted'
    const { texts } = this.voice
    return html`${
      fault === ''
        ? nothing
        : html`<div class="note bad" part="note storage">
            <p>${fault}</p>
            ${
              isReload
                ? html`<button part="button reload" type="button" @click=${this.#reload}>
                    ${texts.status.reload}
                  </button>`
                : nothing
            }
          </div>`
    }
    ${hints.map((hint) => html`<p class="note bad" part="note hint">${hintToWords(hint, this.voice)}</p>`)}
    ${pauses.map((pause) => this.#renderPause(pause))}
    ${pauses.length === 0 && reach === 'offline' ? this.#renderWait(texts.status.keepServing) : nothing}
    ${stalledSince ? this.#renderWait(stalledToWords(this.status, this.voice, new Date())) : nothing}
    ${copies === '' ? nothing : html`<p class="note wait" part="note copies">${copies}</p>`}`
  }

  #renderWait(words: string): TemplateResult {
    return html`<p class="note wait" part="note">${words}</p>`
  }

  #renderPause(pause: TillPause): TemplateResult {
    const words = pauseToWords(pause, this.voice, new Date())
    if (pause.reason !== 'held') return html`<p class="note wait" part="note pause">${words}</p>`
    return html`<div class="note wait" part="note pause">
      <p>${words}</p>
      ${this.#switch.render('resume')}
    </div>`
  }

  #renderDetails(status: TillStatus): TemplateResult {
    const { details, notPersistent } = this.voice.texts.status
    const isFleeting = status.storage.isPersistent === false
    return html`<div class="foot">
      <details class="details" part="details">
        <summary>${details}</summary>
        ${detailsToWords(status, this.voice, new Date()).map((sentence) => html`<p>${sentence}</p>`)}
      </details>
      ${isFleeting ? html`<p class="result" part="not-persistent">${notPersistent}</p>` : nothing}
    </div>`
  }

  #callAttention(): void {
    this.dispatchEvent(new CustomEvent('counterfoil-attention', { bubbles: true, composed: true }))
  }

  #reload(): void {
    const wish = new CustomEvent('counterfoil-reload', { bubbles: true, composed: true, cancelable: true })
    if (this.dispatchEvent(wish)) location.reload()
  }

  #replay(): void {
    const { till } = this
    if (!till || this.#replaying) return
    this.#replaying = till
    this.#showResult(this.voice.texts.status.replaying)
    const end = (words: string) => {
      if (this.#replaying !== till) return
      this.#replaying = undefined
      this.#showResult(words)
    }
    till.replay().then(
      (report) => {
        end(reportToWords(report, this.voice))
      },
      (error: unknown) => {
        end(this.voice.texts.status.replayFailed(errorToWords(error, this.voice)))
      },
    )
  }

  #showResult(words: string): void {
    this.#result = words
    this.#resultAge.begin(this.status)
    this.requestUpdate()
  }
}
