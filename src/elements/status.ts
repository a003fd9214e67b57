import { html, nothing, type TemplateResult } from 'lit'
import type { TillStatus } from '../till/status.js'
import { describeChange } from './changes.js'
import { TillElement } from './element.js'
import { icon } from './icons.js'
import { createPace } from './pace.js'
import { statusStyles } from './status-styles.js'
import {
  detailsToWords,
  leftToWords,
  parkedToWords,
  pauseToWords,
  reportToWords,
  storageToWords,
  waitingToWords,
} from './status-words.js'
import { common } from './styles.js'

const announceMs = 800

/** Fewer than these go faster than a bar could be read. */
const manyMin = 10

/**
 * Where the till stands, in one line for a cashier.
 *
 * @fires counterfoil-attention - somebody wants to see what needs a person
 * @fires counterfoil-reload - the page must be loaded again; unless prevented, it is
 */
export class CounterfoilStatus extends TillElement {
  static override styles = [common, statusStyles]

  #said = ''
  #result = ''
  #isReplaying = false
  #told: TillStatus | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #pace = createPace()
  #leftMs: number | undefined

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#told = undefined
  }

  protected override onStatus(before: TillStatus | undefined, after: TillStatus | undefined): void {
    super.onStatus(before, after)
    this.#told ??= after
    const { running, done, total } = after?.replay ?? { running: false, done: 0 }
    if (running && total !== undefined) this.#leftMs = this.#pace.note(done, total, Date.now())
    else this.#pace.reset()
    if (!running) this.#leftMs = undefined
    if (after) this.#announceSoon()
  }

  /** A moment after the change, so that changes come together. */
  #announceSoon(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      const sentence =
        this.#told && this.status ? describeChange(this.#told, this.status, this.voice, new Date()) : ''
      this.#told = this.status
      if (sentence !== '') this.#say(sentence)
    }, announceMs)
  }

  #say(sentence: string): void {
    this.#said = sentence
    this.requestUpdate()
  }

  protected override render(): TemplateResult {
    const { status } = this
    return html`<section part="status" aria-label=${this.voice.texts.status.label}>
      ${this.#renderLine()} ${status ? [this.#renderProgress(status), this.#renderNotes(status)] : nothing}
      <slot></slot>
      ${status ? this.#renderDetails(status) : nothing}
      <p class="unseen" part="announcer" role="status">${this.#said}</p>
    </section>`
  }

  #renderLine(): TemplateResult {
    const { texts } = this.voice
    const reach = this.status?.reach ?? 'unknown'
    return html`<div class="row" part="line">
      <span class="reach ${reach}" part="reach reach-${reach}">
        ${icon(reach)}<span class="unseen">${texts.status.line}</span>${texts.reach[reach]}
      </span>
      <span class="waiting" part="waiting">${waitingToWords(this.status, this.voice)}</span>
      ${this.#renderParked()}
      <span class="result" part="result" role="status">${this.#result}</span>
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

  #renderParked(): TemplateResult {
    const words = parkedToWords(this.status, this.voice)
    if (this.status?.counts.parked === 0) return html`<span class="parked" part="parked">${words}</span>`
    return html`<button class="parked" part="button parked" type="button" @click=${this.#callAttention}>
      ${icon('alert')}${words}
    </button>`
  }

  #renderProgress({ replay: { running, done, total } }: TillStatus): TemplateResult | typeof nothing {
    if (!running || total === undefined || total < manyMin) return nothing
    const { texts, formats } = this.voice
    const words = texts.status.delivering(formats.whole(done), formats.whole(total))
    return html`<div class="progress" part="progress">
      <div>
        <label for="bar">${words}</label
        ><span part="time-left">${leftToWords(this.#leftMs, this.voice)}</span>
      </div>
      <progress id="bar" part="bar" max=${total} .value=${done}></progress>
    </div>`
  }

  #renderNotes({ storage, pauses }: TillStatus): TemplateResult {
    const fault = storageToWords(storage, this.voice)
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
    ${pauses.map(
      (pause) =>
        html`<p class="note wait" part="note pause">${pauseToWords(pause, this.voice, new Date())}</p>`,
    )}
    ${
      storage.isPersistent === false
        ? html`<p class="result" part="not-persistent">${texts.status.notPersistent}</p>`
        : nothing
    }`
  }

  #renderDetails(status: TillStatus): TemplateResult {
    return html`<details class="details" part="details">
      <summary>${this.voice.texts.status.details}</summary>
      ${detailsToWords(status, this.voice, new Date()).map((sentence) => html`<p>${sentence}</p>`)}
    </details>`
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
    if (!till || this.#isReplaying) return
    this.#isReplaying = true
    this.#tellResult(this.voice.texts.status.replaying)
    till.replay().then(
      (report) => {
        this.#isReplaying = false
        this.#tellResult(reportToWords(report, this.voice))
      },
      (error: unknown) => {
        this.#isReplaying = false
        const message = error instanceof Error ? error.message : String(error)
        this.#tellResult(this.voice.texts.status.replayFailed(message))
      },
    )
  }

  #tellResult(words: string): void {
    this.#result = words
    this.requestUpdate()
  }
}
