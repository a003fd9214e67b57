import { draw } from '../dom.js'
import type { ListedEntry } from '../../index.js'
import type { LabVoice } from './formats.js'
import { drawGlyph } from './glyphs.js'
import { entryToLane, lanesToMoments, type Lane, type Sightings } from './history.js'
import { layOutLane } from './layout.js'
import { createAxis, createScale, type Scale } from './scale.js'
import { entryToSentence, entryToSubject } from './sentences.js'

const laneHeight = 44
const axisHeight = 26
const lineAt = 29
const margin = 9
const glyphRoom = 14
const tickRoom = { second: 72, minute: 56, day: 96 }

export interface DrawingParts {
  entries: readonly ListedEntry[]
  sightings: Sightings
  voice: LabVoice
  width: number
  now: Date
}

/** Draws the operations as lanes over time, the newest on top. */
export function drawTimeline({ entries, sightings, voice, width, now }: DrawingParts): SVGSVGElement {
  const drawn = entries.flatMap((entry) => {
    const lane = entryToLane(entry, sightings, now.getTime())
    return lane ? [{ entry, lane }] : []
  })
  const height = drawn.length * laneHeight + axisHeight
  const scale = createScale(lanesToMoments(drawn.map(({ lane }) => lane)), margin, width - margin)
  return draw(
    'svg',
    { class: 'lab-timeline', role: 'img', viewBox: `0 0 ${width} ${height}`, width, height },
    drawAxis(scale, voice, height, now),
    ...drawn.map(({ entry, lane }, index) =>
      draw(
        'g',
        { class: 'lab-lane', 'data-entry-id': entry.id, transform: `translate(0 ${index * laneHeight})` },
        draw('title', {}, entryToSentence(entry, voice, now)),
        draw('rect', { class: 'lab-lane-ground', width, height: laneHeight }),
        draw('text', { class: 'lab-lane-name', x: margin, y: 14 }, entryToSubject(entry, voice)),
        drawLane(lane, scale, width - margin),
      ),
    ),
  )
}

function drawLane(lane: Lane, scale: Scale, rightMost: number): SVGGElement {
  const { lines, bars, glyphs } = layOutLane(lane, scale, glyphRoom, rightMost)
  const group = draw('g', { transform: `translate(0 ${lineAt})` })
  group.append(
    ...lines.map(({ kind, left, right }) =>
      draw('path', { class: `lab-stretch lab-${kind}`, d: `M${left} 0H${right}` }),
    ),
    ...bars.map(({ sign, left, right }) =>
      draw('rect', {
        class: `lab-bar lab-bar-${sign ?? 'open'}`,
        x: left,
        y: -4,
        width: Math.max(right - left, 1),
        height: 8,
        rx: 4,
      }),
    ),
    ...glyphs.map(({ name, place }) => {
      const glyph = drawGlyph(name)
      glyph.setAttribute('transform', `translate(${place.toFixed(1)} 0)`)
      return glyph
    }),
  )
  return group
}

function drawAxis(scale: Scale, { formats }: LabVoice, height: number, now: Date): SVGGElement {
  const zoneMs = -now.getTimezoneOffset() * 60_000
  const floor = height - axisHeight
  const rough = createAxis(scale, tickRoom.second, zoneMs)
  const { ticks, unit } = rough.unit === 'second' ? rough : createAxis(scale, tickRoom[rough.unit], zoneMs)
  const last = scale.segments.at(-1)?.right ?? 0
  const group = draw('g', { class: 'lab-axis' }, draw('path', { d: `M0 ${floor}H${last + margin}` }))
  for (const { at, place } of ticks) {
    const anchor = place < 30 ? 'start' : place > last - 24 ? 'end' : 'middle'
    const x = anchor === 'start' ? Math.min(place, margin) : anchor === 'end' ? last + margin - 1 : place
    group.append(
      draw('path', { class: 'lab-tick', d: `M${place.toFixed(1)} 0V${floor + 4}` }),
      draw('text', { x, y: height - 6, 'text-anchor': anchor }, formats.tick[unit](at)),
    )
  }
  group.append(...drawCuts(scale, floor))
  return group
}

/** Draws the gap in the axis where time was left out. */
function drawCuts({ segments }: Scale, floor: number): SVGElement[] {
  return segments.slice(1).map(({ left }, index) => {
    const middle = ((segments[index]?.right ?? left) + left) / 2
    return draw('path', {
      class: 'lab-cut',
      d: `M${(middle - 5).toFixed(1)} ${floor + 5}l4 -10 M${(middle + 1).toFixed(1)} ${floor + 5}l4 -10`,
    })
  })
}
