import { describe, expect, it } from 'vitest'
import { createDetector, type Reading, type Stroke } from '../../../src/demo/register/scanner.js'

/** Feeds keys with a gap between them; tells what the last of them was. */
function type(keys: readonly string[], gapMs: number | ((index: number) => number)): Reading {
  const detect = createDetector()
  let at = 1_000
  let last: Reading = { tag: 'none' }
  keys.forEach((key, index) => {
    at += typeof gapMs === 'number' ? gapMs : gapMs(index)
    last = detect({ key, at })
  })
  return last
}

const split = (text: string) => Array.from(text)
const code = split('9001000000000042')

describe('a scan', () => {
  it.each(['Enter', 'Tab'] as const)('ends with %s', (end) => {
    expect(type([...code, end], 8)).toEqual({ tag: 'scan', code: code.join(''), end })
  })

  it('may be as slow as 35 ms a key, and as short as six', () => {
    expect(type([...split('123456'), 'Enter'], 35)).toMatchObject({ tag: 'scan', code: '123456' })
    expect(type([...split('123456'), 'Enter'], 36)).toEqual({ tag: 'none' })
    expect(type([...split('12345'), 'Enter'], 5)).toEqual({ tag: 'none' })
  })

  it('may hold capitals', () => {
    expect(type(['Shift', 'G', 'Shift', 'C', ...split('12345'), 'Enter'], 8)).toMatchObject({
      code: 'GC12345',
    })
  })

  it('begins anew after a pause, whatever was typed before', () => {
    expect(type([...split('ab'), ...code, 'Enter'], (index) => (index === 2 ? 400 : 8))).toMatchObject({
      code: code.join(''),
    })
  })

  it('is one of its own right after another', () => {
    const detect = createDetector()
    const feed = (keys: string[], from: number) =>
      keys.map((key, index) => detect({ key, at: from + index * 5 })).at(-1)
    expect(feed([...code, 'Enter'], 0)).toMatchObject({ tag: 'scan' })
    expect(feed([...split('777777'), 'Enter'], 90)).toMatchObject({ tag: 'scan', code: '777777' })
  })

  it('marks its first key, so that what stood there can be put back', () => {
    const detect = createDetector()
    expect(detect({ key: '9', at: 0 })).toEqual({ tag: 'first' })
    expect(detect({ key: '0', at: 9 })).toEqual({ tag: 'more' })
    expect(detect({ key: '1', at: 90 })).toEqual({ tag: 'first' })
  })
})

describe('no scan', () => {
  it('is a hand, however quick', () => {
    for (const gapMs of [36, 45, 60, 90, 140, 250]) expect(type([...code, 'Enter'], gapMs).tag).toBe('none')
  })

  it('is a quick burst that a hand goes on from', () => {
    expect(type([...code, 'Enter'], (index) => (index === 16 ? 120 : 10)).tag).toBe('none')
    expect(type([...code, 'Enter'], (index) => (index === 12 ? 120 : 10)).tag).toBe('none')
  })

  it('is a key held down', () => {
    const detect = createDetector()
    const strokes: Stroke[] = [...split('00000000'), 'Enter'].map((key, index) => ({
      key,
      at: index * 30,
      isRepeat: index > 0 && key === '0',
    }))
    expect(strokes.map(detect).at(-1)).toEqual({ tag: 'none' })
  })

  it.each(['Backspace', 'ArrowLeft', 'Escape', ' '])('has %s in it', (key) => {
    expect(type([...split('900'), key, ...split('1234'), 'Enter'], 8).tag).toBe('none')
  })

  it('is a command', () => {
    const detect = createDetector()
    for (const [index, key] of code.entries()) detect({ key, at: index * 5 })
    expect(detect({ key: 'v', at: 82, isCommand: true })).toEqual({ tag: 'none' })
    expect(detect({ key: 'Enter', at: 85 })).toEqual({ tag: 'none' })
  })
})
