/** A printer that a person has chosen. */
export interface Printer {
  send: (bytes: Uint8Array) => Promise<void>
}

/** A way to a printer; undefined where a person chose none. */
export type Way = () => Promise<Printer | undefined>

/** What WebSerial and WebUSB have of what is used here; the types of this language version do not list them. */
interface Devices {
  serial?: {
    getPorts: () => Promise<SerialPort[]>
    requestPort: () => Promise<SerialPort>
  }
  usb?: {
    getDevices: () => Promise<UsbDevice[]>
    requestDevice: (options: { filters: { classCode: number }[] }) => Promise<UsbDevice>
  }
}

/** What a page may forget, so that the browser lists it no more; older browsers cannot. */
interface Forgettable {
  forget?: () => Promise<void>
}

interface SerialPort extends Forgettable {
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
  writable: WritableStream<Uint8Array> | null
}

interface UsbDevice extends Forgettable {
  open: () => Promise<void>
  close: () => Promise<void>
  configuration: UsbConfiguration | null
  configurations: UsbConfiguration[]
  selectConfiguration: (value: number) => Promise<void>
  claimInterface: (number: number) => Promise<void>
  transferOut: (endpoint: number, bytes: Uint8Array) => Promise<{ status: string }>
}

interface UsbConfiguration {
  configurationValue: number
  interfaces: {
    interfaceNumber: number
    alternate: { interfaceClass: number; endpoints: { direction: string; endpointNumber: number }[] }
  }[]
}

const printerClass = 7
const baudRate = 9_600

/** The longest slip is through by then. */
const limitMs = 20_000

/** The ways to a printer that this browser has. Each asks a person once, and anew after a failure. */
export function findWays(devices: Devices = navigator as Devices): { serial?: Way; usb?: Way } {
  const { serial, usb } = devices
  return {
    ...(serial && {
      serial: createWay(
        () => serial.getPorts(),
        () => serial.requestPort(),
        sendToPort,
      ),
    }),
    ...(usb && {
      usb: createWay(
        async () => (await usb.getDevices()).filter(isPrinter),
        () => usb.requestDevice({ filters: [{ classCode: printerClass }] }),
        sendToDevice,
      ),
    }),
  }
}

/** Another page of this origin may have been allowed a device that is no printer. */
function isPrinter({ configurations }: UsbDevice): boolean {
  return configurations.some(({ interfaces }) =>
    interfaces.some(({ alternate }) => alternate.interfaceClass === printerClass),
  )
}

function createWay<Device extends Forgettable>(
  list: () => Promise<Device[]>,
  ask: () => Promise<Device>,
  send: (device: Device, bytes: Uint8Array, signal: AbortSignal) => Promise<void>,
): Way {
  let chosen: Device | undefined
  let failed: Device | undefined

  async function findKnown(): Promise<Device | undefined> {
    if (failed) return undefined
    const known = await list()
    return known.find((device) => device === chosen) ?? known[0]
  }

  async function choose(): Promise<Device> {
    const device = (await findKnown()) ?? (await ask())
    if (failed && failed !== device) await failed.forget?.().catch(() => undefined)
    failed = undefined
    chosen = device
    return device
  }

  return async () => {
    try {
      const device = await choose()
      return {
        async send(bytes) {
          try {
            await limit((signal) => send(device, bytes, signal))
          } catch (error) {
            failed = device
            throw error
          }
        },
      }
    } catch (error) {
      // The browser says so when a person closes its question without a choice.
      if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
      throw error
    }
  }
}

/** Rejects after the time limit and aborts the work, which may take no notice of that. */
async function limit(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController()
  const timer = setTimeout(() => {
    stop.abort(new Error(`The printer took nothing for ${limitMs / 1_000} seconds.`))
  }, limitMs)
  const late = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => {
      reject(stop.signal.reason as Error)
    })
  })
  try {
    await Promise.race([work(stop.signal), late])
  } finally {
    clearTimeout(timer)
  }
}

async function sendToPort(port: SerialPort, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  await port.open({ baudRate })
  try {
    const writer = port.writable?.getWriter()
    if (!writer) throw new Error('The port takes no bytes.')
    const abort = () => void writer.abort(signal.reason).catch(() => undefined)
    try {
      signal.throwIfAborted()
      signal.addEventListener('abort', abort)
      await writer.write(bytes)
    } finally {
      writer.releaseLock()
    }
  } finally {
    await port.close()
  }
}

async function sendToDevice(device: UsbDevice, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  // Closed, a device ends what it is in the midst of.
  signal.addEventListener('abort', () => void device.close().catch(() => undefined))
  await device.open()
  try {
    const configuration = device.configuration ?? device.configurations[0]
    const found = configuration?.interfaces.find(({ alternate }) => alternate.interfaceClass === printerClass)
    const out = found?.alternate.endpoints.find(({ direction }) => direction === 'out')
    if (!configuration || !found || !out) throw new Error('The device has no way in for a printer.')
    if (!device.configuration) await device.selectConfiguration(configuration.configurationValue)
    await device.claimInterface(found.interfaceNumber)
    const { status } = await device.transferOut(out.endpointNumber, bytes)
    if (status !== 'ok') throw new Error(`The device answered: ${status}.`)
  } finally {
    await device.close()
  }
}
