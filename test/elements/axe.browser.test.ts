import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { ListedEntry, TillStatus } from '../../src/index.js'
import { parkReasons } from '../../src/domain/entry.js'
import { languages } from '../../src/demo/languages.js'
import { notePrinted } from '../../src/elements/receipt/printed.js'
import { expectAccessible } from '../support/axe.js'
import { tidyUp } from '../support/elements.js'
import { fullModels } from '../support/models.js'
import { entryOf, listParked, parkedOf, pretend } from '../support/pretend.js'

const now = new Date()
const soon = new Date(now.getTime() + 30_000)
const counts = { queued: 1_204, sending: 3, settled: 380, parked: 2, voided: 0 }

const standings: Record<string, Partial<TillStatus>> = {
  online: {},
  offline: {
    reach: 'offline',
    counts,
    oldestQueuedAt: now,
    pauses: [{ scope: 'service', reason: 'offline', since: now, until: soon }],
  },
  'paused for one operation': {
    counts,
    pauses: [{ scope: 'refund', reason: 'failing', since: now, until: soon }],
  },
  'held by a person': { counts, pauses: [{ scope: 'till', reason: 'held', since: now, by: 'Ada' }] },
  unauthorized: { counts, pauses: [{ scope: 'service', reason: 'unauthorized', since: now }] },
  replaying: { counts, replay: { running: true, done: 380, total: 1_587 } },
  'out of date': { storage: { state: 'outdated' } },
  'in trouble': {
    storage: { state: 'open', fault: 'the disk is full', isPersistent: false },
    worker: { state: 'failed', detail: 'blocked' },
    hints: [
      { likely: 'cors', kinds: ['refund', 'associate'], since: now },
      { likely: 'hidden-headers', since: now },
      { likely: 'csp', since: now },
      { likely: 'address', kinds: ['confirmOrder'], since: now },
    ],
    clockOffsetMs: 90_000,
  },
  'its worker missing': {
    counts,
    worker: { state: 'missing', what: 'replay', script: '/sw.js', detail: '' },
  },
  'answered by a script of the site': {
    counts,
    pauses: [{ scope: 'service', reason: 'worker-answers', since: now, until: soon }],
  },
  'without a copy off the device': {
    counts,
    copies: { failing: { since: now, lastAt: now, times: 2, reason: 'refused', fault: 'status 500' } },
  },
  'not known': { reach: 'unknown', counts: {}, storage: { state: 'lost' } },
}

type Look = readonly [language: string, scheme: string, width: number]

function toLooks(language: string): Look[] {
  return [1280, 768, 390, 320].flatMap((width) =>
    ['light', 'dark'].map((scheme): Look => [language, scheme, width]),
  )
}

beforeEach(() => {
  document.title = 'Till'
  document.body.style.background = 'Canvas'
})

afterEach(() => {
  document.documentElement.style.colorScheme = ''
  tidyUp()
})

/** Shows an element where it would stand in a host's page, and looks at the whole page. */
async function place<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: object,
  scheme: string,
  language: string,
): Promise<HTMLElementTagNameMap[Tag]> {
  document.documentElement.style.colorScheme = scheme
  document.documentElement.lang = language
  const main = document.createElement('main')
  const title = document.createElement('h1')
  title.textContent = 'Till'
  const element = document.createElement(tag)
  Object.assign(element, properties)
  main.append(title, element)
  document.body.replaceChildren(main)
  await settle(element)
  return element
}

/** Until an element has read and drawn all it will. */
async function settle(element: Element): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) {
    await new Promise(requestAnimationFrame)
    await (element as Element & { updateComplete?: Promise<unknown> }).updateComplete
  }
}

function find(element: Element, selector: string): HTMLElement {
  const found = element.shadowRoot?.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`there is no ${selector}`)
  return found
}

async function act(element: Element, selector: string): Promise<void> {
  find(element, selector).click()
  await settle(element)
}

function fill(element: Element, name: string, value: string): void {
  const input = find(element, `[name="${name}"]`) as HTMLInputElement
  input.value = value
  input.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
}

const few: readonly Look[] = [
  ['en', 'light', 1280],
  ['en', 'dark', 390],
  ['de', 'light', 320],
]

/** `VITE_LOOKS=all` looks at every state in every language, at four widths, light and dark. */
const looks = import.meta.env.VITE_LOOKS === 'all' ? languages.flatMap(toLooks) : few

describe.for(looks)('in %s, %s, %i pixels wide', ([language, scheme, width]) => {
  beforeEach(() => page.viewport(width, 800))

  const show = <Tag extends keyof HTMLElementTagNameMap>(tag: Tag, properties: object) =>
    place(tag, properties, scheme, language)
  const attend = (entries: readonly ListedEntry[]) =>
    show('counterfoil-attention', { till: pretend({ entries }).till })

  it.for(Object.entries(standings))('the status: %s', async ([, status]) => {
    const element = await show('counterfoil-status', { till: pretend({ status }).till })
    find(element, 'summary').click()
    await expectAccessible()
  })

  it('the status without a till', async () => {
    await show('counterfoil-status', {})
    await expectAccessible()
  })

  it('what needs a person: nothing, and every reason', async () => {
    await attend([])
    await expectAccessible()
    const element = await attend(listParked())
    expect(element.shadowRoot?.querySelectorAll('article')).toHaveLength(parkReasons.length)
    for (const summary of element.shadowRoot?.querySelectorAll('summary') ?? []) summary.click()
    await expectAccessible()
  })

  it.for(['send-again', 'mark-applied', 'void'])('what needs a person: %s', async (name) => {
    const element = await attend([parkedOf('unknown')])
    await act(element, `[data-act=${name}]`)
    await expectAccessible()
    await act(element, '.panel [type=submit]')
    expect(find(element, '#faults').textContent).not.toBe('')
    await expectAccessible()
  })

  it('what needs a person: a correction, its faults, and the last look', async () => {
    const element = await attend([parkedOf('rejected')])
    await act(element, '[data-act=amend]')
    fill(element, 'field:StoredValueCardReceipt.Total', 'ten')
    await act(element, '.panel [type=submit]')
    await expectAccessible()
    fill(element, 'field:StoredValueCardReceipt.Total', '11,50')
    fill(element, 'by', 'Ada')
    fill(element, 'reason', 'Wrong amount')
    await act(element, '.panel [type=submit]')
    expect(find(element, '.changes').textContent).toMatch(/11[.,]50/)
    await expectAccessible()
    await act(element, '.panel [type=submit] + button')
    await act(element, '.whole summary')
    await expectAccessible()
  })

  it('what needs a person: two receipts side by side', async () => {
    const element = await attend([parkedOf('conflict')])
    await act(element, '[data-act=merge]')
    expect(element.shadowRoot?.querySelectorAll('.clash').length).toBeGreaterThan(2)
    await expectAccessible()
  })

  it('what needs a person: several at once, and another page', async () => {
    const element = await attend(Array.from({ length: 52 }, () => parkedOf('rejected')))
    await act(element, 'input[type=checkbox]')
    await expectAccessible(find(element, '.bulk'))
    await act(element, '#bulk')
    await expectAccessible(find(element, '.panel'))
    await act(element, '[part=pages] button:last-child')
    await expectAccessible()
  })

  it('what needs a person: the list cannot be read', async () => {
    const { till } = pretend({})
    await show('counterfoil-attention', {
      till: { ...till, entries: () => Promise.reject(new Error('the disk is gone')) },
    })
    await expectAccessible()
  })

  it('the receipt: provisional, settled, void, printed before, and none', async () => {
    const { till } = pretend({})
    for (const entry of [
      parkedOf('unknown'),
      entryOf('refund', fullModels.refund),
      entryOf('refund', fullModels.refund, { state: 'voided' }),
    ]) {
      await show('counterfoil-receipt', { till, entry })
      await expectAccessible()
    }
    const printed = entryOf('refund', fullModels.refund)
    notePrinted(printed.id)
    await show('counterfoil-receipt', { till, entry: printed })
    await expectAccessible()
    await show('counterfoil-receipt', { till })
    await expectAccessible()
  })

  it('the outcome: saved, being sent, confirmed, cancelled, stopped, and the form for cancelling', async () => {
    for (const more of [
      { state: 'queued' },
      { state: 'sending' },
      { state: 'settled', settledAt: now },
      { state: 'voided' },
    ]) {
      const entry = entryOf('refund', fullModels.refund, more)
      const element = await show('counterfoil-outcome', { till: pretend({ entries: [entry] }).till, entry })
      await expectAccessible()
      if (more.state !== 'queued') continue
      await act(element, '.cancel')
      await expectAccessible()
    }
    const entries = listParked()
    const element = await show('counterfoil-outcome', {
      till: pretend({ entries }).till,
      entry: entries[0],
    })
    for (const entry of entries.slice(1)) {
      element.entry = entry
      await settle(element)
      await expectAccessible()
    }
  })

  it('the journal: empty, with entries, and one of them opened', async () => {
    await show('counterfoil-journal', { till: pretend({}).till })
    await expectAccessible()
    const entry = entryOf('refund', fullModels.refund)
    const element = await show('counterfoil-journal', { till: pretend({ entries: [entry] }).till })
    await expectAccessible()
    element.selected = entry.id
    await settle(element)
    await vi.waitFor(() => find(element, '[part=slip]'))
    await expectAccessible()
  })

  it('the day: incomplete, complete, empty, and not to be read', async () => {
    const settled = [entryOf('refund', fullModels.refund, { state: 'settled', amount: 20.5 })]
    for (const entries of [[...settled, ...listParked()], settled, []]) {
      const element = await show('counterfoil-day', { till: pretend({ entries }).till })
      for (const summary of element.shadowRoot?.querySelectorAll('summary') ?? []) summary.click()
      await expectAccessible()
    }
    const { till } = pretend({})
    await show('counterfoil-day', { till: { ...till, day: () => Promise.reject(new Error('no')) } })
    await expectAccessible()
  })
})
