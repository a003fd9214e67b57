import { replyToAnswer, type Answer, type ReplyAnswer } from './answers.js'
import { answerControl, controlPath } from './control.js'
import type { Service } from './service.js'
import { wait } from './waiting.js'

/** Answers requests by the web's own types, without a connection: for a service worker. */
export type WebHandler = (request: Request) => Promise<Response>

/** Serves a service at a prefix of the request's own origin. A cut connection is `Response.error()`. */
export function createWebHandler(service: Service, prefix: string): WebHandler {
  return async (request) => {
    const { pathname } = new URL(request.url)
    const path = pathname.slice(prefix.length) || '/'
    const bodyText = await request.text()
    if (path.startsWith(`${controlPath}/`)) {
      const reply = answerControl(service, request.method, path.slice(controlPath.length), bodyText)
      return bytesToResponse(replyToAnswer(reply, service.now()), request.method)
    }
    const { method } = request
    return untilCut(service, async (signal) => {
      const reception = service.receive({
        method,
        path,
        headers: Object.fromEntries(request.headers),
        bodyText,
      })
      if (!(await wait(reception.waitMs, signal))) return Response.error()
      return answerToResponse(reception.answer(), method, signal)
    })
  }
}

/** An outage cuts whatever is under way. */
async function untilCut(
  { faults }: Service,
  answer: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const outage = new AbortController()
  const stop = faults.watchOutage((on) => {
    if (on) outage.abort()
  })
  try {
    return await answer(outage.signal)
  } finally {
    stop()
  }
}

async function answerToResponse(answer: Answer, method: string, signal: AbortSignal): Promise<Response> {
  const isWhole = await wait(answer.delayMs ?? 0, signal)
  return answer.kind === 'drop' || !isWhole ? Response.error() : bytesToResponse(answer, method)
}

function bytesToResponse(answer: ReplyAnswer, method: string): Response {
  const isBare = method === 'HEAD' || [204, 205, 304].includes(answer.status)
  const { status, headers } = answer
  return new Response(isBare ? null : answerToBody(answer), { status, headers })
}

/** The whole text, or a stream that is slow or breaks off. */
function answerToBody({ body, truncateAt, dripMs = 0 }: ReplyAnswer): string | ReadableStream<Uint8Array> {
  if (truncateAt === undefined && dripMs === 0) return body
  const bytes = new TextEncoder().encode(body).subarray(0, truncateAt)
  const closed = new AbortController()
  let sent = 0
  return new ReadableStream({
    async pull(controller) {
      if (sent < bytes.length) {
        const size = dripMs === 0 ? bytes.length : 1
        controller.enqueue(bytes.slice(sent, sent + size))
        sent += size
        await wait(dripMs, closed.signal)
      } else if (truncateAt === undefined) controller.close()
      else controller.error(new TypeError('The connection was cut'))
    },
    cancel() {
      closed.abort()
    },
  })
}
