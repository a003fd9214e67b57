import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import type { ListedEntry } from '../../domain/entry.js'
import type { Till } from '../../till/till.js'
import { renderWithCards } from '../cards.js'
import type { Voice } from '../element.js'
import type { Formats } from '../formats.js'
import { printAlone } from '../print.js'
import { nameOfPayment, slipToFacts } from './facts.js'
import { isPrinted, notePrinted, watchPrinted } from './printed.js'
import { readRoll, rollToPage, rollToStyle, slipStyle } from './style.js'
import type { SlipTexts } from '../texts/slip.js'
import { entryToSlip, isDetailed, type Slip } from './slip.js'
import { common } from '../styles.js'
import { TillView } from '../view.js'

type Money = (amount: string | number) => string

/**
 * The slip of an entry, which follows the entry's state, on screen and on paper.
 *
 * @attr entry-id - the entry; or the entry itself as the property `entry`
 * @attr paper - the width of the roll that it is printed on: 80 (mm) by default, or 58
 * @slot actions - more buttons beside printing
 * @csspart slip - the slip; in it mark - that it is provisional or void - and reprint
 * @csspart actions - the buttons; print - the one that prints
 * @csspart note - an error
 */
export class CounterfoilReceipt extends TillView {
  static override styles = [common, slipStyle]
  static override properties: PropertyDeclarations = {
    ...TillView.properties,
    entry: { attribute: false },
    entryId: { attribute: 'entry-id' },
    paper: {},
    found: { state: true },
    isAgain: { state: true },
  }
  declare entry: ListedEntry | undefined
  declare entryId: string | undefined
  /** The width of the roll that it is printed on: `80` (mm) by default, or `58`. */
  declare paper: string | undefined
  declare protected found: ListedEntry | undefined
  declare protected isAgain: boolean

  /** What was read, whether it was found or not. */
  #readId: string | undefined
  #isPrinting = false
  #unwatch: (() => void) | undefined

  constructor() {
    super()
    this.isAgain = false
  }

  override connectedCallback(): void {
    super.connectedCallback()
    this.#unwatch = watchPrinted(() => {
      this.isAgain = this.isReprint
    })
    this.isAgain = this.isReprint
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#unwatch?.()
  }

  /** Whether the slip was printed on this device before, so that another one is a reprint. */
  get isReprint(): boolean {
    const id = this.#id
    return id !== undefined && isPrinted(id)
  }

  /**
   * Remembers that a slip was printed by other means, such as a receipt printer: that of the entry `id`, which by
   * default is the shown one.
   */
  notePrinted(id: string | undefined = this.#id): void {
    if (id !== undefined) notePrinted(id)
  }

  protected override async read(till: Till): Promise<void> {
    const id = this.#id
    const found = id === undefined ? undefined : await till.entry(id)
    if (id !== this.#id || till !== this.till) return
    this.found = found
    this.#readId = id
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.get('till')) {
      this.found = undefined
      this.#readId = undefined
    }
    if (!changed.has('entry') && !changed.has('entryId')) return
    if (this.found?.id !== this.#id) {
      this.found = undefined
      this.#readId = undefined
    }
    this.isAgain = this.isReprint
    void this.refresh()
  }

  protected override render(): TemplateResult {
    const texts = this.voice.texts.slip
    // Until the one that is named is found, another one must not be printed in its place.
    const entry = this.found ?? (this.entry?.id === this.#id ? this.entry : undefined)
    const fault =
      this.fault === undefined
        ? nothing
        : html`<p class="note bad" part="note" role="alert">${texts.fault} ${this.fault}</p>`
    if (!entry) return html`${fault} ${this.#isMissing ? html`<p>${texts.missing}</p>` : nothing}`
    return html`${fault}${this.#renderSlip(entryToSlip(entry), texts)}
      <div class="actions" part="actions">
        <button type="button" part="button print" @click=${this.#print}>${texts.print}</button>
        <slot name="actions"></slot>
      </div>`
  }

  get #id(): string | undefined {
    return this.entryId ?? this.entry?.id
  }

  /** Whether there is nothing to show, rather than nothing yet. */
  get #isMissing(): boolean {
    if (this.#id === undefined || !this.till) return true
    return this.#readId === this.#id && this.fault === undefined
  }

  readonly #print = async (): Promise<void> => {
    if (this.#isPrinting) return
    this.#isPrinting = true
    try {
      await this.#printShown()
    } finally {
      this.#isPrinting = false
    }
  }

  async #printShown(): Promise<void> {
    const id = this.#id
    this.isAgain = this.isReprint
    // The paper must say what is known now, but not be held up where nothing has changed.
    if (this.isUpdatePending) await this.updateComplete
    const slip = this.renderRoot.querySelector('.slip')
    if (!slip || id === undefined || id !== this.#id) return
    const roll = readRoll(this.paper)
    await printAlone({
      part: slip,
      styles: [slipStyle, rollToStyle(roll)],
      title: this.voice.texts.slip.title,
      toPage: (heightMm) => rollToPage(roll, heightMm),
    })
    notePrinted(id)
  }

  #renderSlip(slip: Slip, texts: SlipTexts): TemplateResult {
    const { money } = this.voice.formats
    return html`<article class="slip ${slip.mark ?? ''}" part="slip">
      ${texts.notice === '' ? nothing : html`<p class="mark" part="notice">${texts.notice}</p>`}
      ${slip.mark ? html`<p class="mark" part="mark">${texts[slip.mark]}</p>` : nothing}
      ${this.isAgain ? html`<p class="mark" part="reprint">${texts.reprint}</p>` : nothing}
      ${
        slip.issuer.length > 0
          ? html`<div class="issuer">${slip.issuer.map((line) => html`<p>${line}</p>`)}</div>`
          : nothing
      }
      <p class="kind">${this.voice.texts.kinds[slip.kind]}</p>
      ${renderFacts(slip, this.voice)}
      <div class="amounts">
        ${renderLines(slip, texts, this.voice.formats)} ${renderTotal(slip, texts, money)}
        ${renderPayments(slip, texts, money)}
      </div>
      <p class="id">${slip.id}</p>
    </article>`
  }
}

function renderFacts(slip: Slip, voice: Voice): TemplateResult {
  return html`<dl>
    ${slipToFacts(slip, voice).map(
      ([name, value]) =>
        html`<div class="pair">
          <dt>${name}</dt>
          <dd>${renderWithCards(value)}</dd>
        </div>`,
    )}
  </dl>`
}

function renderLines(
  { lines }: Slip,
  { item }: SlipTexts,
  { money, typed }: Formats,
): TemplateResult | typeof nothing {
  if (lines.length === 0) return nothing
  return html`<ul aria-label=${item}>
    ${lines.map((line) => {
      const { name, quantity, price, amount } = line
      return html`<li>
        <div class="pair">
          <span>${name}</span><span>${amount === undefined ? nothing : money(amount)}</span>
        </div>
        ${
          isDetailed(line)
            ? html`<p class="detail">
                ${quantity === undefined ? '' : typed(quantity, false)}${price === undefined ? nothing : html` × ${money(price)}`}
              </p>`
            : nothing
        }
      </li>`
    })}
  </ul>`
}

function renderTotal(
  { total, hasReceipt }: Slip,
  texts: SlipTexts,
  money: Money,
): TemplateResult | typeof nothing {
  if (total === undefined) return hasReceipt ? html`<p>${texts.noTotal}</p>` : nothing
  return html`<p class="pair total"><span>${texts.total}</span> <span>${money(total)}</span></p>`
}

function renderPayments(
  { payments }: Slip,
  { paid }: SlipTexts,
  money: Money,
): TemplateResult | typeof nothing {
  if (payments.length === 0) return nothing
  return html`<ul aria-label=${paid}>
    ${payments.map(
      (payment) =>
        html`<li class="pair">
          <span>${renderWithCards(nameOfPayment(payment, paid))}</span>
          <span>${payment.amount === undefined ? nothing : money(payment.amount)}</span>
        </li>`,
    )}
  </ul>`
}
