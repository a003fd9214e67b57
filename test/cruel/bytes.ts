import type { Socket } from 'node:net'

/** The bytes that a socket receives, read in portions; undefined after its end. */
export interface Bytes {
  read: (most?: number) => Promise<Buffer | undefined>
  /** All up to and with the mark; nothing if the socket ends first, or if it takes too long to come. */
  readUntil: (mark: string) => Promise<Buffer | undefined>
}

const unmarkedBytesMax = 65_536

/** Reads a socket. An error counts as its end. */
export function createBytes(socket: Socket): Bytes {
  let kept = Buffer.alloc(0)
  let isOver = false
  let wake = (): void => undefined
  socket.on('data', (chunk: Buffer) => {
    kept = Buffer.concat([kept, chunk])
    wake()
  })
  for (const event of ['end', 'close', 'error']) {
    socket.on(event, () => {
      isOver = true
      wake()
    })
  }

  function more(): Promise<void> {
    return new Promise((resolve) => {
      wake = resolve
    })
  }

  function take(length: number): Buffer {
    const taken = kept.subarray(0, length)
    kept = kept.subarray(length)
    return taken
  }

  return {
    async read(most = Infinity) {
      while (kept.length === 0 && !isOver) await more()
      return kept.length === 0 ? undefined : take(Math.min(most, kept.length))
    },
    async readUntil(mark) {
      for (;;) {
        const at = kept.indexOf(mark)
        if (at >= 0) return take(at + mark.length)
        if (isOver || kept.length > unmarkedBytesMax) return undefined
        await more()
      }
    },
  }
}

/** Hands bytes to the machine's own care, after which a reset does not take them back. */
export function write(socket: Socket, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed || socket.writableEnded) resolve()
    else {
      socket.write(bytes, () => {
        resolve()
      })
    }
  })
}

/** How a connection is left: with a farewell (FIN), or without one (RST). */
export type Ending = 'cut' | 'reset'

/**
 * Node's own `resetAndDestroy` sends a farewell before the reset, which the other side then takes for the end. A
 * connection whose farewell is under way cannot be reset: the system refuses, and Node would never say that it is closed.
 */
export function endSocket(socket: Socket, ending: Ending): void {
  if (ending === 'cut') socket.destroySoon()
  else if (socket.writableEnded) socket.destroy()
  else Object.assign(socket, { resetAndClosing: true }).destroy()
}
