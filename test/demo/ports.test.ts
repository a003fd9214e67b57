import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { findWays } from '../../src/demo/printing/ports.js'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

const slip = new Uint8Array([27, 64])
const findUsb = (usb: object) => findWays({ usb } as never).usb
const findSerial = (serial: object) => findWays({ serial } as never).serial

/** A port that takes all bytes, or none and says nothing. */
function fakePort({ hangs = false } = {}) {
  const close = vi.fn(() => Promise.resolve())
  const forget = vi.fn(() => Promise.resolve())
  const sent: Uint8Array[] = []
  const aborted = vi.fn()
  const writable = new WritableStream<Uint8Array>({
    write(bytes, { signal }) {
      sent.push(bytes)
      return hangs
        ? new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(signal.reason as Error)
            })
          })
        : undefined
    },
    abort: aborted,
  })
  return { open: () => Promise.resolve(), close, forget, writable, sent, aborted }
}

/** A device with one interface of a class; 7 is a printer's. */
function fakeDevice(interfaceClass: number, transferOut = () => Promise.resolve({ status: 'ok' })) {
  const endpoints = [{ direction: 'out', endpointNumber: 1 }]
  const interfaces = [{ interfaceNumber: 0, alternate: { interfaceClass, endpoints } }]
  return {
    open: vi.fn(() => Promise.resolve()),
    close: vi.fn(() => Promise.resolve()),
    forget: vi.fn(() => Promise.resolve()),
    configuration: null,
    configurations: [{ configurationValue: 1, interfaces }],
    selectConfiguration: () => Promise.resolve(),
    claimInterface: () => Promise.resolve(),
    transferOut: vi.fn(transferOut),
  }
}

const never = () => new Promise<never>(() => undefined)

describe('a printer that takes nothing and says nothing', () => {
  it('is given up after a time at a serial port, which is closed, and a person chooses anew', async () => {
    const dead = fakePort({ hangs: true })
    const good = fakePort()
    const requestPort = vi.fn(() => Promise.resolve(good))
    const way = findSerial({ getPorts: () => Promise.resolve([dead]), requestPort })
    const sending = (await way?.())?.send(slip)
    const given = expect(sending).rejects.toThrow('The printer took nothing for 20 seconds.')
    await vi.advanceTimersByTimeAsync(20_000)
    await given
    expect(dead.aborted).toHaveBeenCalledTimes(1)
    expect(dead.close).toHaveBeenCalledTimes(1)
    await (await way?.())?.send(slip)
    expect(requestPort).toHaveBeenCalledTimes(1)
    expect(good.sent).toEqual([slip])
    expect(dead.forget).toHaveBeenCalledTimes(1)
  })

  it('is given up after a time at USB', async () => {
    const dead = fakeDevice(7, never)
    const way = findUsb({ getDevices: () => Promise.resolve([dead]) })
    const given = expect((await way?.())?.send(slip)).rejects.toThrow('20 seconds')
    await vi.advanceTimersByTimeAsync(20_000)
    await given
    expect(dead.close).toHaveBeenCalled()
  })

  it('is given up although it does not even close', async () => {
    const dead = fakeDevice(7, never)
    dead.close.mockImplementation(never)
    const way = findUsb({ getDevices: () => Promise.resolve([dead]) })
    const given = expect((await way?.())?.send(slip)).rejects.toThrow('20 seconds')
    await vi.advanceTimersByTimeAsync(20_000)
    await given
  })
})

describe('the choice of a printer', () => {
  it('passes over a known device that is no printer', async () => {
    const scale = fakeDevice(3)
    const printer = fakeDevice(7)
    const way = findUsb({ getDevices: () => Promise.resolve([scale, printer]) })
    await (await way?.())?.send(slip)
    expect(scale.open).not.toHaveBeenCalled()
    expect(printer.transferOut).toHaveBeenCalledTimes(1)
  })

  it('is asked for anew after a failure, and what was chosen then is used from then on', async () => {
    const broken = fakeDevice(7, () => Promise.resolve({ status: 'stall' }))
    const printer = fakeDevice(7)
    const known = [broken]
    const requestDevice = vi.fn(() => {
      known.push(printer)
      return Promise.resolve(printer)
    })
    const way = findUsb({ getDevices: () => Promise.resolve(known), requestDevice })
    await expect((await way?.())?.send(slip)).rejects.toThrow('stall')
    for (const count of [1, 2]) {
      await (await way?.())?.send(slip)
      expect(printer.transferOut).toHaveBeenCalledTimes(count)
    }
    expect(requestDevice).toHaveBeenCalledTimes(1)
    expect(broken.forget).toHaveBeenCalledTimes(1)
  })

  it('may fall on the same one again, which is not forgotten', async () => {
    let status = 'stall'
    const printer = fakeDevice(7, () => Promise.resolve({ status }))
    const requestDevice = vi.fn(() => Promise.resolve(printer))
    const way = findUsb({ getDevices: () => Promise.resolve([printer]), requestDevice })
    await expect((await way?.())?.send(slip)).rejects.toThrow('stall')
    status = 'ok'
    for (let times = 0; times < 2; times += 1) await (await way?.())?.send(slip)
    expect(requestDevice).toHaveBeenCalledTimes(1)
    expect(printer.forget).not.toHaveBeenCalled()
  })
})
