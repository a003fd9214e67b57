import { endpointOf } from '../domain/endpoints.js'
import type { OperationKind } from '../domain/models.js'
import type { Answer } from '../domain/outcome.js'
import { joinUrl, type ServiceAccess } from './access.js'
import { client } from './client.js'

const replyCharactersMax = 1_048_576

/** Sends one frozen body and tells what came back; it never rejects. */
export async function send(access: ServiceAccess, kind: OperationKind, body: string): Promise<Answer> {
  const signal = AbortSignal.timeout(access.timeoutMs)
  let request: Request
  try {
    request = await createRequest(access, kind, body, signal)
  } catch (error) {
    return { tag: 'unsent', why: errorToText(error), at: Date.now() }
  }
  try {
    return await responseToAnswer(await client(request))
  } catch {
    return { tag: 'silence', why: signal.aborted ? 'timeout' : 'network', at: Date.now() }
  }
}

/** Whatever fails here failed before anything left the till. */
async function createRequest(
  { baseUrl, headers, credentials }: ServiceAccess,
  kind: OperationKind,
  body: string,
  signal: AbortSignal,
): Promise<Request> {
  const { method, path } = endpointOf(kind)
  const given = typeof headers === 'function' ? await headers() : headers
  signal.throwIfAborted()
  return new Request(joinUrl(baseUrl, path), {
    method,
    headers: { ...given, 'content-type': 'application/json' },
    body,
    credentials,
    signal,
  })
}

async function responseToAnswer(response: Response): Promise<Answer> {
  const at = Date.now()
  const { status } = response
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) return { tag: 'redirect', at }
  const text = await readText(response)
  return { tag: 'reply', status, headers: Object.fromEntries(response.headers), text, at }
}

/** A reply longer than any acknowledgement is cut, so that it cannot fill the till's memory. */
async function readText(response: Response): Promise<string> {
  if (!response.body) return ''
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length > replyCharactersMax) {
      await reader.cancel()
      return text.slice(0, replyCharactersMax)
    }
  }
}

function errorToText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
