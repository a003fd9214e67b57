import {
  chartStyle,
  chooseStep,
  createScale,
  round,
  write,
  type Scale,
  drawRules,
  frame,
} from '../drawing.js'
import type { Mark, Moment, Tale } from './run.js'

const width = 1000
const left = 64
const right = 168
const upper = { top: 76, height: 190 }
const lower = { top: 306, height: 96 }
const lanesTop = 438
const laneHeight = 26

/** A run as a picture: how much was settled, how much waited, and what happened to the tills at the same time. */
export function drawChart({ moments, marks, options, lengthMs, counters }: Tale): string {
  const endMs = Math.max(lengthMs, moments.at(-1)?.atMs ?? 0)
  const x = (atMs: number) => left + (atMs / endMs) * (width - left - right)
  const lanesEnd = lanesTop + options.tills.length * laneHeight
  const height = lanesEnd + 76
  const confirmed = counters.reduce((sum, counter) => sum + counter.confirmed.length, 0)
  const outages = marks.filter(({ what }) => what === 'dead line' || what === 'no service')
  const title = `${confirmed.toLocaleString('en')} operations on ${options.tills.length} tills while everything around them fails`
  return frame({ width, height, title, style }, [
    write(left - 40, 56, `Seed ${options.seed}, ${options.minutes} minutes`, 'quiet'),
    ...outages.map(({ atMs, forMs = 0 }) =>
      drawBand(x(atMs), x(atMs + forMs), upper.top, lanesEnd - upper.top),
    ),
    `<path class="end-of-faults" d="M${round(x(lengthMs))} ${upper.top - 8}V${lanesEnd}"/>`,
    write(x(lengthMs) - 6, upper.top - 8, 'faults end', 'quiet end'),
    ...drawTotals(moments, x),
    ...drawWaiting(moments, x),
    ...drawTimes(endMs, x, lanesEnd),
    ...options.tills.flatMap(({ name, engine }, index) =>
      drawLane(
        `${name}  ${engine}`,
        marks.filter(({ till }) => till === name),
        x,
        lanesTop + index * laneHeight,
      ),
    ),
    drawLegend(lanesEnd + 56),
  ])
}

const style = `${chartStyle}
.end-of-faults { stroke: var(--quiet); stroke-dasharray: 2 3 }
.settled { stroke: var(--first) } .arrived { stroke: var(--second); stroke-dasharray: 5 4; stroke-width: 1.5 }
.waiting { stroke: var(--third) } .parked { stroke: var(--fourth) } .area.waiting { fill: var(--third); stroke: none }
text.settled, text.arrived, text.waiting, text.parked { stroke: none }
text.settled { fill: var(--first) } text.arrived { fill: var(--second) }
text.waiting { fill: var(--third) } text.parked { fill: var(--fourth) }
.kill { stroke: var(--fourth); stroke-width: 2.2; stroke-linecap: round } .sleep { fill: var(--third); fill-opacity: .55 }
.reload { fill: none; stroke: var(--quiet); stroke-width: 1.6 } .jump { fill: var(--second) }
`

function drawTotals(moments: readonly Moment[], x: Scale): string[] {
  const most = Math.max(1, ...moments.flatMap(({ arrivals, settled }) => [arrivals, settled]))
  const { ticks, y } = createScale(upper, most)
  const last = moments.at(-1)
  const ends = spread([
    { text: `${last?.arrivals ?? 0} arrivals`, name: 'arrived', y: y(last?.arrivals ?? 0) },
    { text: `${last?.settled ?? 0} settled`, name: 'settled', y: y(last?.settled ?? 0) },
  ])
  return [
    ...drawRules(ticks, y, left, width - right),
    drawLine('arrived', moments, x, ({ arrivals }) => y(arrivals)),
    drawLine('settled', moments, x, ({ settled }) => y(settled)),
    ...ends.map((end) => write(width - right + 12, end.y + 4, end.text, `strong ${end.name}`)),
  ]
}

function drawWaiting(moments: readonly Moment[], x: Scale): string[] {
  const most = Math.max(1, ...moments.flatMap(({ waiting, parked }) => [waiting, parked]))
  const { ticks, y } = createScale(lower, most)
  const floor = lower.top + lower.height
  const [first, last] = [moments[0], moments.at(-1)]
  const outline = moments.map(({ atMs, waiting }) => `${round(x(atMs))} ${round(y(waiting))}`)
  const area = `M${round(x(first?.atMs ?? 0))} ${floor} L${outline.join(' ')} L${round(x(last?.atMs ?? 0))} ${floor}Z`
  return [
    ...drawRules(ticks, y, left, width - right),
    `<path class="area waiting" d="${area}"/>`,
    drawLine('waiting', moments, x, ({ waiting }) => y(waiting)),
    drawLine('parked', moments, x, ({ parked }) => y(parked)),
    write(width - right + 12, lower.top + 14, 'waiting', 'strong waiting'),
    write(width - right + 12, lower.top + 34, 'for a person', 'strong parked'),
  ]
}

function drawLine(name: string, moments: readonly Moment[], x: Scale, y: (moment: Moment) => number): string {
  const points = moments.map((moment) => `${round(x(moment.atMs))} ${round(y(moment))}`)
  return `<path class="line ${name}" d="M${points.join('L')}"/>`
}

function drawTimes(endMs: number, x: Scale, top: number): string[] {
  const stepMs = Math.max(10_000, chooseStep(endMs / 60_000 / 8) * 60_000 * (endMs < 150_000 ? 0.25 : 1))
  const count = Math.floor(endMs / stepMs)
  return Array.from({ length: count + 1 }, (_, index) => {
    const minutes = Math.floor((index * stepMs) / 60_000)
    const seconds = String(Math.round((index * stepMs) / 1000) % 60).padStart(2, '0')
    return write(x(index * stepMs), top + 18, `${minutes}:${seconds}`, 'quiet middle')
  })
}

function drawLane(name: string, marks: readonly Mark[], x: Scale, top: number): string[] {
  const middle = top + laneHeight / 2
  return [
    `<path class="rule" d="M${left} ${middle}H${width - right}"/>`,
    write(width - right + 12, middle + 4, name, 'quiet'),
    ...marks.map((mark) => drawMark(mark.what, x(mark.atMs), middle, x(mark.forMs ?? 0) - left)),
  ]
}

function drawMark(what: string, x: number, y: number, length: number): string {
  const at = round(x)
  switch (what) {
    case 'kill':
      return `<path class="kill" d="M${at - 4} ${y - 4}l8 8m0 -8l-8 8"/>`
    case 'sleep':
      return `<rect class="sleep" x="${at}" y="${y - 5}" width="${round(Math.max(5, length))}" height="10" rx="2"/>`
    case 'reload':
      return `<circle class="reload" cx="${at}" cy="${y}" r="4"/>`
    default:
      return `<path class="jump" d="M${at} ${y - 5.5}l5.5 5.5l-5.5 5.5l-5.5 -5.5z"/>`
  }
}

function drawBand(from: number, to: number, top: number, height: number): string {
  return `<rect class="band" x="${round(from)}" y="${top}" width="${round(to - from)}" height="${height}"/>`
}

function drawLegend(y: number): string {
  const parts = [
    ['kill', 'browser killed'],
    ['reload', 'page reloaded'],
    ['sleep', 'device asleep'],
    ['jump', 'clock set'],
  ] as const
  const marks = parts.map(([what, text], index) => {
    const x = left + index * 136
    return drawMark(what, what === 'sleep' ? x - 6 : x, y - 4, 12) + write(x + 14, y, text, 'quiet')
  })
  const x = left + parts.length * 136
  return [...marks, drawBand(x - 6, x + 8, y - 11, 14), write(x + 14, y, 'no line', 'quiet')].join('\n')
}

interface Label {
  text: string
  name: string
  y: number
}

/** Labels keep a line's distance. */
function spread(labels: readonly Label[]): Label[] {
  const sorted = [...labels].sort((above, below) => above.y - below.y)
  let least = -Infinity
  return sorted.map((label) => {
    const y = Math.max(label.y, least)
    least = y + 18
    return { ...label, y }
  })
}
