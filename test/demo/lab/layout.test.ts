import { describe, expect, it } from 'vitest'
import { layOutLane, spreadOut } from '../../../src/demo/lab/layout.js'
import { createScale } from '../../../src/demo/lab/scale.js'
import type { Lane } from '../../../src/demo/lab/history.js'

describe('signs', () => {
  it('stand where they belong while there is room', () => {
    expect(spreadOut([0, 50, 100], 10, 100)).toEqual([0, 50, 100])
  })

  it('move apart to the right, and back to the left at the end', () => {
    expect(spreadOut([0, 1, 2], 10, 100)).toEqual([0, 10, 20])
    expect(spreadOut([97, 98, 99], 10, 100)).toEqual([80, 90, 100])
  })
})

describe('a lane that happened at once', () => {
  const lane: Lane = {
    id: 'e1',
    from: 0,
    until: 1_000,
    stretches: [
      { kind: 'attempt', from: 500, until: 500, sign: 'unknown' },
      { kind: 'parked', from: 500, until: 1_000 },
    ],
    points: [
      { kind: 'rung-up', at: 500 },
      { kind: 'parked', at: 500 },
    ],
  }
  const drawing = layOutLane(lane, createScale([0, 1_000], 0, 100), 14, 100)

  it('is told in order', () => {
    expect(drawing.glyphs).toEqual([
      { name: 'rung-up', place: 50 },
      { name: 'unknown', place: 64 },
      { name: 'parked', place: 78 },
    ])
  })

  it('draws the attempt up to its sign', () => {
    expect(drawing.bars).toEqual([{ sign: 'unknown', left: 50, right: 64 }])
    expect(drawing.lines).toEqual([{ kind: 'parked', left: 50, right: 100 }])
  })
})
