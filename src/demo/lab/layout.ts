import type { Lane, PointKind, Sign } from './history.js'
import type { Scale } from './scale.js'

/** A sign on a lane, and its place. */
export interface Glyph {
  name: PointKind | Sign
  place: number
}

/** The parts of a lane to draw. */
export interface LaneDrawing {
  lines: { kind: 'waiting' | 'parked'; left: number; right: number }[]
  bars: { sign: Sign | undefined; left: number; right: number }[]
  glyphs: Glyph[]
}

interface Moment {
  name: PointKind | Sign
  at: number
  rank: number
}

const barMin = 4

/** The order of signs that have the same time: causes before results. */
const ranks: Record<PointKind | Sign, number> = {
  'rung-up': 0,
  done: 1,
  unknown: 1,
  refused: 1,
  later: 1,
  person: 2,
  parked: 3,
  settled: 4,
  voided: 4,
}

/** Lays a lane out, with its signs in order and at least `roomMin` apart. */
export function layOutLane(lane: Lane, scale: Scale, roomMin: number, rightMost: number): LaneDrawing {
  const moments = listMoments(lane)
  const places = spreadOut(
    moments.map(({ at }) => scale.toPlace(at)),
    roomMin,
    rightMost,
  )
  const glyphs = moments.map(({ name }, index) => ({ name, place: places[index] ?? 0 }))
  const findSign = (at: number, sign: Sign) =>
    glyphs[moments.findIndex((moment) => moment.at === at && moment.name === sign)]?.place
  return {
    glyphs,
    lines: lane.stretches.flatMap(({ kind, from, until }) =>
      kind === 'attempt' ? [] : [{ kind, left: scale.toPlace(from), right: scale.toPlace(until) }],
    ),
    bars: lane.stretches.flatMap(({ kind, from, until, sign }) => {
      if (kind !== 'attempt') return []
      const right = (sign && findSign(until, sign)) ?? scale.toPlace(until)
      return [{ sign, left: Math.min(scale.toPlace(from), right - barMin), right }]
    }),
  }
}

function listMoments({ points, stretches }: Lane): Moment[] {
  const signs = stretches.flatMap(({ sign, until }) => (sign ? [{ name: sign, at: until }] : []))
  const all = [...points.map(({ kind, at }) => ({ name: kind, at })), ...signs]
  return all
    .map((moment) => ({ ...moment, rank: ranks[moment.name] }))
    .sort((one, other) => one.at - other.at || one.rank - other.rank)
}

/** Moves places apart to the right, and back to the left where the right edge leaves no room. */
export function spreadOut(places: readonly number[], roomMin: number, rightMost: number): number[] {
  const spread: number[] = []
  for (const place of places) spread.push(Math.max(place, (spread.at(-1) ?? -Infinity) + roomMin))
  for (let index = spread.length - 1; index >= 0; index -= 1) {
    const limit = index === spread.length - 1 ? rightMost : (spread[index + 1] ?? rightMost) - roomMin
    spread[index] = Math.min(spread[index] ?? 0, limit)
  }
  return spread
}
