import {
  array,
  assert,
  asyncProperty,
  boolean,
  constantFrom,
  integer,
  nat,
  record,
  stringMatching,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formKinds } from '../../src/demo/register/forms.js'
import type { OperationKind } from '../../src/index.js'
import { mount, part, prepareCounter, said, scan, strike, testPart } from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const held = '9001000000000042'

const scans = record({
  code: stringMatching(/^[0-9A-Z]{4,36}[0-9]{4}$/),
  gaps: array(integer({ min: 0, max: 120 }), { minLength: 41, maxLength: 41 }),
  kind: constantFrom(...formKinds),
  place: nat(20),
  isCard: boolean(),
  isFilled: boolean(),
  /** Beyond the pauses that are read as one scan: the code then stays as it was typed. */
  isSlow: boolean(),
  end: constantFrom('Enter', 'Tab', ''),
})

const card = integer({ min: 100_000_000_000, max: 999_999_999_999 }).map((number) => `9001${number}`)

/** Whatever a person could have put the cursor into, and nothing at all. */
function listPlaces(kind: OperationKind): (HTMLElement | undefined)[] {
  const controls = document.querySelectorAll<HTMLElement>(`#form-${kind} :is(input, select)`)
  return [...[...controls].filter((control) => control.checkVisibility()), undefined]
}

function readValues(kind: OperationKind): Map<HTMLInputElement, string> {
  const controls = document.querySelectorAll<HTMLInputElement>(`#form-${kind} :is(input, select)`)
  return new Map([...controls].map((control) => [control, control.value]))
}

/** Keeps the page busy in pieces, as a slow till is. */
function burden(): () => void {
  const timer = setInterval(() => {
    const until = performance.now() + 4
    while (performance.now() < until);
  }, 8)
  return () => {
    clearInterval(timer)
  }
}

/** Every field holds what it held, or the whole code, alone or after what it held; and the code is somewhere. */
function compare(code: string, kind: OperationKind, before: ReadonlyMap<HTMLInputElement, string>): void {
  let isFound = false
  for (const [control, value] of readValues(kind)) {
    const earlier = before.get(control) ?? ''
    expect([earlier, code, `${earlier}${code}`], `${control.id} after ${code}`).toContain(value)
    isFound ||= value.endsWith(code)
  }
  const asked = document.querySelector('[data-testid=scan-question]')?.textContent ?? ''
  const isTold = [said('scan-announcer'), asked].some((words) => words.includes(code.slice(-4)))
  expect(isFound || isTold, `${code} is nowhere`).toBe(true)
}

describe('a scan, whatever its gaps, wherever the cursor is, beside a busy page', () => {
  it('is nowhere truncated, nowhere lost, and rings nothing up', { timeout: 600_000 }, async () => {
    const till = await openShown(nowhere, {}, { cardCode: { pattern: /\d+/, lengthMin: 16, lengthMax: 16 } })
    mount(till)
    const ease = burden()
    try {
      await assert(
        asyncProperty(
          scans,
          card,
          async ({ code: other, gaps, kind, place, isCard, isFilled, isSlow, end }, number) => {
            const code = isCard ? number : other
            part(`#tab-${kind}`).click()
            testPart('clear').click()
            const [first] = readValues(kind).keys()
            if (isFilled && first?.matches('[data-card]')) first.value = held
            const places = listPlaces(kind)
            const focused = places[place % places.length]
            if (focused) focused.focus()
            else if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
            const before = readValues(kind)
            const isTyped = focused instanceof HTMLInputElement && !focused.matches('[type=radio]')
            // Without a last key nobody knows that it is a scan: only a field can take it.
            const last = isTyped ? (isSlow && end === 'Enter' ? 'Tab' : end) : 'Enter'
            const pauses = isSlow && isTyped ? gaps.map((gap) => gap * 1.8) : gaps
            strike([...Array.from(code), ...(last === '' ? [] : [last])], [600, ...pauses.slice(1)])
            compare(code, kind, before)
            await new Promise((resolve) => setTimeout(resolve))
          },
        ),
        { numRuns: 300, seed: 26 },
      )
    } finally {
      ease()
    }
    expect(await till.entries()).toEqual([])
  })

  it('is whole under the browser’s own keyboard too', { timeout: 600_000 }, async () => {
    mount(await openShown(nowhere))
    const ease = burden()
    try {
      for (const [index, gap] of [0, 9, 40, 80, 100, 120].entries()) {
        testPart('clear').click()
        const code = `9001777700001${234 + index}`
        const places = listPlaces('refund')
        places[index * 2]?.focus()
        if (document.activeElement?.matches('[data-secret]')) part('#refund-notes').focus()
        await scan(code, '{Enter}', gap)
        expect(part('#refund-card').value).toBe(code)
      }
    } finally {
      ease()
    }
  })
})
