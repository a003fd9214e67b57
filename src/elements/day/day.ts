import { withColon } from '../colon.js'
import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit'
import { writeDay } from '../../domain/day-csv.js'
import type { DayFigure, DayFigures, DayReport } from '../../domain/day.js'
import type { Till } from '../../till/till.js'
import { renderChart } from './chart.js'
import { dayPaper, dayStyle } from './style.js'
import { printAlone } from '../print.js'
import { saveFile } from '../save-file.js'
import { common, scale } from '../styles.js'
import { TillView } from '../view.js'

const parts = ['captured', 'settled', 'waiting', 'parked', 'voided'] as const

/**
 * The figures of a day; they look complete only when they are.
 *
 * @attr day - as 2026-11-21; today by default
 * @csspart report - the figures, as they are printed; in them notice, origin, complete or incomplete, operations, money, corrections, and chart
 * @csspart button - each button; also download, print
 * @csspart input - the day
 * @csspart note - an error
 * @fires counterfoil-checkpoint - the figures were downloaded or printed: `detail` is a checkpoint of the journal, to be kept apart
 */
export class CounterfoilDay extends TillView {
  static override styles = [common, dayStyle]
  static override properties: PropertyDeclarations = {
    ...TillView.properties,
    day: {},
    report: { state: true },
  }
  /** As 2026-11-21; today by default. */
  declare day: string | undefined
  declare protected report: DayReport | undefined

  protected override async read(till: Till): Promise<void> {
    const day = this.#chosen
    const report = await till.day(dayToSpan(day))
    if (day === this.#chosen && till === this.till) this.report = report
  }

  protected override willUpdate(changed: PropertyValues): void {
    super.willUpdate(changed)
    if (changed.get('till')) this.report = undefined
    if (!changed.has('day')) return
    this.report = undefined
    void this.refresh()
  }

  protected override render(): TemplateResult {
    const texts = this.voice.texts.day
    const { report, fault } = this
    return html`<div class="bar">
        <label
          >${texts.choose}
          <input
            part="input"
            type="date"
            .value=${this.#chosen}
            max=${dateToDay(new Date())}
            @change=${this.#choose}
            @blur=${this.#leave}
          />
        </label>
        <button type="button" part="button download" ?disabled=${!report} @click=${this.#download}>
          ${texts.download}
        </button>
        <button type="button" part="button print" ?disabled=${!report} @click=${this.#print}>
          ${texts.print}
        </button>
      </div>
      ${
        fault === undefined
          ? nothing
          : html`<p class="note bad" part="note" role="alert">${texts.notReadable(fault)}</p>`
      }
      ${report ? this.#renderReport(report) : html`<p role="status">${fault === undefined ? texts.reading : ''}</p>`}`
  }

  get #chosen(): string {
    return isDay(this.day) ? this.day : dateToDay(new Date())
  }

  readonly #choose = (event: Event): void => {
    const { value, validity } = event.target as HTMLInputElement
    // While a day is typed, the browser reports years such as 0002, and nothing where a part is still missing.
    if (isDay(value)) this.day = value
    else if (value === '' && !validity.badInput) this.day = undefined
  }

  /** The field shows the day of the figures again. */
  readonly #leave = (event: Event): void => {
    const input = event.target as HTMLInputElement
    input.value = this.#chosen
  }

  readonly #download = (): void => {
    const { report } = this
    if (!report) return
    void this.#sign()
    // Spreadsheets recognise UTF-8 by this first character.
    const { texts, formats } = this.voice
    const { shop, terminal } = this.till ?? {}
    const operator = this.operator?.trim()
    const origin = { shop, terminal, operator, notice: texts.slip.notice }
    const text = `\uFEFF${writeDay(report, texts.csv, formats.language, formats.currency, origin)}`
    const name = `day-${dateToDay(report.from)}${report.isComplete ? '' : '-incomplete'}.csv`
    saveFile(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
  }

  readonly #print = async (): Promise<void> => {
    const shown = this.renderRoot.querySelector('.report')
    if (!shown) return
    void this.#sign()
    await printAlone({ part: shown, styles: [scale, dayStyle, dayPaper], title: this.#title(this.report) })
  }

  /** As the figures leave the till, so does what the journal can be checked against. */
  async #sign(): Promise<void> {
    try {
      const detail = await this.till?.checkpoint()
      if (detail)
        this.dispatchEvent(
          new CustomEvent('counterfoil-checkpoint', { bubbles: true, composed: true, detail }),
        )
    } catch {
      // The figures are sound without it, and the next checkpoint signs the same.
    }
  }

  #title(report: DayReport | undefined): string {
    const format = new Intl.DateTimeFormat(this.voice.formats.language, { dateStyle: 'full' })
    return this.voice.texts.day.title(format.format(report?.from))
  }

  #renderReport(report: DayReport): TemplateResult {
    const { texts, formats } = this.voice
    return html`<section class="report" part="report" aria-label=${this.#title(report)}>
      <h2>${this.#title(report)}</h2>
      ${
        texts.slip.notice === ''
          ? nothing
          : html`<p class="note wait mark" part="notice">${texts.slip.notice}</p>`
      }
      ${this.#renderOrigin(report)}
      <div role="status">${this.#renderStanding(report)}</div>
      <section>
        <h3>${texts.day.operations}</h3>
        <dl class="figures" part="operations">
          ${parts.map((part) => renderFigure(texts.day[part], formats.whole(report[part].count)))}
        </dl>
      </section>
      <section part="money">
        <h3>${texts.day.money}</h3>
        <dl class="figures money">
          ${parts.map((part) => renderFigure(texts.day[part], this.#toMoney(report[part])))}
        </dl>
        ${this.#renderCorrections(report)} ${this.#renderUnsummed(report)}
        <p class="small">
          ${texts.day.amounts(report.kindsWithAmounts.map((kind) => texts.kinds[kind]).join(', '))}
        </p>
      </section>
      ${report.captured.count > 0 ? this.#renderDetail(report) : nothing} ${this.#renderUnused(report)}
      <p class="small">${texts.day.readAt(formats.time(report.at, new Date()))}</p>
    </section>`
  }

  /** What was voided for a correction and what took its place are both above; this is what it came to. */
  #renderCorrections({ corrections }: DayReport): TemplateResult | typeof nothing {
    if (corrections.count === 0) return nothing
    const { texts, formats } = this.voice
    const name = texts.day.corrections(corrections.count, formats.whole(corrections.count))
    return html`<p part="corrections">
      ${withColon(name, texts)} <strong>${formats.difference(corrections.amount)}</strong>
    </p>`
  }

  /** Nothing is open about them, but who compares the sums must know of them. */
  #renderUnsummed({ unsummed }: DayReport): TemplateResult | typeof nothing {
    if (unsummed === 0) return nothing
    const { texts, formats } = this.voice
    const count = texts.day.missing(unsummed, formats.whole(unsummed))
    return html`<p part="unsummed">${withColon(texts.csv.unsummed, texts)} <strong>${count}</strong></p>`
  }

  /** The till of the figures, the person who is signed in, and the span. */
  #renderOrigin(report: DayReport): TemplateResult {
    const { shop, terminal } = this.till ?? {}
    const { texts, formats } = this.voice
    const { slip, day } = texts
    const place = [shop, terminal].filter((part) => part !== undefined && part !== '').join(' / ')
    const facts = [
      [slip.place, place],
      [slip.operator, this.operator?.trim() ?? ''],
      [day.span, spanToWords(report, formats.language)],
    ]
    return html`<p class="small origin" part="origin">
      ${facts.map(([name = '', value]) => (value === '' ? nothing : html`<span>${withColon(name, texts)} ${value}</span> `))}
    </p>`
  }

  #renderStanding(report: DayReport): TemplateResult {
    const { texts } = this.voice
    if (report.isComplete) {
      const isOver = report.at >= report.to
      const words = isOver ? texts.day.complete : texts.day.soFar
      if (isOver && report.captured.count === 0) return html`<p class="note">${texts.day.nothing}</p>`
      return html`<p class="note ${isOver ? 'good' : ''}" part="complete">${words}</p>`
    }
    return html`<div class="note wait" part="incomplete">
      ${report.isErased ? html`<p part="erased">${texts.csv.erased}.</p>` : nothing}
      ${report.missing.length > 0 ? this.#renderOpen(report) : nothing}
    </div>`
  }

  #renderOpen({ missing }: DayReport): TemplateResult {
    const { day, csv } = this.voice.texts
    return html`<p><strong>${day.incomplete}</strong></p>
      <ul>
        ${missing.map(
          ({ what, ...figure }) => html`<li>${this.#renderMissing(csv.missings[what], figure)}</li>`,
        )}
      </ul>
      <p>${day.advice}</p>`
  }

  #renderMissing(what: string, figure: DayFigure): string {
    const { texts, formats } = this.voice
    const amount = figure.amount === '0' ? '' : ` ${texts.day.missingAmount(this.#toMoney(figure))}`
    return `${withColon(what, texts)} ${texts.day.missing(figure.count, formats.whole(figure.count))}${amount}`
  }

  #renderDetail(report: DayReport): TemplateResult {
    const { texts, formats } = this.voice
    const hour = new Intl.DateTimeFormat(formats.language, { timeStyle: 'short' })
    const hours = report.byHour.map((row): Row => [hour.format(row.hour), row])
    const kinds = report.byKind.map((row): Row => [texts.kinds[row.kind], row])
    const paid = report.byKind
      .filter(({ kind }) => report.kindsWithAmounts.some((one) => one === kind))
      .map((row): Row => [texts.kinds[row.kind], row])
    return html`<h3>${texts.day.byHour}</h3>
      ${renderChart(report, this.voice)}
      <details>
        <summary>${texts.day.inTable}</summary>
        ${this.#renderTables(texts.day.byHour, texts.day.hour, hours, paid.length > 0 ? hours : [])}
      </details>
      <h3>${texts.day.byKind}</h3>
      <div>${this.#renderTables(texts.day.byKind, texts.day.kind, kinds, paid)}</div>`
  }

  /** The counts in one table and the money in another, for a column that holds both can be added up in neither. */
  #renderTables(name: string, head: string, counted: Row[], paid: Row[]): TemplateResult {
    const { texts, formats } = this.voice
    const { operations, money } = texts.day
    return html`${this.#renderTable(name, operations, head, counted, ({ count }) => formats.whole(count))}
    ${
      paid.length === 0
        ? nothing
        : this.#renderTable(name, money, head, paid, (figure) => this.#toMoney(figure))
    }`
  }

  #renderTable(
    name: string,
    caption: string,
    head: string,
    rows: Row[],
    toText: (figure: DayFigure) => string,
  ): TemplateResult {
    const { texts } = this.voice
    return html`<div class="scroll" role="region" aria-label=${`${name}: ${caption}`} tabindex="0">
      <table>
        <caption>
          ${caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${head}</th>
            ${parts.map((part) => html`<th scope="col">${texts.day[part]}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name, figures]) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${parts.map((part) => html`<td>${toText(figures[part])}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`
  }

  #renderUnused({ unusedNumbers }: DayReport): TemplateResult | typeof nothing {
    if (unusedNumbers.length === 0) return nothing
    const shown = unusedNumbers.map(({ shop, terminal, drawer, number }) =>
      [shop, terminal, drawer, number].filter((part) => part !== undefined).join(' / '),
    )
    return html`<div>
      <h3>${this.voice.texts.day.unused}</h3>
      <p>${shown.join(', ')}</p>
    </div>`
  }

  #toMoney({ amount }: DayFigure): string {
    return this.voice.formats.money(amount)
  }
}

type Row = [name: string, figures: DayFigures]

function renderFigure(name: string, value: string): TemplateResult {
  return html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`
}

function spanToWords({ from, to }: DayReport, language: string): string {
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  return format.formatRange(from, to)
}

/** A local day from its first moment to that of the next day, however many hours that is. */
function dayToSpan(day: string): { from: Date; to: Date } {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return { from: new Date(year, month - 1, date), to: new Date(year, month - 1, date + 1) }
}

function dateToDay(date: Date): string {
  const pad = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^[1-9]\d{3}-\d\d-\d\d$/.test(text)
}
