import { describe, expect, it } from 'vitest'
import { findFailedCondition, type Conditions } from '../../src/sandbox/conditions.js'
import { noon } from './helpers.js'

const record = { etag: '"7"', lastModified: new Date(noon.getTime() + 400) }
function at(seconds: number) {
  return new Date(noon.getTime() + seconds * 1000).toUTCString()
}

describe('findFailedCondition', () => {
  const cases: [
    what: string,
    conditions: Conditions,
    record: typeof record | undefined,
    failed: string | undefined,
  ][] = [
    ['nothing asked', {}, record, undefined],
    ['If-Match with the tag', { ifMatch: '"7"' }, record, undefined],
    ['If-Match with a list', { ifMatch: '"6", "7"' }, record, undefined],
    ['If-Match with another tag', { ifMatch: '"6"' }, record, 'If-Match'],
    ['If-Match with a weak tag', { ifMatch: 'W/"7"' }, record, 'If-Match'],
    ['If-Match * and a record', { ifMatch: '*' }, record, undefined],
    ['If-Match * and no record', { ifMatch: '*' }, undefined, 'If-Match'],
    ['If-Match and no record', { ifMatch: '"7"' }, undefined, 'If-Match'],
    ['If-None-Match with the tag', { ifNoneMatch: '"7"' }, record, 'If-None-Match'],
    ['If-None-Match with a weak tag', { ifNoneMatch: 'W/"7"' }, record, 'If-None-Match'],
    ['If-None-Match with another tag', { ifNoneMatch: '"6"' }, record, undefined],
    ['If-None-Match * and a record', { ifNoneMatch: '*' }, record, 'If-None-Match'],
    ['If-None-Match * and no record', { ifNoneMatch: '*' }, undefined, undefined],
    ['If-Unmodified-Since, same second', { ifUnmodifiedSince: at(0) }, record, undefined],
    ['If-Unmodified-Since, later', { ifUnmodifiedSince: at(5) }, record, undefined],
    ['If-Unmodified-Since, earlier', { ifUnmodifiedSince: at(-1) }, record, 'If-Unmodified-Since'],
    ['If-Unmodified-Since that is no date', { ifUnmodifiedSince: 'soon' }, record, undefined],
    ['If-Unmodified-Since and no record', { ifUnmodifiedSince: at(-1) }, undefined, undefined],
    [
      'If-Match, which outranks If-Unmodified-Since',
      { ifMatch: '"7"', ifUnmodifiedSince: at(-1) },
      record,
      undefined,
    ],
    ['two conditions, the second failing', { ifMatch: '"7"', ifNoneMatch: '*' }, record, 'If-None-Match'],
  ]
  it.each(cases)('judges %s', (_what, conditions, stands, failed) => {
    expect(findFailedCondition(conditions, stands)).toBe(failed)
  })
})
