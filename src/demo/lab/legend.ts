import { create, draw } from '../dom.js'
import type { LabVoice } from './formats.js'
import { drawGlyph } from './glyphs.js'

const pointNames = ['rung-up', 'person', 'parked', 'settled', 'voided'] as const
const signNames = ['done', 'unknown', 'refused', 'later'] as const

/** Creates the legend of the timeline. */
export function createTimelineLegend({ texts: { timeline } }: LabVoice): HTMLElement {
  const items = [
    createLegendItem(drawGlyph('rung-up'), timeline.points['rung-up']),
    createLegendItem(drawWaiting(), timeline.waiting),
    createLegendItem(drawBar(), timeline.inFlight),
    ...signNames.map((name) => createLegendItem(drawGlyph(name), timeline.signs[name])),
    ...pointNames.slice(1).map((name) => createLegendItem(drawGlyph(name), timeline.points[name])),
    createLegendItem(draw('path', { class: 'lab-cut', d: 'M-5 5l4 -10 M1 5l4 -10' }), timeline.cut),
  ]
  return create('ul', { class: 'lab-legend', 'aria-label': timeline.legend }, ...items)
}

function drawWaiting(): SVGElement {
  return draw('path', { class: 'lab-stretch lab-waiting', d: 'M-8 0H8' })
}

function drawBar(): SVGElement {
  return draw('rect', { class: 'lab-bar lab-bar-open', x: -8, y: -4, width: 16, height: 8, rx: 4 })
}

/** Creates a sign with its meaning. */
export function createLegendItem(sign: SVGElement, meaning: string): HTMLElement {
  const sample = draw('svg', { viewBox: '-9 -9 18 18', class: 'lab-sample', 'aria-hidden': 'true' }, sign)
  return create('li', {}, sample, meaning)
}
