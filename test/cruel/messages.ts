import type { Bytes } from './bytes.js'

/** The head of a request or of a reply, as it came. */
export interface Head {
  bytes: Buffer
  firstLine: string
  headers: ReadonlyMap<string, string>
}

/** How the end of a body is found. */
export type Framing =
  { kind: 'none' } | { kind: 'length'; length: number } | { kind: 'chunked' } | { kind: 'close' }

const headEnd = '\r\n\r\n'

export async function readHead(source: Bytes): Promise<Head | undefined> {
  const bytes = await source.readUntil(headEnd)
  if (!bytes) return undefined
  const [firstLine = '', ...lines] = bytes.toString('latin1').trim().split('\r\n')
  const headers = lines.map((line) => {
    const [name = '', ...value] = line.split(':')
    return [name.trim().toLowerCase(), value.join(':').trim()] as const
  })
  return { bytes, firstLine, headers: new Map(headers) }
}

/** The method and the path of a request, without the query. */
export function readTarget({ firstLine }: Head): { method: string; path: string } {
  const [method = '', path = ''] = firstLine.split(' ')
  return { method, path: path.replace(/[?#].*$/s, '') }
}

export function statusOf({ firstLine }: Head): number {
  return Number(firstLine.split(' ')[1])
}

export function requestFraming(head: Head): Framing {
  return announcedFraming(head) ?? { kind: 'none' }
}

export function replyFraming(head: Head, method: string): Framing {
  const status = statusOf(head)
  const isBare = method === 'HEAD' || status < 200 || status === 204 || status === 304
  return isBare ? { kind: 'none' } : (announcedFraming(head) ?? { kind: 'close' })
}

function announcedFraming({ headers }: Head): Framing | undefined {
  if (/chunked/i.test(headers.get('transfer-encoding') ?? '')) return { kind: 'chunked' }
  const length = headers.get('content-length')
  return length === undefined ? undefined : { kind: 'length', length: Number(length) }
}

/** Whether the connection is good for another request after this reply. */
export function isKeptAlive({ headers, firstLine }: Head, framing: Framing): boolean {
  const connection = headers.get('connection')?.toLowerCase() ?? ''
  if (framing.kind === 'close' || connection.includes('close')) return false
  return !firstLine.startsWith('HTTP/1.0') || connection.includes('keep-alive')
}

/** A body's bytes as they come on the wire; ends early where the wire does. */
export async function* readBody(source: Bytes, framing: Framing): AsyncGenerator<Buffer> {
  switch (framing.kind) {
    case 'none':
      return
    case 'length':
      yield* readLength(source, framing.length)
      return
    case 'chunked':
      yield* readChunks(source)
      return
    case 'close':
      yield* readLength(source, Infinity)
  }
}

async function* readLength(source: Bytes, length: number): AsyncGenerator<Buffer> {
  for (let left = length; left > 0;) {
    const bytes = await source.read(left)
    if (!bytes) return
    left -= bytes.length
    yield bytes
  }
}

async function* readChunks(source: Bytes): AsyncGenerator<Buffer> {
  for (;;) {
    const line = await source.readUntil('\r\n')
    if (!line) return
    yield line
    const size = Number.parseInt(line.toString('latin1'), 16)
    if (!(size > 0)) break
    yield* readLength(source, size + 2)
  }
  for (;;) {
    const line = await source.readUntil('\r\n')
    if (!line) return
    yield line
    if (line.length === 2) return
  }
}

export async function readAll(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const piece of pieces) chunks.push(piece)
  return Buffer.concat(chunks)
}

/** What a body says, whatever its framing. */
export function unframe(body: Buffer, { kind }: Framing): Buffer {
  if (kind !== 'chunked') return body
  const chunks: Buffer[] = []
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, lineEnd).toString('latin1'), 16)
    if (lineEnd < 0 || !(size > 0)) return Buffer.concat(chunks)
    chunks.push(body.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}

/** A head with some of its headers replaced. */
export function rewriteHead(head: Head, changes: Readonly<Record<string, string>>): Buffer {
  const replaced = new Set(['content-length', 'transfer-encoding', ...Object.keys(changes)])
  const lines = head.bytes.toString('latin1').slice(0, -headEnd.length).split('\r\n')
  const kept = lines.filter(
    (line, index) => index === 0 || !replaced.has((line.split(':')[0] ?? '').trim().toLowerCase()),
  )
  const added = Object.entries(changes).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from([...kept, ...added].join('\r\n') + headEnd, 'latin1')
}
