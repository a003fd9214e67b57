import { check, constantFrom, integer, property, record, stringMatching, array, boolean } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReader, type ControlKind } from '../../../src/demo/register/scan-place.js'
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
    expect(type([...code, end], 8)).toEqual({ tag: 'scan', code: code.join(''), end, isCertain: true })
  })

  it('may be as slow as 120 ms a key, and as short as six', () => {
    expect(type([...split('123456'), 'Enter'], 120)).toMatchObject({ tag: 'scan', code: '123456' })
    expect(type([...split('123456'), 'Enter'], 121)).toEqual({ tag: 'none' })
    expect(type([...split('12345'), 'Enter'], 5)).toEqual({ tag: 'none' })
  })

  it('is certain where no hand could be so quick, whatever pause it makes', () => {
    expect(type([...code, 'Enter'], (index) => (index === 9 ? 100 : 8))).toMatchObject({ isCertain: true })
    expect(type([...code, 'Enter'], 60)).toMatchObject({ isCertain: false })
  })

  it('may hold capitals', () => {
    expect(type(['Shift', 'G', 'Shift', 'C', ...split('12345'), 'Enter'], 8)).toMatchObject({
      code: 'GC12345',
    })
  })

  it('begins anew after a rest, whatever was typed before', () => {
    expect(type([...split('ab'), ...code, 'Enter'], (index) => (index === 2 ? 500 : 8))).toMatchObject({
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

  it('is read right after typed digits too, if it is quick and has twelve digits', () => {
    for (const gapMs of [121, 150, 300, 450])
      for (const typed of ['5', '12', '250'])
        for (const scanned of ['400638133393', '4006381333931', code.join('')])
          expect(
            type([...split(typed), ...split(scanned), 'Enter'], (index) =>
              index < typed.length ? 180 : index === typed.length ? gapMs : 8,
            ),
          ).toEqual({ tag: 'scan', code: scanned, end: 'Enter', isCertain: true })
  })

  it('is read right after a key that no code has', () => {
    expect(type([...split('51'), 'Backspace', ...code, 'Enter'], (index) => (index < 4 ? 150 : 8))).toEqual({
      tag: 'scan',
      code: code.join(''),
      end: 'Enter',
      isCertain: true,
    })
  })

  it('marks its first key, so that what stood there can be put back', () => {
    const detect = createDetector()
    expect(detect({ key: '9', at: 0 })).toEqual({ tag: 'first' })
    expect(detect({ key: '0', at: 9 })).toEqual({ tag: 'more' })
    expect(detect({ key: '1', at: 600 })).toEqual({ tag: 'first' })
  })
})

describe('no scan', () => {
  it('is a hand, however quick', () => {
    for (const gapMs of [121, 140, 250]) expect(type([...code, 'Enter'], gapMs).tag).toBe('none')
    for (const gapMs of [36, 45, 60, 90])
      expect(type([...split('Scarves'), 'Enter'], gapMs)).toEqual({ tag: 'none' })
  })

  it('is a quick burst that a hand goes on from', () => {
    expect(type([...code, 'Enter'], (index) => (index === 16 ? 121 : 10)).tag).toBe('none')
    expect(type([...code, 'Enter'], (index) => (index === 12 ? 121 : 10)).tag).toBe('none')
  })

  it('is the rest of a code that was cut in the middle', () => {
    for (const gapMs of [121, 140, 300, 499])
      expect(type([...split('9001777700001234'), 'Enter'], (index) => (index === 9 ? gapMs : 8)).tag).toBe(
        'none',
      )
  })

  it('is the rest of a long code that was cut, however quick and long it is', () => {
    const long = split('01095012345678904106456789012345')
    for (const cut of [2, 9, 18])
      for (const gapMs of [121, 140, 300, 499])
        expect(type([...long, 'Enter'], (index) => (index === cut ? gapMs : 8)).tag).toBe('none')
  })

  it('is what follows typed keys at once, if it is short or slow', () => {
    const after = (scanned: string, gapMs: number) =>
      type(['5', ...split(scanned), 'Enter'], (index) => (index < 2 ? 200 : gapMs)).tag
    expect(after('40063813339', 8)).toBe('none')
    expect(after('4006381333931', 40)).toBe('none')
    expect(after('Scarves and gloves', 8)).toBe('none')
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
    expect(type([...split('900'), key, ...split('123456'), 'Enter'], 8).tag).toBe('none')
  })

  it('is a command', () => {
    const detect = createDetector()
    for (const [index, key] of code.entries()) detect({ key, at: index * 5 })
    expect(detect({ key: 'v', at: 82, isCommand: true })).toEqual({ tag: 'none' })
    expect(detect({ key: 'Enter', at: 85 })).toEqual({ tag: 'none' })
  })
})

interface Control {
  kind: ControlKind
  value: string
}

/** A form on no page: each key is typed into the control that has the cursor, unless the reader stops it. */
function scanInto(
  controls: readonly Control[],
  focused: Control | undefined,
  text: string,
  gapsMs: readonly number[],
  end = 'Enter',
  isCard: (code: string) => boolean = () => true,
) {
  const [asked, stayed, homeless]: [string[], string[], string[]] = [[], [], []]
  const read = createReader<Control>({
    kindOf: ({ kind }) => kind,
    findCard: (control) => {
      const cards = controls.filter(({ kind }) => kind === 'card')
      return cards.find((card) => card === control) ?? cards.find(({ value }) => value === '') ?? cards[0]
    },
    onRestore: (control, value) => {
      control.value = value
    },
    isCard,
    findOther: () => controls.find(({ kind, value }) => kind === 'other' && value === ''),
    onFill: (scanned, field) => {
      field.value = scanned
    },
    onFilled: (scanned) => asked.push(scanned),
    onSecret: () => undefined,
    onStay: (scanned) => stayed.push(scanned),
    onHomeless: (scanned) => homeless.push(scanned),
  })
  let at = 10_000
  let isStopped = false
  for (const [index, key] of [...split(text), ...(end === '' ? [] : [end])].entries()) {
    at += gapsMs[index] ?? 0
    isStopped = read({ key, at }, focused, true)
    if (!isStopped && key.length === 1 && focused && focused.kind !== 'choice') focused.value += key
  }
  return { asked, stayed, homeless, isStopped }
}

const scans = record({
  text: stringMatching(/^[0-9A-Z]{4,40}$/),
  gapsMs: array(integer({ min: 0, max: 120 }), { minLength: 41, maxLength: 41 }),
  isSlow: boolean(),
  end: constantFrom('Enter', 'Tab', ''),
  card: constantFrom('', '9001000000000001'),
  focus: constantFrom<ControlKind | 'none'>('card', 'secret', 'amount', 'choice', 'other', 'none'),
  hasCard: boolean(),
})

describe('whatever the gaps, and wherever the cursor is', () => {
  const build = (card: string, hasCard: boolean, focus: ControlKind | 'none') => {
    const kinds: ControlKind[] = ['secret', 'amount', 'choice', 'other']
    const controls: Control[] = [
      ...(hasCard ? [{ kind: 'card' as const, value: card }] : []),
      ...kinds.map((kind) => ({ kind, value: kind === 'choice' ? 'cash' : '5' })),
    ]
    return { controls, focused: controls.find(({ kind }) => kind === focus) }
  }

  it('no field ends as a part of the code, and none loses what stood in it', () => {
    const outcome = check(
      property(scans, ({ text, gapsMs, isSlow, end, card, focus, hasCard }) => {
        const { controls, focused } = build(card, hasCard, focus)
        const before = controls.map(({ value }) => value)
        scanInto(controls, focused, text, isSlow ? gapsMs.map((gap) => gap * 2) : gapsMs, end)
        controls.forEach(({ kind, value }, index) => {
          const allowed = [
            before[index],
            `${before[index] ?? ''}${text}`,
            ...(kind === 'card' && card === '' ? [text] : []),
          ]
          expect(allowed).toContain(value)
        })
      }),
      { numRuns: 10_000, seed: 815 },
    )
    expect(outcome.counterexample, `seed ${String(outcome.seed)}`).toBeNull()
  })

  it('a code that pauses no longer than 120 ms is read whole into the empty card field, and nothing else changes', () => {
    const outcome = check(
      property(scans, ({ text, gapsMs, focus }) => {
        const isCode = text.length >= 6 && text.replaceAll(/\D/g, '').length >= 4
        const { controls, focused } = build('', true, focus)
        const { isStopped } = scanInto(controls, focused, text, gapsMs)
        if (!isCode || focus === 'secret') return
        expect(isStopped).toBe(true)
        expect(controls.map(({ value }) => value)).toEqual([text, '5', '5', 'cash', '5'])
      }),
      { numRuns: 10_000, seed: 816 },
    )
    expect(outcome.counterexample, `seed ${String(outcome.seed)}`).toBeNull()
  })

  it('a code without a last key stays whole in the field that has the cursor', () => {
    const outcome = check(
      property(scans, ({ text, gapsMs, card, focus, hasCard }) => {
        const { controls, focused } = build(card, hasCard, focus)
        if (!focused || focused.kind === 'choice') return
        const before = focused.value
        scanInto(controls, focused, text, gapsMs, '')
        expect(focused.value).toBe(`${before}${text}`)
      }),
      { numRuns: 10_000, seed: 818 },
    )
    expect(outcome.counterexample, `seed ${String(outcome.seed)}`).toBeNull()
  })

  it('a filled card field keeps its card, and a certain scan asks', () => {
    const outcome = check(
      property(scans, ({ text, focus }) => {
        const { controls, focused } = build('9001000000000001', true, focus)
        const { asked } = scanInto(
          controls,
          focused,
          text,
          Array.from(text, () => 9),
        )
        if (text.length < 6 || focus === 'secret') return
        expect(asked).toEqual([text])
        expect(controls.map(({ value }) => value)).toEqual(['9001000000000001', '5', '5', 'cash', '5'])
      }),
      { numRuns: 1_000, seed: 817 },
    )
    expect(outcome.counterexample, `seed ${String(outcome.seed)}`).toBeNull()
  })

  it('a code that is no card never reaches a card field that holds one, and is never lost', () => {
    const outcome = check(
      property(scans, ({ text, gapsMs, focus, card }) => {
        const { controls, focused } = build(card, true, focus)
        const isCode = text.length >= 6 && text.replaceAll(/\D/g, '').length >= 4
        const isNumber = (code: string) => code === '9001000000000001'
        const { homeless } = scanInto(controls, focused, text, gapsMs, 'Enter', isNumber)
        if (card !== '' && focus !== 'card') expect(controls[0]?.value).toBe(card)
        if (!isCode) return
        expect(homeless.includes(text) || controls.some(({ value }) => value.endsWith(text))).toBe(true)
      }),
      { numRuns: 10_000, seed: 819 },
    )
    expect(outcome.counterexample, `seed ${String(outcome.seed)}`).toBeNull()
  })

  it('a scan that follows a typed digit at once leaves the digit where it stands', () => {
    const gapsMs = [200, ...code.slice(1).map(() => 8), 8]
    for (const focus of ['amount', 'other'] as const) {
      const { controls, focused } = build('', true, focus)
      if (focused) focused.value = ''
      scanInto(controls, focused, `7${code.join('')}`, [600, ...gapsMs])
      expect(focused?.value).toBe('7')
      expect(controls[0]?.value).toBe(code.join(''))
    }
  })

  it('a code that is split by a cursor that moves is put together', () => {
    const controls: Control[] = [
      { kind: 'card', value: '' },
      { kind: 'other', value: 'x' },
    ]
    const [first, second] = controls
    const read = createReader<Control>({
      kindOf: ({ kind }) => kind,
      isCard: () => false,
      findCard: () => first,
      findOther: () => undefined,
      onRestore: (control, value) => {
        control.value = value
      },
      onFill: () => undefined,
      onFilled: () => undefined,
      onSecret: () => undefined,
      onStay: () => undefined,
      onHomeless: () => undefined,
    })
    for (const [index, key] of [...split('12345678'), 'Enter'].entries()) {
      const control = index < 3 ? first : second
      if (!read({ key, at: index * 8 }, control, true) && control) control.value += key
    }
    expect(controls.map(({ value }) => value)).toEqual(['', 'x12345678'])
  })
})
