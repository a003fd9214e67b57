import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  catchPrints,
  clearShown,
  nowhere,
  openShown,
  openTestTill,
  park,
  partOf,
  show,
  status,
  textOf,
} from '../support/elements.js'
import type { SignedCheckpoint, Till } from '../../src/index.js'
import { freshName, openRaw } from '../support/journals.js'
import { refundOf } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'

// What is rung up right before midnight is not of today right after it.
beforeEach(async () => {
  await expect.poll(() => new Date(Date.now() + 60_000).getDate() === new Date().getDate()).toBe(true)
})
afterEach(clearShown)

describe('the day', () => {
  it('says what is missing, and looks complete only once nothing is', async () => {
    const till = await openShown(nowhere)
    const { id } = await till.refund(refundOf('A', 0.1))
    await till.refund(refundOf('B', 0.2))
    await till.associate({ Card: 'C' })
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=incomplete]'))).toContain(
        'This day is not complete. Still open: Waiting to be sent: 3 operations (€0.30)',
      )
    })
    expect(element.shadowRoot?.querySelector('[part=complete]')).toBeNull()
    for (const entry of await till.entries())
      await till.attention.void(entry.id, { by: 'Ada', reason: 'end of the test' })
    expect((await till.entry(id))?.state).toBe('voided')
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=complete]'))).toBe(
        'Everything so far is settled or voided, and the day is not over yet.',
      )
    })
    expect(element.shadowRoot?.querySelector('[part=incomplete]')).toBeNull()
  })

  it('counts by operation and by hour, with a table beside the chart', async () => {
    const till = await openShown()
    const { id } = await till.refund(refundOf('day-card', 7.25))
    await till.settled(id)
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=operations]'))).toContain('Settled 1 Waiting')
      expect(textOf(partOf(element, '[part=money]'))).toContain('Settled €7.25')
    })
    const chart = partOf(element, '[role=img]')
    expect(chart.getAttribute('aria-label')).toMatch(
      /^Bars of the operations entered each hour\. Most .+: 1\./,
    )
    expect(chart.querySelectorAll('rect.done')).toHaveLength(1)
    const [counted, paid] = element.shadowRoot?.querySelectorAll('details table') ?? []
    expect(counted && textOf(counted)).toMatch(/1 1 0 0 0$/)
    expect(paid && textOf(paid)).toMatch(/€7\.25 €7\.25 €0\.00 €0\.00 €0\.00$/)
  })

  it('shows corrections as the difference they made, not only as money voided and rung up anew', async () => {
    const { till, entry } = await park(status(422), 'rejected')
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => partOf(element, '[part=money]'))
    expect(textOf(partOf(element, '[part=money]'))).not.toContain('correction')
    await till.attention.amend(entry.id, refundOf(entry.id, 19.5), { by: 'Ada', reason: 'typing mistake' })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=money]'))).toMatch(/1 correction, difference ?: -€5\.50/)
    })
  })

  it('says how many settled operations are in no amount, as their rows are damaged', async () => {
    const name = freshName()
    const till = await openTestTill({ service: { baseUrl: nowhere }, name })
    const { id } = await till.refund(refundOf('A', 7.25))
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => partOf(element, '[part=money]'))
    expect(element.shadowRoot?.querySelector('[part=unsummed]')).toBeNull()
    const raw = await openRaw(name)
    await raw.table('entries').where('id').equals(id).modify({ amount: 'ten', state: 'parked' })
    raw.close()
    await till.attention.markApplied(id, { by: 'Ada', reason: 'the balance shows it' })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=unsummed]'))).toBe(
        'Settled, not in the amounts (cannot be read): 1 operation',
      )
    })
    expect(textOf(partOf(element, '[part=money]'))).not.toContain('7.25')
  })

  it('says of a day that retention has begun to delete that its figures are of what is left', async () => {
    const { till } = pretend({ entries: [] })
    const erased = async (span: { from: Date; to: Date }) => ({
      ...(await till.day(span)),
      isComplete: false,
      isErased: true,
    })
    const element = await show('counterfoil-day', { till: { ...till, day: erased } })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=incomplete]'))).toMatch(
        /^Operations of this time were deleted .* left ?\.$/,
      )
    })
    expect(element.shadowRoot?.querySelector('[part=complete]')).toBeNull()
  })

  it('has no money where there are only operations without amounts', async () => {
    const till = await openShown(nowhere)
    await till.associate({ Card: 'C' })
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => partOf(element, 'table'))
    const captions = [...(element.shadowRoot?.querySelectorAll('caption') ?? [])]
    expect(captions.map(({ textContent }) => textContent.trim())).toEqual(['Operations', 'Operations'])
  })

  it('shows another day, and tells an empty one from a complete one', async () => {
    const till = await openShown(nowhere)
    await till.refund(refundOf('A'))
    const element = await show('counterfoil-day', { till, day: '2020-02-29' })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Nothing was entered on this day.')
    })
    const input = partOf(element, 'input') as HTMLInputElement
    input.value = ''
    input.dispatchEvent(new Event('change'))
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('Waiting to be sent: 1 operation (€10.00)')
    })
  })

  it('takes a day that is typed, whose year begins with its last digits', async () => {
    const element = await show('counterfoil-day', { till: pretend({}).till, day: '2026-10-05' })
    await element.updateComplete
    const input = partOf(element, 'input') as HTMLInputElement
    input.focus()
    await userEvent.keyboard('11062025')
    expect([input.value, element.day]).toEqual(['2025-11-06', '2025-11-06'])
    await userEvent.keyboard('{Shift>}{Tab}{/Shift}{Tab}0003')
    input.blur()
    expect([input.value, element.day]).toEqual(['2025-11-06', '2025-11-06'])
  })

  it('shows no figures of a till that is taken away while they are read', async () => {
    const { till } = pretend({ entries: [entryOf('refund', refundOf('A', 7.25))] })
    const answer = Promise.withResolvers<undefined>()
    const day: Till['day'] = async (span) => {
      await answer.promise
      return till.day(span)
    }
    const element = await show('counterfoil-day', { till: { ...till, day } })
    await element.updateComplete
    element.till = undefined
    await element.updateComplete
    answer.resolve(undefined)
    await vi.waitFor(() => {
      expect(element).toHaveProperty('isReading', false)
    })
    await element.updateComplete
    expect(element.shadowRoot?.querySelector('.report')).toBeNull()
  })

  it('shows the figures that were read before its language was loaded', async () => {
    const element = await show('counterfoil-day', { till: pretend({}).till, lang: 'pl' })
    await vi.waitFor(() => partOf(element, '.report'))
  })

  it('prints its figures alone, with every hour', async () => {
    const till = await openShown(nowhere)
    await till.refund(refundOf('A'))
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => partOf(element, '.report'))
    const { papers, stop } = catchPrints()
    partOf(element, '[part~=print]').click()
    await vi.waitFor(() => {
      expect(papers).toHaveLength(1)
    })
    stop()
    expect(papers[0]?.body.textContent).toContain('This day is not complete')
    expect(papers[0]?.querySelector('details')?.open).toBe(true)
    expect(papers[0]?.querySelector('button, input')).toBeNull()
  })

  it('says which till the figures are of, and who read them, on paper too', async () => {
    const till = await openShown(nowhere)
    const element = await show('counterfoil-day', { till, operator: 'Ada' })
    await vi.waitFor(() => {
      const origin = partOf(element, '[part=origin]').textContent.replaceAll(/\s+/g, ' ').trim()
      expect(origin).toMatch(
        /^Shop \/ till: S01 \/ T1 Operator: Ada Period: \w+ \d+, \d{4}, 12:00\sAM – .+AM$/,
      )
    })
    const { papers, stop } = catchPrints()
    partOf(element, '[part~=print]').click()
    await vi.waitFor(() => {
      expect(papers[0]?.body.textContent).toContain('S01 / T1')
    })
    stop()
    expect(papers[0]?.body.textContent).toContain('Ada')
  })

  it('bears a line of the host’s own, on paper and in the file too, so that training is told from it', async () => {
    const { till } = pretend({ entries: [] })
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => partOf(element, '.report'))
    expect(element.shadowRoot?.querySelector('[part=notice]')).toBeNull()
    element.texts = { slip: { notice: 'Training. Not a receipt.' } }
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=notice]'))).toBe('Training. Not a receipt.')
    })
    const { papers, stop } = catchPrints()
    partOf(element, '[part~=print]').click()
    await vi.waitFor(() => {
      expect(papers[0]?.body.textContent).toContain('Training. Not a receipt.')
    })
    stop()
    const blobs: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'about:blank'
    })
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
    partOf(element, '[part~=download]').click()
    create.mockRestore()
    click.mockRestore()
    expect((await blobs[0]?.text())?.split('\r\n')[1]).toMatch(/^Training\. Not a receipt\.,+$/)
  })

  it.each([
    ['EUR', '€1,234.50'],
    ['JPY', '¥1,234.5'],
    ['KWD', 'KWD 1,234.500'],
  ])('writes amounts in the till’s own currency, %s', async (currency, written) => {
    const till = await openTestTill({ currency, service: { baseUrl: nowhere } })
    expect(till.currency).toBe(currency)
    await till.refund({ ...refundOf('A'), StoredValueCardReceipt: { Total: 1234.5 } })
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=money]')).replaceAll('\u00A0', ' ')).toContain(written)
    })
    element.currency = 'USD'
    await vi.waitFor(() => {
      expect(textOf(partOf(element, '[part=money]'))).toContain('$1,234.50')
    })
  })

  it('gives the figures as CSV, named for what it is', async () => {
    const till = await openShown(nowhere)
    await till.refund(refundOf('A'))
    const element = await show('counterfoil-day', { till, day: '' })
    await vi.waitFor(() => partOf(element, '.report'))
    const blobs: Blob[] = []
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob)
      return 'about:blank'
    })
    const names: string[] = []
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download)
    })
    const signed: SignedCheckpoint[] = []
    const keep = ({ detail }: CustomEvent<SignedCheckpoint>) => signed.push(detail)
    document.addEventListener('counterfoil-checkpoint', keep)
    partOf(element, '[part~=download]').click()
    create.mockRestore()
    click.mockRestore()
    expect(names[0]).toMatch(/^day-\d{4}-\d\d-\d\d-incomplete\.csv$/)
    expect(await blobs[0]?.text()).toContain('All,,1,10.00,0,0.00,1,10.00,0,0.00,0,0.00')
    await vi.waitFor(() => {
      expect(signed).toHaveLength(1)
    })
    document.removeEventListener('counterfoil-checkpoint', keep)
    expect(signed[0]?.note).toMatch(/^counterfoil\/.+\n2\n.+\n\n— counterfoil\/.+\n$/)
  })

  it('speaks Italian', async () => {
    document.documentElement.lang = 'it'
    const till = await openShown(nowhere)
    await till.refund(refundOf('A', 1234.5))
    const element = await show('counterfoil-day', { till })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain(
        'Questa giornata non è completa. Ancora aperte: In attesa di invio: 1',
      )
    })
    expect(textOf(element)).toContain('1234,50 €')
  })

  it('says so where the figures cannot be read', async () => {
    const till = await openShown(nowhere)
    const broken = {
      ...till,
      day: () => Promise.reject(new DOMException('the disk is gone', 'UnknownError')),
    }
    const element = await show('counterfoil-day', { till: broken })
    await vi.waitFor(() => {
      expect(textOf(element)).toContain('The figures cannot be read: Something went wrong (UnknownError).')
    })
    expect(element.shadowRoot?.querySelector('.report')).toBeNull()
  })
})
