import {
  chartStyle,
  chooseStep,
  createScale,
  round,
  write,
  type Panel,
  type Scale,
  drawRules,
  frame,
} from '../drawing.js'
import type { FleetTale } from './fleet.js'

const width = 1000
const height = 470
const left = 64
const right = 168
const upper: Panel = { top: 76, height: 190 }
const lower: Panel = { top: 306, height: 96 }

/** A point for so many seconds: finer would be noise. */
const stepSeconds = 10

/** What the service saw second by second, and how many tills still had something to send. */
export function drawChart({ terms, load, waiting }: FleetTale): string {
  const seconds = waiting.length
  const x: Scale = (second) => left + (second / seconds) * (width - left - right)
  const rates = slice(seconds, (from, to) => {
    const part = load.slice(from, to)
    const perSecond = (count: (second: FleetTale['load'][number]) => number) =>
      part.reduce((sum, second) => sum + count(second), 0) / (to - from)
    return {
      at: from,
      taken: perSecond(({ taken }) => taken),
      asked: perSecond(({ taken, refused }) => taken + refused),
      probes: perSecond(({ probes }) => probes),
    }
  })
  const most = Math.max(...rates.flatMap(({ asked, probes }) => [asked, probes]))
  const rate = createScale(upper, most)
  const tills = createScale(lower, terms.networks * terms.tillsPerNetwork)
  const busy = slice(seconds, (from) => ({ at: from, tills: waiting[from]?.tills ?? 0 }))
  const count = (terms.networks * terms.tillsPerNetwork).toLocaleString('en')
  const title = `${count} tills of ${terms.networks} networks come back together`
  const edge = width - right + 12
  return frame({ width, height, title, style }, [
    write(
      left - 40,
      56,
      `Requests a second at a service that takes ${terms.service.ratePerSecond}; seed ${terms.seed}`,
      'quiet',
    ),
    drawBand(x(terms.failsAt), x(terms.returnsAt)),
    ...drawRules(rate.ticks, rate.y, left, width - right),
    ...drawRules(tills.ticks, tills.y, left, width - right),
    drawLine('asked', rates, x, ({ asked }) => rate.y(asked)),
    drawLine('taken', rates, x, ({ taken }) => rate.y(taken)),
    drawLine('probes', rates, x, ({ probes }) => rate.y(probes)),
    drawLine('busy', busy, x, ({ tills: some }) => tills.y(some)),
    write(edge, upper.top + 14, 'sent to it', 'strong asked'),
    write(edge, upper.top + 34, 'taken', 'strong taken'),
    write(edge, upper.top + 54, 'probes', 'strong probes'),
    write(edge, lower.top + 14, 'tills that still', 'strong busy'),
    write(edge, lower.top + 32, 'have to send', 'strong busy'),
    ...drawTimes(seconds, x),
  ])
}

const style = `${chartStyle}
.asked { stroke: var(--second) } .taken { stroke: var(--first) } .probes { stroke: var(--quiet); stroke-dasharray: 3 3 }
.busy { stroke: var(--third) } text { stroke: none } text.asked { fill: var(--second); stroke: none }
text.taken { fill: var(--first); stroke: none } text.probes { fill: var(--quiet); stroke: none }
text.busy { fill: var(--third); stroke: none }
`

function slice<Point>(seconds: number, toPoint: (from: number, to: number) => Point): Point[] {
  return Array.from({ length: Math.ceil(seconds / stepSeconds) }, (_, index) =>
    toPoint(index * stepSeconds, Math.min(seconds, (index + 1) * stepSeconds)),
  )
}

function drawBand(from: number, to: number): string {
  const bottom = lower.top + lower.height
  return `<rect class="band" x="${round(from)}" y="${upper.top}" width="${round(to - from)}" height="${bottom - upper.top}"/>`
}

function drawLine<Point extends { at: number }>(
  name: string,
  points: readonly Point[],
  x: Scale,
  y: (point: Point) => number,
): string {
  const places = points.map((point) => `${round(x(point.at))} ${round(y(point))}`)
  return `<path class="line ${name}" d="M${places.join('L')}"/>`
}

function drawTimes(seconds: number, x: Scale): string[] {
  const step = Math.max(60, chooseStep(seconds / 60 / 8) * 60)
  return Array.from({ length: Math.floor(seconds / step) + 1 }, (_, index) =>
    write(x(index * step), lower.top + lower.height + 20, `${(index * step) / 60} min`, 'quiet middle'),
  )
}
