import { isShallow } from '../domain/fields.js'
import type { OperationKind } from '../domain/models.js'
import { createRules, type TillRules } from '../domain/rules.js'
import { findFailures } from '../domain/validate.js'
import { Refusal } from './answer.js'

const bytesMax = 1_048_576

/**
 * The service's rules: the models of the interface, and what each operation cannot do without. Whether a receipt adds up
 * is left to the tills: they know the currency.
 */
const serviceRules: TillRules = { ...createRules(), receipt: () => [] }

/** Reads a body; what is not JSON, or nested deeper than any operation is, is refused. */
export async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')
  if (type !== null && !/^application\/(?:[\w.-]+\+)?json\s*(?:;|$)/i.test(type))
    throw new Refusal(415, { title: 'The body must be JSON' })
  const body = parseJson(await readText(request))
  if (!isShallow(body)) throw new Refusal(400, { title: 'The body is nested too deeply' })
  return body
}

/** Refuses a body that does not fit its operation. */
export function checkBody(kind: OperationKind, body: unknown): asserts body is Record<string, unknown> {
  const errors = findFailures(kind, body, serviceRules)
  if (errors.length === 0) return
  const detail = errors.map(
    ({ path, expected, found }) => `${path || 'body'}: expected ${expected}, found ${found}`,
  )
  throw new Refusal(400, {
    title: 'The request contains errors',
    detail: detail.slice(0, 5).join('; '),
    extensions: { errors },
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's words could quote a secret.
    throw new Refusal(400, { title: 'The body is not JSON' })
  }
}

async function readText(request: Request): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  const bytes = await readBytes(request)
  try {
    return decoder.decode(bytes)
  } catch {
    // The error says no more than its place.
    throw new Refusal(400, { title: 'The body is not UTF-8' })
  }
}

/** Counts as it reads: the length that a request names need not be true. */
async function readBytes(request: Request): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = request.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  for (;;) {
    const read = await reader?.read().catch(() => {
      // Whoever sent it has gone, which is no fault of the service.
      throw new Refusal(400, { title: 'The body was cut off' })
    })
    if (read?.value === undefined) break
    length += read.value.length
    if (length > bytesMax) throw new Refusal(413, { title: 'The body is larger than a megabyte' })
    parts.push(read.value)
  }
  const bytes = new Uint8Array(length)
  let place = 0
  for (const part of parts) {
    bytes.set(part, place)
    place += part.length
  }
  return bytes
}
