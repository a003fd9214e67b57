import { draw } from '../dom.js'
import type { PointKind, Sign } from './history.js'

export type GlyphName = PointKind | Sign

const strokes: Partial<Record<GlyphName, string>> = {
  done: 'M-3.2 .2 -.8 2.6 3.4 -2.6',
  refused: 'M-2.6 -2.6 2.6 2.6 M2.6 -2.6 -2.6 2.6',
  unknown: 'M-2 -1.9a2 2 0 1 1 3 1.7c-.7.4-1 .8-1 1.5 M0 3.6v.1',
  later: 'M-3 0h.01 M0 0h.01 M3 0h.01',
  voided: 'M-3.2 -3.2 3.2 3.2',
}

/** Draws a sign of the timeline around its centre. Each has its own shape, because colour alone is not enough. */
export function drawGlyph(name: GlyphName): SVGGElement {
  const group = draw('g', { class: `lab-glyph lab-glyph-${name}` }, ...drawShape(name))
  const stroke = strokes[name]
  if (stroke !== undefined) group.append(draw('path', { class: 'lab-glyph-stroke', d: stroke }))
  return group
}

function drawShape(name: GlyphName): SVGElement[] {
  switch (name) {
    case 'rung-up':
      return [draw('circle', { r: 4 })]
    case 'parked':
      return [draw('path', { d: 'M0 -7 7 0 0 7 -7 0Z' })]
    case 'person':
      return [draw('circle', { cy: -3.4, r: 3 }), draw('path', { d: 'M-5.5 6.5a5.5 5.5 0 0 1 11 0Z' })]
    case 'settled':
      return [draw('rect', { x: -2, y: -8, width: 4, height: 16, rx: 2 })]
    case 'voided':
      return [draw('circle', { r: 5.5 })]
    case 'done':
    case 'unknown':
    case 'refused':
    case 'later':
      return [draw('circle', { r: 6.5 })]
  }
}
