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

interface SerialPort {
  open: (options: { baudRate: number }) => Promise<void>
  close: () => Promise<void>
  writable: WritableStream<Uint8Array> | null
}

interface UsbDevice {
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

/** The ways to a printer that this browser has. Each asks a person once; later it finds the same printer again. */
export function findWays(devices: Devices = navigator as Devices): { serial?: Way; usb?: Way } {
  const { serial, usb } = devices
  return {
    ...(serial && {
      serial: () =>
        choose(
          () => serial.getPorts(),
          () => serial.requestPort(),
          (port) => ({ send: (bytes) => sendToPort(port, bytes) }),
        ),
    }),
    ...(usb && {
      usb: () =>
        choose(
          () => usb.getDevices(),
          () => usb.requestDevice({ filters: [{ classCode: printerClass }] }),
          (device) => ({ send: (bytes) => sendToDevice(device, bytes) }),
        ),
    }),
  }
}

async function choose<Device>(
  list: () => Promise<Device[]>,
  ask: () => Promise<Device>,
  toPrinter: (device: Device) => Printer,
): Promise<Printer | undefined> {
  const [known] = await list()
  try {
    return toPrinter(known ?? (await ask()))
  } catch (error) {
    // The browser says so when a person closes its question without a choice.
    if (error instanceof DOMException && error.name === 'NotFoundError') return undefined
    throw error
  }
}

async function sendToPort(port: SerialPort, bytes: Uint8Array): Promise<void> {
  await port.open({ baudRate })
  try {
    const writer = port.writable?.getWriter()
    if (!writer) throw new Error('The port takes no bytes.')
    try {
      await writer.write(bytes)
    } finally {
      writer.releaseLock()
    }
  } finally {
    await port.close()
  }
}

async function sendToDevice(device: UsbDevice, bytes: Uint8Array): Promise<void> {
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
