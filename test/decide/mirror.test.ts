import { expect, it } from 'vitest'
import { further, planStep, type Segment, SegmentHead } from '../../src/decide/mirror.js'
import { is } from '../../src/domain/is.js'

const toSegment = (name: string, ids: readonly string[]): Segment => ({
  name,
  head: {
    v: 1,
    epoch: 'one',
    replaces: [],
    keys: {},
    copies: ids.map((id) => ({ id, head: id, key: 'key', length: 1 })),
  },
})

it.each<[string, unknown]>([
  ['are no list', { 0: { id: 'a', head: 'a', key: 'key', length: 1 }, length: 1 }],
  ['hold one that is none', [null]],
  ['hold a list in place of one', [['a', 'a', 'key', 1]]],
  ['hold one without an id', [{ head: 'a', key: 'key', length: 1 }]],
  ['hold one whose head is no text', [{ id: 'a', head: 1, key: 'key', length: 1 }]],
  ['hold one without a key', [{ id: 'a', head: 'a', length: 1 }]],
  ['hold one whose length is a text', [{ id: 'a', head: 'a', key: 'key', length: '1' }]],
  ['hold one whose length is no number', [{ id: 'a', head: 'a', key: 'key', length: NaN }]],
])('takes no segment for sound whose copies %s', (_, copies) => {
  const { head } = toSegment('a', ['a', 'b'])
  const [sound] = head.copies
  expect(is(head, SegmentHead)).toBe(true)
  expect(is({ ...head, copies }, SegmentHead)).toBe(false)
  if (Array.isArray(copies))
    expect(is({ ...head, copies: [sound, ...(copies as unknown[])] }, SegmentHead)).toBe(false)
})

it('lets few segments lie there, and writes each copy a few times only, however long a line is down', () => {
  let segments: Segment[] = []
  let written = 0
  const steps = 2_000
  for (let step = 0; step < steps; step += 1) {
    const fresh = [`id-${step}`]
    const { carried, outdated } = planStep(segments, fresh, [])
    const ids = [...fresh, ...carried.flatMap((one) => [...one.ids])]
    written += ids.length
    segments = [...segments.filter(({ name }) => !outdated.includes(name)), toSegment(`${step}`, ids)]
    // Large ones hold 128 copies at least, and so many small ones may lie beside them.
    expect(segments.length).toBeLessThanOrEqual(Math.ceil(step / 128) + 8)
  }
  expect(new Set(segments.flatMap(({ head }) => head.copies.map(({ id }) => id))).size).toBe(steps)
  expect(written / steps).toBeLessThan(4)
})

it('takes out at once what has ended, with all that lay beside it carried on', () => {
  const segments = [toSegment('a', ['1', '2', '3']), toSegment('b', ['4'])]
  expect(planStep(segments, [], ['2', '4'])).toEqual({
    carried: [{ name: 'a', ids: new Set(['1', '3']) }],
    outdated: ['a', 'b'],
  })
  expect(planStep(segments, [], [])).toEqual({ carried: [], outdated: [] })
})

it('knows the further of two positions by the history', () => {
  const [near, far] = [
    { place: 9, n: 3 },
    { place: 1, n: 4 },
  ]
  expect(further(near, far)).toBe(far)
  expect(further(far, near)).toBe(far)
  expect(further(undefined, near)).toBe(near)
  expect(further(near, undefined)).toBe(near)
  expect(further(undefined, undefined)).toBeUndefined()
})
