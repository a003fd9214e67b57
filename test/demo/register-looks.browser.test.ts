import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { formKinds } from '../../src/demo/register/forms.js'
import { languages, type Language } from '../../src/demo/languages.js'
import type { OperationKind } from '../../src/index.js'
import { kept, mount, part, prepareCounter, refund, said, testPart } from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

afterEach(async () => {
  await setScheme('')
  await page.viewport(414, 896)
})

interface Session {
  send: (method: string, parameters: object) => Promise<unknown>
}

async function setScheme(value: string): Promise<void> {
  const session = cdp() as unknown as Session
  await session.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value }],
  })
}

/** A dark page differs from a light one by its colours alone. */
const everyTag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds fault with, told by its rule and the first place. */
async function findViolations(scheme: string): Promise<string[]> {
  const { violations } = await axe.run(document.body, {
    runOnly: scheme === 'dark' ? ['cat.color'] : everyTag,
    rules: { 'page-has-heading-one': { enabled: false } },
    resultTypes: ['violations'],
    preload: false,
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html ?? ''}`)
}

/** Rings up nothing at all, and waits for what is said to that. */
async function pressBlank(kind: OperationKind): Promise<void> {
  testPart('ring-up').click()
  await vi.waitFor(() => {
    expect(said(`${kind}-alert`)).not.toBe('')
  })
}

describe.each(['light', 'dark'])('in %s', (scheme) => {
  it.each(formKinds)('axe finds nothing wrong with %s, blank, marked and filled in', async (kind) => {
    await setScheme(scheme)
    expect(matchMedia('(prefers-color-scheme: dark)').matches).toBe(scheme === 'dark')
    await page.viewport(1280, 800)
    const till = await openShown(nowhere)
    mount(till)
    await refund('9001000000000042')
    await kept()
    part(`#tab-${kind}`).click()
    expect(await findViolations(scheme)).toEqual([])
    await pressBlank(kind)
    expect(await findViolations(scheme)).toEqual([])
    testPart('example').click()
    await vi.waitFor(() => {
      expect(part(`#form-${kind} input`).value).not.toBe('')
    })
    expect(await findViolations(scheme)).toEqual([])
  })

  it('axe finds nothing wrong with the good news and with a question', async () => {
    await setScheme(scheme)
    const till = await openShown(nowhere)
    mount(till)
    await refund('9001000000000042')
    await kept()
    expect(await findViolations(scheme)).toEqual([])
    await refund('9001000000000042')
    await vi.waitFor(() => testPart('refund-question'))
    expect(await findViolations(scheme)).toEqual([])
  })
})

describe.each<[number, number]>([
  [1280, 800],
  [768, 1024],
  [390, 844],
  [320, 640],
])('at %i by %i', (width, height) => {
  it.each<Language>(width === 320 ? languages : ['en', 'it'])(
    'nothing is cut off, and the button is in reach (%s)',
    async (language) => {
      await page.viewport(width, height)
      mount(await openShown(nowhere), language)
      for (const kind of formKinds) {
        part(`#tab-${kind}`).click()
        await pressBlank(kind)
        const { bottom, top, height: tall } = testPart('ring-up').getBoundingClientRect()
        expect(top).toBeGreaterThan(0)
        expect(bottom).toBeLessThanOrEqual(innerHeight)
        expect(tall).toBeGreaterThanOrEqual(44)
        expect(testPart('ring-up').scrollWidth).toBeLessThanOrEqual(testPart('ring-up').clientWidth)
        expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth)
      }
    },
  )
})

it('what can be pressed is 44 pixels in each direction', async () => {
  await page.viewport(390, 844)
  mount(await openShown(nowhere))
  await refund('9001000000000042')
  await kept()
  const small = [...document.querySelectorAll('button, input, select, label.choice')]
    .filter((control) => control.checkVisibility())
    .map((control) => ({ name: control.id || control.textContent, box: control.getBoundingClientRect() }))
    .filter(({ box }) => box.width < 44 || box.height < 44)
  expect(small).toEqual([])
})
