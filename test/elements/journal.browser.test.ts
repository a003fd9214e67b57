import axe from 'axe-core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'
import { freshName, openRaw } from '../support/journals.js'
import { fullModels, refundOf } from '../support/models.js'

afterEach(clearShown)

const rowsOf = (element: Element) => [...(element.shadowRoot?.querySelectorAll<HTMLElement>('.row') ?? [])]
const idsOf = (element: Element) => rowsOf(element).map(({ dataset: { id } }) => id)

function search(element: Element, text: string): void {
  const field = partOf(element, '#search') as HTMLInputElement
  field.value = text
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
}

function choose(element: Element, name: string, value: string): void {
  const field = partOf(element, `#${name}`) as HTMLInputElement
  field.value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

async function expectIds(element: Element, ids: readonly string[]): Promise<void> {
  await vi.waitFor(() => {
    expect(idsOf(element)).toEqual(ids)
  })
}

/** Several operations that wait: an association, two refunds and an order. */
async function ringUpSeveral(till: Till): Promise<Record<'associate' | 'large' | 'small' | 'order', string>> {
  const { id: associate } = await till.associate({ Card: '9001000000000017' })
  const large = await till.refund(fullModels.refund, { operator: 'Eve' })
  const small = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000142' }],
    StoredValueCardReceipt: { Payments: [{ Amount: 0.1 }, { Amount: 0.2 }], SenderData: { Number: 7 } },
  })
  const order = await till.confirmOrder({ OrderID: 555 })
  return { associate, large: large.id, small: small.id, order: order.id }
}

describe('the list', () => {
  it('says of each operation what it is, newest first, with no card in full', async () => {
    const till = await openShown(nowhere)
    const { associate, large, small, order } = await ringUpSeveral(till)
    await till.attention.void(associate, { by: 'Ada', reason: 'wrong card' })
    const element = await show('counterfoil-journal', { till })
    await expectIds(element, [order, small, large, associate])
    await vi.waitFor(() => {
      const said = rowsOf(element).map((row) => textOf(row).replace(/\d+:\d\d.[AP]M/, 'at'))
      expect(said).toEqual([
        'at Order confirmation Order 555 Waiting',
        'at Refund ••••0142 €0.30 Waiting No. 7',
        'at Refund ••••0025, ••••0033 €20.50 Waiting No. 42',
        'at Card link ••••0017 Voided',
      ])
    })
    expect(rowsOf(element).every((row) => row.querySelector('.state svg') !== null)).toBe(true)
    expect(textOf(element)).not.toMatch(/9001\d{12}/)
    expect(textOf(partOf(element, '[part=count]'))).toBe('4 operations')
  })

  it('keeps up with what is rung up and what becomes of it, and the focus on its row', async () => {
    const till = await openShown(nowhere)
    const { associate, order } = await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till })
    await vi.waitFor(() => partOf(element, `[data-id="${order}"]`))
    partOf(element, `[data-id="${order}"]`).focus()
    const { id } = await till.refund(refundOf('D'))
    await till.attention.void(associate, { by: 'Ada', reason: 'wrong card' })
    await vi.waitFor(() => {
      expect(idsOf(element)[0]).toBe(id)
      expect(textOf(partOf(element, `[data-id="${associate}"]`))).toContain('Voided')
    })
    expect(element.shadowRoot?.activeElement).toBe(partOf(element, `[data-id="${order}"]`))
  })

  it('gives the focus to the neighbour of a row that leaves, and to the search when none is left', async () => {
    const till = await openShown(nowhere)
    const first = await till.refund(refundOf('A'))
    const second = await till.refund(refundOf('B'))
    const element = await show('counterfoil-journal', { till })
    choose(element, 'standing', 'waiting')
    await expectIds(element, [second.id, first.id])
    partOf(element, `[data-id="${second.id}"]`).focus()
    await till.attention.void(second.id, { by: 'Ada', reason: 'test' })
    await expectIds(element, [first.id])
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(partOf(element, `[data-id="${first.id}"]`))
    })
    await till.attention.void(first.id, { by: 'Ada', reason: 'test' })
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(partOf(element, '#search'))
    })
  })

  it('shows what cannot be read as such', async () => {
    const name = freshName()
    const till = await openShown(nowhere, {}, {}, name)
    const { id } = await till.refund(refundOf('A'))
    await damage(name, id)
    const element = await show('counterfoil-journal', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, `[data-id="${id}"]`))).toContain('Refund Cannot be read Needs attention')
    })
    partOf(element, `[data-id="${id}"]`).click()
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=detail]'))).toContain('Its record cannot be read here.')
    })
    expect(textOf(partOf(element, '[part=detail]'))).toContain('What was entered cannot be shown.')
  })

  async function damage(name: string, id: string): Promise<void> {
    const raw = await openRaw(name)
    await raw.table('bodies').update(id, { kept: new Uint8Array(40), secret: new Uint8Array(40) })
    raw.close()
  }

  it('goes on where it is moved to, and shows another till when it is given one', async () => {
    const till = await openShown(nowhere)
    const first = await till.refund(refundOf('A'))
    const element = await show('counterfoil-journal', { till })
    await expectIds(element, [first.id])
    const place = document.createElement('div')
    document.body.append(place)
    place.append(element)
    const second = await till.refund(refundOf('B'))
    await expectIds(element, [second.id, first.id])
    const other = await openShown(nowhere)
    const third = await other.refund(refundOf('C'))
    element.till = other
    await expectIds(element, [third.id])
    element.till = undefined
    await expectIds(element, [])
  })

  it('says that nothing has been rung up yet, or what the host has to say', async () => {
    const till = await openShown(nowhere)
    const element = await show('counterfoil-journal', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=empty]'))).toContain('Nothing has been entered yet.')
    })
    expect(partOf(element, 'slot[name=empty]')).toBeDefined()
    await till.refund(refundOf('A'))
    await vi.waitFor(() => {
      expect(rowsOf(element)).toHaveLength(1)
    })
    expect(element.shadowRoot?.querySelector('[part=empty]')).toBeNull()
  })

  it('says why it cannot be read, and tries again by itself', async () => {
    const till = await openShown(nowhere)
    await till.refund(refundOf('A'))
    let isBroken = true
    const entries: Till['entries'] = (filter) =>
      isBroken ? Promise.reject(new DOMException('the disk is gone', 'UnknownError')) : till.entries(filter)
    const element = await show('counterfoil-journal', { till: { ...till, entries } })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[role=alert]'))).toContain(
        'The journal cannot be read: Something went wrong (UnknownError).',
      )
    })
    isBroken = false
    await vi.waitFor(() => {
      expect(rowsOf(element)).toHaveLength(1)
      expect(textOf(partOf(element, '[role=alert]'))).toBe('')
    })
  })
})

describe('searching', () => {
  it('takes a text for whatever it can mean', async () => {
    const till = await openShown(nowhere)
    const { associate, large, small, order } = await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till })
    await expectIds(element, [order, small, large, associate])
    for (const [text, ids] of [
      ['9001 0000 0000 0017', [associate]],
      ['9001000000000033', [large]],
      ['#42', [large]],
      ['…42', [small]],
      ['42', [large, small]],
      ['7', [small, associate]],
      ['555', [order]],
      [associate, [associate]],
      ['#43', []],
      ['', [order, small, large, associate]],
    ] as const) {
      search(element, text)
      await expectIds(element, ids)
    }
  })

  it('shows that it works until it has an answer, and says what it found', async () => {
    const till = await openShown(nowhere)
    await ringUpSeveral(till)
    let answer: (() => void) | undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const receipts: Till['receipts'] = async (filter) => {
      await held
      return till.receipts(filter)
    }
    const element = await show('counterfoil-journal', { till: { ...till, receipts } })
    await vi.waitFor(() => {
      expect(rowsOf(element)).toHaveLength(4)
    })
    search(element, '#42')
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('Searching…')
    })
    expect(partOf(element, '[role=grid]').getAttribute('aria-busy')).toBe('true')
    answer?.()
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('1 operation found')
    })
    expect(partOf(element, '[role=grid]').getAttribute('aria-busy')).toBe('false')
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '.journal > [role=status]'))).toBe('1 operation found')
    })
  })

  it('says how to widen a search that found nothing, and shows everything again', async () => {
    const till = await openShown(nowhere)
    await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till })
    search(element, 'nobody')
    choose(element, 'standing', 'settled')
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=empty]'))).toContain('Nothing found.')
    })
    partOf(element, '[part=empty] button').click()
    await vi.waitFor(() => {
      expect(rowsOf(element)).toHaveLength(4)
    })
    expect((partOf(element, '#search') as HTMLInputElement).value).toBe('')
    expect((partOf(element, '#standing') as HTMLSelectElement).value).toBe('all')
    expect(element.shadowRoot?.activeElement).toBe(partOf(element, '#search'))
  })

  it('brings what matches and is rung up later', async () => {
    const till = await openShown(nowhere)
    const { associate } = await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till })
    search(element, '…0017')
    await expectIds(element, [associate])
    const { id } = await till.refund(refundOf('9009000000000017'))
    await till.refund(refundOf('9009000000000018'))
    await expectIds(element, [id, associate])
  })
})

describe('filtering', () => {
  it('by state, by kind and by day', async () => {
    const day = (offset: number, laterMs = 0) => {
      const at = new Date(Date.now() + offset * 86_400_000 + laterMs)
      const pad = (part: number) => String(part).padStart(2, '0')
      return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
    }
    // What is rung up right before midnight is not of today right after it.
    await expect.poll(() => day(0, 60_000) === day(0)).toBe(true)
    const till = await openShown(nowhere)
    const { associate, large, small, order } = await ringUpSeveral(till)
    await till.attention.void(associate, { by: 'Ada', reason: 'wrong card' })
    const element = await show('counterfoil-journal', { till })
    choose(element, 'standing', 'voided')
    await expectIds(element, [associate])
    choose(element, 'standing', 'waiting')
    await expectIds(element, [order, small, large])
    expect(textOf(partOf(element, '[part=count]'))).toBe('3 operations found')
    choose(element, 'kind', 'refund')
    await expectIds(element, [small, large])
    choose(element, 'from', day(0))
    choose(element, 'to', day(0))
    await expectIds(element, [small, large])
    choose(element, 'from', day(-2))
    choose(element, 'to', day(-1))
    await expectIds(element, [])
    choose(element, 'to', '')
    search(element, '#7')
    await expectIds(element, [small])
  })

  it('finds what is under way among what waits', async () => {
    const till = await openShown()
    await fetch('/api/_sandbox/faults', {
      method: 'POST',
      body: JSON.stringify([{ kind: 'delay', delayMs: 60_000, standing: true }]),
      headers: { 'content-type': 'application/json' },
    })
    const first = await till.refund(refundOf('A'))
    const second = await till.refund(refundOf('A', 11))
    const third = await till.refund(refundOf('A', 12))
    await vi.waitFor(async () => {
      expect((await till.entry(first.id))?.state).toBe('sending')
    })
    const element = await show('counterfoil-journal', { till })
    choose(element, 'standing', 'waiting')
    await expectIds(element, [third.id, second.id, first.id])
    expect(textOf(partOf(element, `[data-id="${first.id}"]`))).toContain('Being sent')
  })
})

describe('for everybody', () => {
  it.each(['light', 'dark'])('no rule of accessibility is broken in a %s page', async (scheme) => {
    const till = await openShown(nowhere)
    const { large } = await ringUpSeveral(till)
    document.documentElement.style.colorScheme = scheme
    document.body.style.background = 'Canvas'
    const element = await show('counterfoil-journal', { till })
    await vi.waitFor(() => {
      expect(rowsOf(element)).toHaveLength(4)
    })
    expect(await findViolations(element)).toEqual([])
    element.selected = large
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=detail]'))).toContain('What happened')
    })
    expect(await findViolations(element)).toEqual([])
    element.selected = undefined
    search(element, 'nobody')
    await vi.waitFor(() => partOf(element, '[part=empty]'))
    expect(await findViolations(element)).toEqual([])
    document.documentElement.style.colorScheme = ''
  })

  async function findViolations(element: Element): Promise<string[]> {
    const { violations } = await axe.run(element, { resultTypes: ['violations'], preload: false })
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 120)}`))
  }

  it('speaks Italian where the page does, and lets the host say it its own way', async () => {
    document.documentElement.lang = 'it'
    const till = await openShown(nowhere)
    await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till, texts: { journal: { search: 'Trova' } } })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('4 operazioni')
    })
    expect(textOf(partOf(element, 'label'))).toBe('Trova')
    expect(textOf(rowsOf(element)[1] ?? element)).toContain('Rimborso ••••0142 0,30 € In attesa N. 7')
  })

  it('shows the last digits of a card where there is no room for the whole line', async () => {
    document.documentElement.lang = 'it'
    const till = await openShown(nowhere)
    await ringUpSeveral(till)
    const element = await show('counterfoil-journal', { till })
    element.style.width = '280px'
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=count]'))).toBe('4 operazioni')
    })
    const row = rowsOf(element).find((one) => textOf(one).includes('••••0142')) ?? element
    const [cell, subject] = ['.what', '.subject'].map((name) =>
      row.querySelector(name)?.getBoundingClientRect(),
    )
    expect(subject?.right ?? Infinity).toBeLessThanOrEqual((cell?.right ?? -Infinity) + 0.5)
  })
})
