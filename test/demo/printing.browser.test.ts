import { afterEach, describe, expect, it, vi } from 'vitest'
import { createSlip } from '../../src/demo/register/slip.js'
import { createVoice } from '../../src/demo/register/voice.js'
import { loadTexts } from '../../src/demo/texts.js'
import { clearShown, nowhere, openShown, textOf } from '../support/elements.js'
import { interpret, toText } from '../support/escpos.js'
import { refundOf } from '../support/models.js'

afterEach(async () => {
  for (const name of ['serial', 'usb']) Reflect.deleteProperty(navigator, name)
  localStorage.removeItem('counterfoil-printed')
  await clearShown()
})

/** Gives the browser ways to a printer, or takes them from it. */
function equip(devices: { serial?: object; usb?: object }): void {
  for (const name of ['serial', 'usb'] as const)
    Object.defineProperty(navigator, name, { value: devices[name], configurable: true })
}

async function showSlip() {
  const till = await openShown(nowhere)
  const { register } = await loadTexts('en')
  const slip = createSlip({ till }, createVoice('en', register))
  document.body.append(slip.element)
  slip.show(await till.refund(refundOf('9001000000000025', 12.5)))
  return { till, slip, element: slip.element }
}

const find = (element: HTMLElement, name: string) =>
  element.querySelector<HTMLButtonElement>(`[data-testid=print-${name}]`)
const noteOf = (element: HTMLElement) => element.querySelector('.printer-note')?.textContent

/** A serial port that notes what it is sent, and whether it was closed. */
function fakePort() {
  const sent: Uint8Array[] = []
  const open = vi.fn(() => Promise.resolve())
  const close = vi.fn(() => Promise.resolve())
  const writable = new WritableStream<Uint8Array>({ write: (bytes) => void sent.push(bytes) })
  return { sent, port: { open, close, writable } }
}

describe('the slip of the demo', () => {
  it('is printed through a serial port that a person chooses once, and is a reprint the next time', async () => {
    const { sent, port } = fakePort()
    const known: object[] = []
    const requestPort = vi.fn(() => {
      known.push(port)
      return Promise.resolve(port)
    })
    equip({ serial: { getPorts: () => Promise.resolve(known), requestPort } })
    const { element } = await showSlip()
    expect(find(element, 'usb')).toBeNull()
    expect(requestPort).not.toHaveBeenCalled()
    for (const count of [1, 2]) {
      find(element, 'serial')?.click()
      await vi.waitFor(() => {
        expect(noteOf(element)).toBe('Sent to the printer.')
        expect(sent).toHaveLength(count)
        expect(find(element, 'serial')?.disabled).toBe(false)
      })
    }
    expect(requestPort).toHaveBeenCalledTimes(1)
    expect(port.close).toHaveBeenCalledTimes(2)
    const [first = '', second = ''] = sent.map((bytes) => toText(interpret(bytes), 42))
    expect(first).toContain('PROVISIONAL, NOT YET CONFIRMED')
    expect(first).toMatch(/Total +€12\.50\|/)
    expect(first).not.toContain('REPRINT')
    expect(second).toContain('REPRINT')
    expect(textOf(element.querySelector('counterfoil-receipt') ?? element)).toContain('Reprint')
  })

  it('is noted as printed by its own name, though the next sale was saved while it was printed', async () => {
    const { promise, resolve } = Promise.withResolvers<undefined>()
    const { port } = fakePort()
    const writable = new WritableStream<Uint8Array>({ write: () => promise })
    equip({ serial: { getPorts: () => Promise.resolve([{ ...port, writable }]) } })
    const { till, element, slip } = await showSlip()
    find(element, 'serial')?.click()
    await vi.waitFor(() => {
      expect(noteOf(element)).toBe('Printing…')
    })
    const first = element.querySelector('counterfoil-receipt')?.entryId ?? ''
    slip.show(await till.refund(refundOf('9001000000000033', 7)))
    resolve(undefined)
    await vi.waitFor(() => {
      expect(find(element, 'serial')?.disabled).toBe(false)
    })
    expect(noteOf(element)).toBe('')
    expect(element.querySelector('counterfoil-receipt')?.isReprint).toBe(false)
    expect(localStorage.getItem('counterfoil-printed')).toContain(first)
  })

  it('is printed through USB, at the way in of the printer’s own interface', async () => {
    const sent: { endpoint: number; bytes: Uint8Array }[] = []
    const claimInterface = vi.fn(() => Promise.resolve())
    const alternate = {
      interfaceClass: 7,
      endpoints: [
        { direction: 'in', endpointNumber: 1 },
        { direction: 'out', endpointNumber: 2 },
      ],
    }
    const device = {
      open: () => Promise.resolve(),
      close: () => Promise.resolve(),
      configuration: null,
      configurations: [
        {
          configurationValue: 1,
          interfaces: [
            { interfaceNumber: 0, alternate: { interfaceClass: 3, endpoints: [] } },
            { interfaceNumber: 4, alternate },
          ],
        },
      ],
      selectConfiguration: () => Promise.resolve(),
      claimInterface,
      transferOut: (endpoint: number, bytes: Uint8Array) => {
        sent.push({ endpoint, bytes })
        return Promise.resolve({ status: 'ok' })
      },
    }
    equip({ usb: { getDevices: () => Promise.resolve([device]) } })
    const { element } = await showSlip()
    find(element, 'usb')?.click()
    await vi.waitFor(() => {
      expect(noteOf(element)).toBe('Sent to the printer.')
    })
    expect(claimInterface).toHaveBeenCalledWith(4)
    expect(sent[0]?.endpoint).toBe(2)
    expect(interpret(sent[0]?.bytes ?? new Uint8Array()).isCut).toBe(true)
  })

  it('is left to the browser’s print where the browser reaches no printer', async () => {
    equip({})
    const { element } = await showSlip()
    expect(element.querySelectorAll('[slot=actions]')).toHaveLength(0)
    await vi.waitFor(() => {
      expect(textOf(element.querySelector('counterfoil-receipt') ?? element)).toMatch(/Print$/)
    })
  })

  it('says that the printer did not take it, and marks no reprint', async () => {
    const port = {
      open: () => Promise.reject(new DOMException('Failed to open serial port.', 'NetworkError')),
      close: () => Promise.resolve(),
      writable: null,
    }
    equip({ serial: { getPorts: () => Promise.resolve([port]) } })
    const { element } = await showSlip()
    find(element, 'serial')?.click()
    await vi.waitFor(() => {
      expect(noteOf(element)).toContain(
        'Check cable and paper, or press Print. (Failed to open serial port.)',
      )
    })
    expect(textOf(element.querySelector('counterfoil-receipt') ?? element)).not.toContain('Reprint')
  })

  it('asks no more of a person who chooses no printer', async () => {
    const requestPort = vi.fn(() => Promise.reject(new DOMException('No port selected.', 'NotFoundError')))
    equip({ serial: { getPorts: () => Promise.resolve([]), requestPort } })
    const { element } = await showSlip()
    find(element, 'serial')?.click()
    await vi.waitFor(() => {
      expect(requestPort).toHaveBeenCalledTimes(1)
      expect(find(element, 'serial')?.disabled).toBe(false)
    })
    expect(noteOf(element)).toBe('')
  })
})
