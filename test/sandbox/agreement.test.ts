import { describe, expect, it } from 'vitest'
import { isModelOf } from '../../src/domain/validate.js'
import { operations, readBody } from '../../src/sandbox/reading.js'
import { isObject } from '../../src/sandbox/shapes.js'
import { whole } from './samples.js'

const unknownRows: readonly unknown[] = [null, true, 7, 7.5, 'text', [], ['text'], {}, { Stranger: 1 }]

/** Every copy of a body in which one value, at any depth, has given way to a stranger. */
function* vary(value: unknown): Generator {
  yield* unknownRows
  if (Array.isArray(value)) {
    const [first, ...rest] = value as unknown[]
    for (const varied of vary(first)) yield [varied, ...rest]
  } else if (isObject(value)) {
    for (const [name, inner] of Object.entries(value)) {
      for (const varied of vary(inner)) yield { ...value, [name]: varied }
      yield { ...value, [`${name}s`]: inner }
    }
  }
}

describe('the package and the stand-in read the interface alike', () => {
  it.each(operations)('%s, whole and with every value changed in turn', (operation) => {
    const bodies = [whole[operation], ...vary(whole[operation])]
    const verdicts = bodies.map((body) => ({
      body,
      isTaken: readBody(operation, body).ok,
      isSent: isModelOf(operation, body),
    }))
    expect(verdicts.filter(({ isTaken, isSent }) => isTaken !== isSent)).toEqual([])
    expect(verdicts.filter(({ isTaken }) => !isTaken).length).toBeGreaterThan(10)
  })
})
