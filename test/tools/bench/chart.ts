import { chartStyle, frame, round, write as writeText, type Panel } from '../drawing.js'
import { contenders, type ContenderName } from './contenders.js'
import { figuresOf, type Row, type Table } from './figures.js'
import { growthTitles } from './sections/growth.js'
import { describeRounds, write, type Terms } from './report.js'
import { spreadOf } from './stats.js'

const width = 1000
const margin = 24
const gap = 40
const nameWidth = 150
const valueWidth = 92
const barHeight = 16
const step = 25
const panelTop = 84
const panelHeight = 46 + contenders.length * step

/** A bar that would be longer than so many times ours is broken off: else all others were too short to see. */
const timesMax = 8

/** Room for the line that goes on to the most. */
const roomAbove = 1.1

interface Picture {
  row: string
  title: string
  better: 'less' | 'more'
}

const pictures: readonly Picture[] = [
  { row: 'ring up, median', title: 'Ring up one operation', better: 'less' },
  { row: 'deliver 1,000 at 20 ms', title: 'Deliver to a service that takes 20 ms', better: 'more' },
  { row: growthTitles.keep(100_000), title: 'Ring up with 100,000 waiting', better: 'less' },
  { row: growthTitles.open(100_000), title: 'Open with 100,000 waiting', better: 'less' },
]

const names: Record<ContenderName, string> = {
  counterfoil: 'Counterfoil',
  raw: 'bare browser',
  workbox: 'Workbox',
  tanstack: 'TanStack offline',
  rxdb: 'RxDB',
}

const style = `${chartStyle}
.bar { fill: var(--third); fill-opacity: .55 } .ours { fill: var(--first); fill-opacity: 1 } .floor { fill: var(--quiet); fill-opacity: .5 }
.reach { stroke: var(--ink); stroke-width: 1 } .break { stroke: var(--ground); stroke-width: 4 } text.mine { fill: var(--first) }
`

/** Four figures that a person would ask for first, each contender a bar. */
export function drawChart({ rows }: Table, { machine, rounds }: Terms): string {
  const known = pictures.flatMap((picture) => {
    const row = rows.find(({ title }) => title === picture.row)
    return row && row.figures.size > 0 ? [{ picture, row }] : []
  })
  const lines = Math.ceil(known.length / 2)
  const height = panelTop + lines * panelHeight + 34
  const panelWidth = (width - 2 * margin - gap) / 2
  return frame({ width, height, title: 'Counterfoil beside what else keeps and sends', style }, [
    writeText(
      margin,
      56,
      `${machine}; ${describeRounds(rounds)}: the median, and a line from the least to the most`,
      'quiet',
    ),
    ...known.flatMap(({ picture, row }, index) =>
      drawPicture(picture, row, margin + (index % 2) * (panelWidth + gap), panelWidth, {
        top: panelTop + Math.floor(index / 2) * panelHeight,
        height: panelHeight,
      }),
    ),
    writeText(
      margin,
      height - 18,
      'Only Counterfoil and the bare browser commit strictly, and only Counterfoil validates, seals and keeps order and record.',
      'quiet',
    ),
  ])
}

function drawPicture(
  { title, better }: Picture,
  row: Row,
  left: number,
  panelWidth: number,
  { top }: Panel,
): string[] {
  const ours = spreadOf(figuresOf(row, 'counterfoil')).median
  const spreads = contenders.map(({ name }) => ({ name, figures: figuresOf(row, name) }))
  const medians = spreads.map(({ figures }) => spreadOf(figures).median)
  const most = Math.max(0, ...medians.filter(Number.isFinite)) * roomAbove
  const limit = better === 'less' && Number.isFinite(ours) ? Math.min(most, timesMax * ours) : most
  const longest = panelWidth - nameWidth - valueWidth
  const x = (value: number) => left + nameWidth + Math.min(1, value / limit) * longest
  return [
    writeText(left, top + 14, title, 'strong'),
    writeText(left + panelWidth, top + 14, `${row.unit}; ${better} is better`, 'quiet end'),
    ...spreads.flatMap(({ name, figures }, index) =>
      drawBar({ name, figures, cutOff: row.cutOff.get(name), limit, x, y: top + 28 + index * step }),
    ),
  ]
}

interface Bar {
  name: ContenderName
  figures: readonly number[]
  cutOff: string | undefined
  limit: number
  x: (value: number) => number
  y: number
}

function drawBar({ name, figures, cutOff, limit, x, y }: Bar): string[] {
  const kind = name === 'counterfoil' ? 'bar ours' : name === 'raw' ? 'bar floor' : 'bar'
  const foot = y + barHeight - 4
  const label = writeText(x(0) - 10, foot, names[name], name === 'counterfoil' ? 'end strong mine' : 'end')
  if (figures.length === 0) return [label, writeText(x(0) + 4, foot, cutOff ?? 'nothing to measure', 'quiet')]
  const { median, least, most } = spreadOf(figures)
  const end = x(median)
  const middle = y + barHeight / 2
  const isBroken = median > limit
  return [
    label,
    `<rect class="${kind}" x="${round(x(0))}" y="${y}" width="${round(Math.max(1, end - x(0)))}" height="${barHeight}" rx="2"/>`,
    isBroken
      ? `<path class="break" d="M${round(end - 30)} ${y + barHeight + 2}l10 -${barHeight + 4}"/>`
      : `<path class="reach" d="M${round(x(least))} ${middle}H${round(x(most))}"/>`,
    writeText(Math.max(end, isBroken ? end : x(most)) + 8, foot, write(median), 'strong'),
  ]
}
