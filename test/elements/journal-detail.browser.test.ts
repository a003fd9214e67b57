import { afterEach, describe, expect, it, vi } from 'vitest'
import type { CounterfoilJournal } from '../../src/elements.js'
import { expectAccessible } from '../support/axe.js'
import { catchPrints, clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'
import { detailOf, narrow, open, rowOf, wide } from '../support/journal-detail.js'
import { fullModels, refundOf, secretsPlanted } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'
import { control } from '../support/service.js'

afterEach(clearShown)

const isHidden = (part: Element) => getComputedStyle(part).display === 'none'

function press(target: Element, key: string): void {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}

describe('one operation', () => {
  it('shows how it stands, who rang it up, its slip, its history and its body', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(fullModels.refund, { operator: 'Eve' })
    const element = await show('counterfoil-journal', { till })
    await open(element, id, wide)
    const text = textOf(detailOf(element))
    for (const said of [
      'Refund · €20.50 · ••••0025, ••••0033',
      'Waiting',
      'By Eve',
      'Receipt no. 42',
      'Shop / till S01 / T1',
      'Entered by Eve',
      'The service has not answered yet.',
      'Scarf',
      'Price €10.10',
      'Notes wrong size',
    ])
      expect(text).toContain(said)
    expect(text).not.toMatch(/9001\d{12}/)
    const receipt = partOf(element, 'counterfoil-receipt')
    await vi.waitFor(() => {
      expect(textOf(receipt)).toContain('Bottega')
    })
    const { papers, stop } = catchPrints()
    partOf(receipt, 'button').click()
    await vi.waitFor(() => {
      expect(textOf(receipt)).toContain('Reprint')
    })
    stop()
    expect(papers[0]?.body.textContent).toContain('Bottega')
  })

  it('keeps up with what becomes of it, and shows what the service answered', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    const { id } = await till.refund(refundOf('9001000000000017', 5))
    const element = await show('counterfoil-journal', { till, selected: id })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=state]'))).toBe('Waiting')
    })
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled(id)
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=state]'))).toBe('Settled')
      expect(textOf(partOf(element, '[part=history]'))).toContain('Sent: the service has it (status 200)')
      expect(textOf(partOf(element, '[part=reply]'))).toContain('status 200 Transaction')
    })
  })

  it('never shows a secret, waiting or settled', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    const associated = await till.associate(fullModels.associate)
    const refunded = await till.refund(fullModels.refund)
    expect(JSON.stringify(await till.entry(associated.id))).toContain('pin-4712')
    const element = await show('counterfoil-journal', { till })
    for (const { id } of [associated, refunded]) {
      await open(element, id, wide)
      expect(textOf(detailOf(element))).toContain('•••• (covered)')
      for (const secret of secretsPlanted) expect(element.shadowRoot?.innerHTML).not.toContain(secret)
    }
    await control('outage', 'POST', { on: false })
    await till.replay()
    await till.settled(refunded.id)
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=state]'))).toBe('Settled')
      expect(textOf(detailOf(element))).not.toContain('(covered)')
    })
  })

  it('leads from a correction to what it replaces, and back', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A', 5))
    const correction = await till.attention.amend(id, refundOf('B', 6), { by: 'Ada', reason: 'wrong card' })
    const element = await show('counterfoil-journal', { till })
    const heard: unknown[] = []
    document.body.addEventListener('counterfoil-selected', (event) => {
      heard.push((event as CustomEvent<unknown>).detail)
    })
    await open(element, id, wide)
    expect(textOf(detailOf(element))).toContain(`Replaced by ${correction.id}`)
    expect(textOf(detailOf(element))).toContain('Corrected by Ada (wrong card)')
    partOf(element, `[data-opens="${correction.id}"]`).click()
    await vi.waitFor(() => {
      expect(textOf(detailOf(element))).toContain(`In place of ${id}`)
    })
    expect(element.shadowRoot?.activeElement).toBe(partOf(element, '.title'))
    expect(element.getAttribute('selected')).toBe(correction.id)
    expect(heard).toEqual([{ id }, { id: correction.id }])
  })

  it('says why an operation needs a person, and lets the host lead there', async () => {
    const till = await openShown()
    await control('outage', 'POST', { on: true })
    const { id } = await till.refund({ ...refundOf('A', 5), Notes: 'x' })
    const file = await till.exportJournal('a long enough passphrase', {
      handOver: { by: 'Ada', reason: 'till broke' },
    })
    expect(file.size).toBeGreaterThan(0)
    const element = await show('counterfoil-journal', { till })
    const heard: unknown[] = []
    document.body.addEventListener('counterfoil-attention', (event) => {
      heard.push((event as CustomEvent<unknown>).detail)
    })
    await open(element, id, wide)
    expect(textOf(partOf(element, '[part=reason]'))).toContain('It was handed over to another till.')
    partOf(element, '[part~=decide]').click()
    expect(heard).toEqual([{ id }])
  })

  it('says once what the service said against it', async () => {
    const till = await openShown()
    await till.settled((await till.confirmOrder({ OrderID: 987_654 })).id)
    const { id } = await till.confirmOrder({ OrderID: 987_654, Payments: [{ Value: 1 }] })
    await vi.waitFor(async () => {
      expect((await till.entry(id))?.state).toBe('parked')
    })
    const element = await show('counterfoil-journal', { till })
    await open(element, id, wide)
    const reply = await till.entry(id)
    const title = reply && 'reply' in reply ? (reply.reply.problem?.title ?? '') : ''
    expect(title).not.toBe('')
    expect(textOf(partOf(element, '[part=reply]')).split(title)).toHaveLength(2)
  })

  it('says so where there is no such operation', async () => {
    const till = await openShown(nowhere)
    const element = await show('counterfoil-journal', { till })
    element.setAttribute('selected', 'nobody')
    await vi.waitFor(() => {
      expect(textOf(detailOf(element))).toContain('There is no such operation in this journal.')
    })
  })

  it.each([
    [
      'its attribute is removed',
      (element: CounterfoilJournal) => {
        element.removeAttribute('selected')
      },
    ],
    ['it is `null`', (element: CounterfoilJournal) => Object.assign(element, { selected: null })],
  ])('is closed where the selection is taken away: %s', async (_, close) => {
    const entry = entryOf('refund', fullModels.refund)
    const { till } = pretend({ entries: [entry] })
    const element = await show('counterfoil-journal', { till, selected: entry.id })
    await vi.waitFor(() => detailOf(element))
    close(element)
    await element.updateComplete
    expect(element.shadowRoot?.querySelector('[part=detail]')).toBeNull()
  })

  it('takes what stands in a body for text', async () => {
    const till = await openShown(nowhere)
    const nasty = '<img src=x onerror="document.title = 1"><b>free</b>'
    const { id } = await till.refund({ ...refundOf('A'), Notes: nasty })
    const element = await show('counterfoil-journal', { till })
    await open(element, id, wide)
    expect(textOf(detailOf(element))).toContain(nasty)
    expect(element.shadowRoot?.querySelector('img, b')).toBeNull()
  })
})

describe('beside the list, or in its place', () => {
  it('stands beside the list where there is room, and leaves the focus there', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A'))
    const other = await till.refund(refundOf('B'))
    const element = await show('counterfoil-journal', { till })
    element.style.width = wide
    await vi.waitFor(() => rowOf(element, id))
    rowOf(element, other.id).focus()
    press(rowOf(element, other.id), 'ArrowDown')
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(rowOf(element, id))
    })
    press(rowOf(element, id), 'Enter')
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '.journal > [role=status]'))).toContain('Opened beside the list: Refund')
    })
    expect(isHidden(partOf(element, '.side'))).toBe(false)
    expect(element.shadowRoot?.activeElement).toBe(rowOf(element, id))
    expect(rowOf(element, id).getAttribute('aria-selected')).toBe('true')
    expect(partOf(element, '.close').innerText).toBe('Close')
  })

  it('stands in place of the list where there is none, and goes back to the row it came from', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A'))
    for (let others = 0; others < 20; others += 1) await till.refund(refundOf(`B${others}`))
    const element = await show('counterfoil-journal', { till })
    element.style.setProperty('--counterfoil-journal-height', '400px')
    element.style.width = narrow
    const scroller = partOf(element, '.scroller')
    await vi.waitFor(() => {
      scroller.scrollTop = 5_000
      expect(rowOf(element, id).offsetHeight).toBe(68)
      expect(scroller.scrollHeight).toBe(21 * 68)
    })
    const top = scroller.scrollTop
    expect(top).toBeGreaterThan(500)
    rowOf(element, id).focus({ preventScroll: true })
    press(rowOf(element, id), 'Enter')
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(partOf(element, '.title'))
    })
    expect(isHidden(partOf(element, '.side'))).toBe(true)
    expect(partOf(element, '.close').innerText).toContain('Back to the list')
    partOf(element, '.close').click()
    await vi.waitFor(() => {
      expect(element.shadowRoot?.activeElement).toBe(rowOf(element, id))
    })
    expect(scroller.scrollTop).toBe(top)
    expect(element.selected).toBeUndefined()
    expect(element.shadowRoot?.querySelector('[part=detail]')).toBeNull()
  })

  it.each(['light', 'dark'])('no rule of accessibility is broken in a %s page', async (scheme) => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(fullModels.refund)
    await till.attention.void(id, { by: 'Ada', reason: 'test' })
    document.documentElement.style.colorScheme = scheme
    document.body.style.background = 'Canvas'
    const element = await show('counterfoil-journal', { till })
    await open(element, id, wide)
    ;(partOf(element, 'details') as HTMLDetailsElement).open = true
    for (const width of [wide, narrow]) {
      element.style.width = width
      await expectAccessible(element)
    }
    document.documentElement.style.colorScheme = ''
  })

  it('speaks Italian where the page does', async () => {
    document.documentElement.lang = 'it'
    const till = await openShown(nowhere)
    const { id } = await till.refund(fullModels.refund, { operator: 'Eve' })
    const element = await show('counterfoil-journal', { till })
    await open(element, id, narrow)
    const text = textOf(detailOf(element))
    for (const said of [
      'Torna all’elenco',
      'In attesa',
      'Da Eve',
      'Che cosa è successo',
      'Codice di autorizzazione',
    ])
      expect(text).toContain(said)
    const { clientWidth, scrollWidth } = partOf(element, '.journal')
    expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
  })
})
