import { WebSocket } from 'ws'

/** A talk with a browser in WebDriver BiDi: commands, their answers, and events in between. */
export interface Talk {
  /** Rejects with what the browser answers instead, and when the line to it is cut. */
  send: (method: string, params?: object) => Promise<unknown>
  listen: (method: string, hear: (params: unknown) => void) => void
  hangUp: () => void
}

interface Waiting {
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

interface Message {
  id?: number | null
  type: 'success' | 'error' | 'event'
  method?: string
  params?: unknown
  result?: unknown
  error?: string
  message?: string
}

/** Opens the line to a browser that listens at an address. */
export async function startTalk(address: string): Promise<Talk> {
  const socket = await connect(address)
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, (params: unknown) => void>()
  let last = 0
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(data as string) as Message
    if (message.type === 'event') listeners.get(message.method ?? '')?.(message.params)
    else answer(waiting, message)
  })
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('the browser has gone'))
    waiting.clear()
  })
  return {
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== WebSocket.OPEN) {
          reject(new Error('the browser has gone'))
          return
        }
        last += 1
        waiting.set(last, { resolve, reject })
        socket.send(JSON.stringify({ id: last, method, params }))
      }),
    listen: (method, hear) => listeners.set(method, hear),
    hangUp: () => {
      socket.terminate()
    },
  }
}

function connect(address: string): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    // Stays for good: a line that breaks later tells so by closing, too.
    socket.on('error', reject)
    socket.once('open', () => {
      resolve(socket)
    })
  })
}

function answer(waiting: Map<number, Waiting>, { id, type, result, error, message }: Message): void {
  const asker = waiting.get(id ?? 0)
  waiting.delete(id ?? 0)
  if (type === 'success') asker?.resolve(result)
  else asker?.reject(new Error(`${error ?? 'unknown error'}: ${message ?? ''}`))
}
