import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit'
import type { DayReport } from '../../domain/day.js'
import type { Voice } from '../element.js'

const hourMs = 3_600_000
const column = 30
const height = 110

interface Bar {
  hour: Date
  settled: number
  others: number
}

/** The bars of the hours from the first to the last operation, empty hours included. */
function reportToBars({ byHour }: Pick<DayReport, 'byHour'>): Bar[] {
  const known = new Map(byHour.map((one) => [one.hour.getTime(), one]))
  const [first, last] = [byHour[0]?.hour.getTime(), byHour.at(-1)?.hour.getTime()]
  if (first === undefined || last === undefined) return []
  const steps = Math.ceil((last - first) / hourMs) + 1
  const times = Array.from({ length: steps }, (_, index) => first + index * hourMs)
  // If clocks change by half an hour, an hour may begin between two of these.
  return [...new Set([...times, ...known.keys()])]
    .sort((left, right) => left - right)
    .map((time) => {
      const { captured, settled } = known.get(time) ?? { captured: { count: 0 }, settled: { count: 0 } }
      return { hour: new Date(time), settled: settled.count, others: captured.count - settled.count }
    })
}

/** A chart of the operations by hour: settled ones are filled, all others outlined. */
export function renderChart(report: DayReport, { texts, formats }: Voice): TemplateResult {
  const bars = reportToBars(report)
  const most = bars.reduce((best, bar) => (toCount(bar) > toCount(best) ? bar : best), bars[0] ?? noBar)
  const format = new Intl.DateTimeFormat(formats.language, { hour: '2-digit', minute: '2-digit' })
  const label = texts.day.chart(format.format(most.hour), formats.whole(toCount(most)))
  const width = Math.max(bars.length, 8) * column
  return html`<svg
      class="chart"
      part="chart"
      role="img"
      aria-label=${label}
      viewBox="0 0 ${width} ${height + 36}"
      preserveAspectRatio="xMinYMid"
    >
      ${bars.map((bar, index) => renderBar(bar, index * column, toCount(most), formats.language))}
      <path class="floor" d="M0 ${height + 16.5}H${width}"></path>
    </svg>
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

function renderBar(bar: Bar, left: number, most: number, locale: string): SVGTemplateResult {
  const { hour, settled, others } = bar
  const scale = height / Math.max(most, 1)
  const [done, open] = [settled * scale, others * scale]
  const floor = height + 16
  const name = new Intl.DateTimeFormat(locale, { hour: '2-digit', hourCycle: 'h23' }).format(hour)
  return svg`<g>
    ${settled > 0 ? svg`<rect class="done" x=${left + 4} y=${floor - done} width=${column - 8} height=${done}></rect>` : ''}
    ${others > 0 ? svg`<rect class="open" x=${left + 5} y=${floor - done - open + 1} width=${column - 10} height=${Math.max(open - 2, 1)}></rect>` : ''}
    ${settled + others > 0 ? svg`<text x=${left + column / 2} y=${floor - done - open - 4}>${settled + others}</text>` : ''}
    <text x=${left + column / 2} y=${floor + 14}>${name}</text>
  </g>`
}
