import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  catchPrints,
  clearShown,
  focusedWords,
  nowhere,
  openShown,
  partOf,
  press,
  show,
  textOf,
} from '../support/elements.js'
import type { Till } from '../../src/index.js'
import { fullModels, refundOf } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'

afterEach(clearShown)

describe('a slip', () => {
  it('says all that the receipt bears, and no card in full', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(fullModels.refund, { operator: 'Eve' })
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Total')
    })
    const text = textOf(element)
    for (const said of ['Bottega', 'Via Roma 2', 'IT1', 'Receipt no. 42', 'S01 / T1 / 1', 'Operator Ada'])
      expect(text).toContain(said)
    for (const said of [
      'Scarf €20.20 2 × €10.10',
      'Glove €0.30 3 × €0.10',
      'Total €20.50',
      'GIFT ••••0025 €20.50',
    ])
      expect(text).toContain(said)
    expect(text).not.toContain('9001000000000025')
    expect(text).not.toContain('auth-4715')
  })

  it('of an order says which, and what was paid for it', async () => {
    const till = await openShown(nowhere)
    const entry = await till.confirmOrder({
      OrderID: 856024,
      Payments: [{ PaymentType: { Name: 'Cash' }, Value: 50.1 }, { Value: 3.4 }],
    })
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => {
      expect(textOf(element)).toMatch(/Order number 856024.*Total €53\.50.*Cash €50\.10.*€3\.40/)
    })
  })

  it('is not another one’s while the one that is named is not found', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(refundOf('A', 7.25))
    const element = await show('counterfoil-receipt', { till, entry, entryId: 'none' })
    await vi.waitFor(() => {
      expect(textOf(element)).not.toBe('')
    })
    expect(textOf(element)).not.toContain('7.25')
    element.entryId = undefined
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('7.25')
    })
  })

  it('goes with the till it is of', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A', 7.25))
    const element = await show('counterfoil-receipt', { till, entryId: id })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('7.25')
    })
    element.till = undefined
    await element.updateComplete
    expect(textOf(element)).toBe('There is no operation to show here.')
  })

  it('of a migration says which card is the old one and which the new', async () => {
    const till = await openShown(nowhere)
    const entry = await till.migrate({
      OldCardCode: '9001000000000011',
      StoredValueCardCode: '9001000000000022',
    })
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Old card ••••0011 New card ••••0022')
    })
  })

  it('is provisional until the service has the operation, and then says so no more', async () => {
    const till = await openShown()
    await fetch('/api/_sandbox/outage', {
      method: 'POST',
      body: '{"on":true}',
      headers: { 'content-type': 'application/json' },
    })
    const { id } = await till.refund(refundOf('slip-card', 5))
    const element = await show('counterfoil-receipt', { till, entryId: id })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Provisional, not yet confirmed')
    })
    await fetch('/api/_sandbox/outage', {
      method: 'POST',
      body: '{"on":false}',
      headers: { 'content-type': 'application/json' },
    })
    await till.replay()
    await till.settled(id)
    await vi.waitFor(() => {
      expect(textOf(element)).not.toContain('Provisional')
    })
    expect(textOf(element)).toContain('€5.00')
  })

  it('is marked void once a person has voided the operation', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A'))
    const element = await show('counterfoil-receipt', { till, entryId: id })
    await till.attention.void(id, { by: 'Ada', reason: 'wrong card' })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '.mark'))).toBe('Void')
    })
  })

  it('shows every digit of an amount', async () => {
    const till = await openShown(nowhere)
    const receipt = { Products: [{ Name: 'Tea', Price: 0.125, Quantity: 3 }], Total: 0.375 }
    const entry = await till.refund({ ...refundOf('A'), StoredValueCardReceipt: receipt })
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Tea €0.375 3 × €0.125')
    })
  })

  it('speaks Italian where the page does, and lets the host say it its own way', async () => {
    document.documentElement.lang = 'it'
    const till = await openShown(nowhere)
    const entry = await till.refund(fullModels.refund)
    const element = await show('counterfoil-receipt', { till, entry, texts: { slip: { total: 'Somma' } } })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Provvisorio, non ancora confermato')
    })
    expect(textOf(element)).toContain('Somma 20,50 €')
  })

  it('bears a line of the host’s own, on paper too, so that a training slip is none', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(refundOf('9001000000000025', 10))
    const texts = { slip: { notice: 'Training. Not a receipt.' } }
    const element = await show('counterfoil-receipt', { till, entry, texts })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Training. Not a receipt.')
    })
    const { papers, stop } = catchPrints()
    partOf(element, '[part~=print]').click()
    await vi.waitFor(() => {
      expect(papers).toHaveLength(1)
    })
    stop()
    expect(papers[0]?.body.textContent).toContain('Training. Not a receipt.')
  })

  it('takes what stands in a receipt for text', async () => {
    const till = await openShown(nowhere)
    const nasty = '<img src=x onerror="document.title = 1"><b>free</b>'
    const receipt = { IssuerData: { Name: nasty }, Products: [{ Name: nasty }], Total: 1 }
    const entry = await till.refund({ ...refundOf('A'), StoredValueCardReceipt: receipt })
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain(nasty)
    })
    expect(element.shadowRoot?.querySelector('img, b')).toBeNull()
  })

  it('says so where there is nothing to show', async () => {
    const element = await show('counterfoil-receipt', { till: await openShown(nowhere), entryId: 'nobody' })
    await vi.waitFor(() => {
      expect(textOf(element)).toBe('There is no operation to show here.')
    })
  })
})

describe('a slip that is named by its id alone', () => {
  it('says that there is nothing only once it was looked for', async () => {
    const till = await openShown(nowhere)
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const entry: Till['entry'] = () => promise
    const element = await show('counterfoil-receipt', { till: { ...till, entry }, entryId: 'nobody' })
    await element.updateComplete
    expect(textOf(element)).toBe('')
    resolve(undefined)
    await vi.waitFor(() => {
      expect(textOf(element)).toBe('There is no operation to show here.')
    })
    element.entryId = 'another'
    await element.updateComplete
    await vi.waitFor(() => {
      expect(textOf(element)).toBe('There is no operation to show here.')
    })
  })

  it('says that it cannot be read, and not that there is nothing', async () => {
    const till = await openShown(nowhere)
    const entry: Till['entry'] = () => Promise.reject(new DOMException('the disk is gone', 'UnknownError'))
    const element = await show('counterfoil-receipt', { till: { ...till, entry }, entryId: 'nobody' })
    await vi.waitFor(() => {
      expect(textOf(element)).toMatch(/^The receipt cannot be read: .*\(UnknownError\)/)
    })
    expect(textOf(element)).not.toContain('There is no operation')
  })
})

describe('the page of a printed slip', () => {
  const pixelsPerMm = 96 / 25.4
  const productsOf = (count: number) =>
    Array.from({ length: count }, (_, index) => ({ Name: `Thing ${index}`, Price: 1, Quantity: 2 }))

  async function printOn(paper: string | undefined, count: number) {
    const till = await openShown(nowhere)
    const receipt = { Products: productsOf(count), Total: 2 * count }
    const entry = await till.refund({ ...refundOf('A'), StoredValueCardReceipt: receipt })
    const element = await show('counterfoil-receipt', { till, entry, paper })
    await vi.waitFor(() => partOf(element, '.slip'))
    const { pages, stop } = catchPrints()
    partOf(element, '[part~=print]').click()
    await vi.waitFor(() => {
      expect(pages).toHaveLength(1)
    })
    stop()
    const [{ rule, height, width } = { rule: '', height: 0, width: 0 }] = pages
    const [, widthMm, lengthMm] = /size: ([\d.]+)mm ([\d.]+)mm/.exec(rule) ?? []
    return {
      widthMm: Number(widthMm),
      lengthMm: Number(lengthMm),
      slipMm: { height: height / pixelsPerMm, width: width / pixelsPerMm },
    }
  }

  it('is as long as the slip, and not a roll of thirty centimetres', async () => {
    for (const count of [12, 60]) {
      const { widthMm, lengthMm, slipMm } = await printOn(undefined, count)
      expect(widthMm).toBe(80)
      expect(slipMm.width).toBeCloseTo(72, 0)
      expect(lengthMm).toBeGreaterThan(slipMm.height + 8)
      expect(lengthMm).toBeLessThan(slipMm.height + 11)
    }
  })

  it('is 58 mm wide where the roll is, and the slip fits between its margins', async () => {
    const { widthMm, lengthMm, slipMm } = await printOn('58', 12)
    expect(widthMm).toBe(58)
    expect(slipMm.width).toBeCloseTo(48, 0)
    expect(lengthMm).toBeGreaterThan(slipMm.height + 8)
  })

  it('is as wide in the journal as the journal is told', async () => {
    const entry = entryOf('refund', fullModels.refund)
    const { till } = pretend({ entries: [entry] })
    const element = await show('counterfoil-journal', { till, selected: entry.id, paper: '58' })
    const receipt = await vi.waitFor(() => partOf(element, 'counterfoil-receipt'))
    await vi.waitFor(() => partOf(receipt, '.slip'))
    const { pages, stop } = catchPrints()
    partOf(receipt, 'button').click()
    await vi.waitFor(() => {
      expect(pages[0]?.rule).toContain('size: 58mm')
    })
    stop()
  })

  it('of a short slip is not wider than long, which a printer would turn about', async () => {
    const { widthMm, lengthMm } = await printOn(undefined, 0)
    expect(lengthMm).toBeGreaterThan(widthMm)
  })
})

describe('printing a slip', () => {
  it('prints the slip alone, and as a reprint the second time', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(fullModels.refund)
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => partOf(element, '.slip'))
    const { papers, stop } = catchPrints()
    await press('Print')
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Reprint')
    })
    expect(focusedWords()).toBe('Print')
    partOf(element, 'button').click()
    await vi.waitFor(() => {
      expect(papers).toHaveLength(2)
    })
    stop()
    const [first, second] = papers.map(({ body }) => body.textContent)
    expect(first).toContain('Bottega')
    expect(first).toContain('Provisional')
    expect(first).not.toContain('Reprint')
    expect(first).not.toContain('Print')
    expect(second).toContain('Reprint')
    expect(document.querySelector('iframe')).toBeNull()
    const again = await show('counterfoil-receipt', { till, entryId: entry.id })
    await vi.waitFor(() => {
      expect(textOf(again)).toContain('Reprint')
    })
  })

  it('leaves one original, also where two elements show the slip and the button is pressed twice', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(fullModels.refund)
    const one = await show('counterfoil-receipt', { till, entry })
    const other = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => partOf(other, '.slip'))
    const { papers, stop } = catchPrints()
    partOf(one, 'button').click()
    partOf(one, 'button').click()
    await vi.waitFor(() => {
      expect(textOf(other)).toContain('Reprint')
    })
    partOf(other, 'button').click()
    await vi.waitFor(() => {
      expect(papers.length).toBeGreaterThan(1)
    })
    stop()
    const originals = papers.filter(({ body }) => !body.textContent.includes('Reprint'))
    expect([originals.length, papers.length]).toEqual([1, 2])
  })

  it('is a reprint at once where the slip was printed in another tab', async () => {
    const till = await openShown(nowhere)
    const entry = await till.refund(fullModels.refund)
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => partOf(element, '.slip'))
    localStorage.setItem('counterfoil-printed', JSON.stringify([entry.id]))
    const { papers, stop } = catchPrints()
    partOf(element, 'button').click()
    await vi.waitFor(() => {
      expect(papers).toHaveLength(1)
    })
    stop()
    expect(papers[0]?.body.textContent).toContain('Reprint')
    localStorage.removeItem('counterfoil-printed')
    dispatchEvent(new StorageEvent('storage', { key: 'counterfoil-printed' }))
    const next = await till.refund(refundOf('A'))
    element.entry = next
    await vi.waitFor(() => {
      expect(textOf(element)).not.toContain('Reprint')
    })
    localStorage.setItem('counterfoil-printed', JSON.stringify([next.id]))
    dispatchEvent(new StorageEvent('storage', { key: 'counterfoil-printed' }))
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Reprint')
    })
  })

  it('is remembered of the slip that was printed, where another one is shown by then', async () => {
    const till = await openShown(nowhere)
    const [entry, next, third] = await Promise.all([
      till.refund(refundOf('A', 12.5)),
      till.refund(refundOf('B', 7)),
      till.refund(refundOf('C', 3)),
    ])
    const element = await show('counterfoil-receipt', { till, entry })
    await vi.waitFor(() => partOf(element, '.slip'))
    const { papers, stop } = catchPrints()
    partOf(element, 'button').click()
    element.entry = next
    await vi.waitFor(() => {
      expect(papers).toHaveLength(1)
    })
    stop()
    await element.updateComplete
    expect(papers[0]?.body.textContent).toContain('12.50')
    expect(element.isReprint).toBe(false)
    element.notePrinted(third.id)
    expect(element.isReprint).toBe(false)
    element.entry = entry
    expect(element.isReprint).toBe(true)
    element.entry = third
    expect(element.isReprint).toBe(true)
  })
})

it('a weighed quantity is written as its language writes numbers', async () => {
  document.documentElement.lang = 'es'
  const till = await openShown(nowhere)
  const products = [{ Name: 'Té', Price: 38, Quantity: 0.125 }]
  const entry = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
    StoredValueCardReceipt: await till.receipt({ Products: products }),
  })
  const element = await show('counterfoil-receipt', { till, entry })
  await vi.waitFor(() => {
    expect(textOf(element)).toContain('0,125 ×')
  })
})
