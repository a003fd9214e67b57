import { html, nothing, svg, type TemplateResult } from 'lit'
import type { DayReport } from '../../domain/day.js'
import type { Voice } from '../element.js'

const hourMs = 3_600_000
const height = 110
/** A single hour would be a wall and not a chart, and one operation no tower. */
const hoursMin = 8
const mostMin = 4
/** With more hours than these, only every second one is named where there is little room. */
const namedMax = 10

interface Bar {
  hour: Date
  settled: number
  others: number
}

/** The hours of a chart: from the first to the last operation, and around them as far as the span goes. */
export function reportToHours({ byHour, from, to }: Pick<DayReport, 'byHour' | 'from' | 'to'>): number[] {
  const known = byHour.map(({ hour }) => hour.getTime())
  const [first, last] = [known[0], known.at(-1)]
  if (first === undefined || last === undefined) return []
  const steps = Math.ceil((last - first) / hourMs) + 1
  const hours = Array.from({ length: steps }, (_, index) => first + index * hourMs)
  let [start, end] = [first, last]
  while (hours.length < hoursMin && (end + hourMs < to.getTime() || start > from.getTime())) {
    if (end + hourMs < to.getTime()) hours.push((end += hourMs))
    if (hours.length < hoursMin && start > from.getTime()) hours.push((start -= hourMs))
  }
  // If clocks change by half an hour, an hour may begin between two of these.
  return [...new Set([...hours, ...known])].sort((left, right) => left - right)
}

function reportToBars(report: DayReport): Bar[] {
  const known = new Map(report.byHour.map((one) => [one.hour.getTime(), one]))
  return reportToHours(report).map((time) => {
    const { captured, settled } = known.get(time) ?? { captured: { count: 0 }, settled: { count: 0 } }
    return { hour: new Date(time), settled: settled.count, others: captured.count - settled.count }
  })
}

/** A chart of the operations by hour: settled ones are filled, all others outlined. */
export function renderChart(report: DayReport, { texts, formats }: Voice): TemplateResult {
  const bars = reportToBars(report)
  const busiest = bars.reduce((best, bar) => (toCount(bar) > toCount(best) ? bar : best), bars[0] ?? noBar)
  const clock = new Intl.DateTimeFormat(formats.language, { hour: '2-digit', minute: '2-digit' })
  const label = texts.day.chart(clock.format(busiest.hour), formats.whole(toCount(busiest)))
  const scale = height / Math.max(toCount(busiest), mostMin)
  return html`<div class="chart" part="chart" role="img" aria-label=${label}>
      ${bars.map((bar, index) => renderBar(bar, scale, formats, bars.length > namedMax && index % 2 === 1))}
    </div>
    <p class="legend" aria-hidden="true">
      <span
        ><svg viewBox="0 0 12 12"><rect class="done" width="12" height="12"></rect></svg>
        ${texts.day.legendSettled}</span
      >
      <span
        ><svg viewBox="0 0 12 12">
          <rect class="open" x="1" y="1" width="10" height="10"></rect></svg
        >${' '}${texts.day.legendOthers}</span
      >
    </p>`
}

const noBar: Bar = { hour: new Date(0), settled: 0, others: 0 }

function toCount({ settled, others }: Bar): number {
  return settled + others
}

/** The bar is stretched to its column; its lines and its words are not. */
function renderBar(
  bar: Bar,
  scale: number,
  { language, whole }: Voice['formats'],
  isMinor: boolean,
): TemplateResult {
  const { hour, settled, others } = bar
  const [done, open] = [settled * scale, others * scale]
  const name = new Intl.DateTimeFormat(language, { hour: '2-digit', hourCycle: 'h23' }).format(hour)
  const count = toCount(bar)
  return html`<div class="hour">
    <span class="count">${count > 0 ? whole(count) : nothing}</span>
    <svg class="column" height=${done + open} viewBox="0 0 10 ${done + open}" preserveAspectRatio="none">
      ${settled > 0 ? svg`<rect class="done" y=${open} width="10" height=${done}></rect>` : nothing}
      ${others > 0 ? svg`<rect class="open" width="10" height=${open}></rect>` : nothing}
    </svg>
    <span class="name ${isMinor ? 'minor' : ''}">${name}</span>
  </div>`
}
