import { retryAfterMs } from '../../decide/retry-after.js'
import { endpointOf } from '../../domain/endpoints.js'
import { parseHttpDate } from '../../domain/http-date.js'
import type { OperationKind } from '../../domain/models.js'
import { Undecided, type Finding } from '../finding.js'
import type { Lab } from '../lab.js'
import { describe, judge, tell } from '../till.js'
import { send } from '../wire.js'
import { isAcknowledged, type Check } from './check.js'

const credentials: Check = {
  name: 'credentials',
  title: 'asks for credentials with 401 or 403',
  group: 'headers',
  run: async (lab, kind) => {
    if (Object.keys(lab.config.headers).length === 0)
      throw new Undecided('the configuration has no `headers` to leave out')
    const reply = await lab.send(await lab.make(kind), { isAnonymous: true })
    if (judge(reply, kind).tag === 'unauthorized') return []
    const isOpen = isAcknowledged(reply, kind)
    return [
      {
        name: isOpen ? 'no-credentials-needed' : 'credentials-refused-otherwise',
        level: 'warning',
        seen: `an operation without credentials got ${describe(reply)}`,
        till: isOpen
          ? 'is not affected, but neither is anybody else who finds the address'
          : tell(reply, kind),
        mend: 'answer missing or expired credentials with 401: the till then fetches new ones and sends again',
      },
    ]
  },
}

const date: Check = {
  name: 'date',
  title: 'tells its time',
  group: 'headers',
  run: async (lab, kind) => {
    const { headers } = await lab.send(await lab.make(kind))
    const at = parseHttpDate(headers.date ?? '', Date.now())
    if (at !== undefined && Math.abs(at - Date.now()) < 60_000) return []
    return [
      {
        name: 'no-date',
        level: 'warning',
        seen:
          at === undefined
            ? `no Date header that can be read: ${headers.date ?? 'none'}`
            : `a Date that differs from this machine's: ${headers.date ?? ''}`,
        till: 'measures its clock by it: it cannot tell that its own is wrong, or takes a right one for wrong',
        mend: 'send Date, and keep the clock right',
      },
    ]
  },
}

const busy: Check = {
  name: 'retry-after',
  title: 'says when to come back if it is busy, and has done nothing',
  group: 'headers',
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    await lab.hook(lab.config.hooks?.busy, 'hooks.busy')
    const reply = await lab.send(operation)
    if (reply.status !== 429 && reply.status !== 503)
      throw new Undecided(`hooks.busy did not make the service busy: ${describe(reply)}`)
    const effects = (await lab.effectsIfSeen(operation)) ?? 0
    if (effects > 0) return [busyButDone(describe(reply))]
    if (retryAfterMs({ ...reply.headers }, Date.now()) !== undefined) return []
    return [
      {
        name: 'no-retry-after',
        level: 'warning',
        seen: `${describe(reply)} without a Retry-After that can be read: ${reply.headers['retry-after'] ?? 'none'}`,
        till:
          reply.status === 503
            ? 'cannot tell it from a proxy that lost the service: the outcome counts as unknown'
            : 'comes back within a minute, whatever you need',
        mend: 'send Retry-After, in seconds or as a date',
      },
    ]
  },
}

function busyButDone(reply: string): Finding {
  return {
    name: 'busy-but-done',
    level: 'fault',
    seen: `${reply}, and the read-back shows the effect`,
    till: 'sends it again later, for nothing was done: without a key it is done twice',
    mend: 'decide that you are busy before anything is done',
  }
}

const preflight: Check = {
  name: 'cors-preflight',
  title: 'lets a page of another origin ask',
  group: 'headers',
  isPerEndpoint: true,
  run: async (lab, kind) => {
    const origin = readOrigin(lab)
    const { method, path } = endpointOf(kind)
    const wanted = listHeaders(lab, kind)
    const reply = await send(
      {
        method: 'OPTIONS',
        url: lab.config.baseUrl + path,
        headers: {
          origin,
          'access-control-request-method': method,
          'access-control-request-headers': [...wanted].sort().join(','),
        },
      },
      lab.config.timeoutMs,
    )
    const allowed = listWords(reply.headers['access-control-allow-headers'])
    const methods = listWords(reply.headers['access-control-allow-methods'])
    const lacks = [
      ...(reply.status < 200 || reply.status > 299 ? [`a 2xx (it was ${describe(reply)})`] : []),
      ...(allowsOrigin(reply.headers, origin) ? [] : ['Access-Control-Allow-Origin']),
      ...(method === 'POST' || methods.includes('put') || methods.includes('*')
        ? []
        : ['PUT in Access-Control-Allow-Methods']),
      ...wanted
        .filter((name) => !allowed.includes(name) && (name === 'authorization' || !allowed.includes('*')))
        .map((name) => `${name} in Access-Control-Allow-Headers`),
    ]
    return lacks.length === 0 ? [] : [preflightRefused(lacks)]
  },
}

function preflightRefused(lacks: readonly string[]): Finding {
  return {
    name: 'preflight-refused',
    level: 'fault',
    seen: `the preflight lacks ${lacks.join(', ')}`,
    till: 'sends nothing: the browser forbids it, and the operation ends in silence',
    mend: 'answer OPTIONS with the headers in docs/cors.md, without asking for credentials',
  }
}

const replies: Check = {
  name: 'cors-replies',
  title: 'lets a page of another origin read replies and refusals',
  group: 'headers',
  run: async (lab, kind) => {
    const origin = readOrigin(lab)
    const done = await lab.send(await lab.make(kind), { headers: { origin } })
    const refused = await lab.send(await lab.make(kind), { headers: { origin }, text: '{' })
    const unread = [done, refused].filter(({ headers }) => !allowsOrigin(headers, origin))
    const exposed = listWords(done.headers['access-control-expose-headers'])
    const versions = lab.config.conditions.length > 0 ? ['etag', 'last-modified'] : []
    const told = ['idempotent-replayed', 'idempotency-key-lifetime'].filter((name) => name in done.headers)
    const hidden = ['date', 'retry-after', ...versions, ...told].filter((name) => !exposed.includes(name))
    return [
      ...(unread.length > 0 ? [unreadable(unread.map(describe))] : []),
      ...(hidden.length > 0 ? [hiddenHeaders(hidden)] : []),
    ]
  },
}

function unreadable(unread: readonly string[]): Finding {
  return {
    name: 'reply-unreadable',
    level: 'fault',
    seen: `without Access-Control-Allow-Origin: ${unread.join('; ')}`,
    till: 'hears silence: the outcome counts as unknown, even of what was done',
    mend: 'send Access-Control-Allow-Origin on every answer, errors too',
  }
}

function hiddenHeaders(hidden: readonly string[]): Finding {
  return {
    name: 'headers-hidden',
    level: 'warning',
    seen: `not in Access-Control-Expose-Headers: ${hidden.join(', ')}`,
    till: 'does not see them: it cannot keep to your waits, measure its clock, hold changes to a version or learn what you tell of your keys',
    mend: 'send Access-Control-Expose-Headers: ETag, Last-Modified, Retry-After, Date, Idempotent-Replayed, Idempotency-Key-Lifetime',
  }
}

function readOrigin({ config: { origin } }: Lab): string {
  if (origin === undefined) throw new Undecided('the configuration has no `origin`')
  return origin
}

function listHeaders({ config }: Lab, kind: OperationKind): string[] {
  const named = [
    'content-type',
    ...Object.keys(config.headers),
    ...(config.keys ? [config.keys.header] : []),
    ...(config.conditions.includes(kind) ? ['if-match', 'if-none-match', 'if-unmodified-since'] : []),
  ]
  return named.map((name) => name.toLowerCase())
}

function listWords(text = ''): string[] {
  return text
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter((word) => word !== '')
}

function allowsOrigin(headers: Readonly<Record<string, string>>, origin: string): boolean {
  const allowed = headers['access-control-allow-origin']
  return allowed === '*' || allowed === origin
}

export const headers: readonly Check[] = [credentials, date, busy, preflight, replies]
