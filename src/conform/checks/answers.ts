import { endpointOf, transactionField } from '../../domain/endpoints.js'
import type { OperationKind } from '../../domain/models.js'
import { fillAll } from '../calls.js'
import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { describe, isReached, judge, tell } from '../till.js'
import type { Exchange } from '../wire.js'
import { describeFully, isAcknowledged, sendFirst, type Check } from './check.js'

/** Goes first: an endpoint that does not pass it is not tried any further. */
export const minimalBody: Check = {
  name: 'minimal-body',
  title: 'takes the least that a till sends, and does it once',
  group: 'answers',
  isPerEndpoint: true,
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const refused = await sendFirst(lab, operation)
    return refused.length > 0 ? refused : judgeEffect(lab, operation)
  },
}

async function judgeEffect(lab: Lab, operation: Operation): Promise<Finding[]> {
  const atOnce = await lab.effectsIfSeen(operation)
  if (atOnce === undefined || atOnce === 1) return []
  await lab.calm()
  const effects = await lab.effects(operation)
  if (effects === 1) return [acknowledgedEarly]
  return [
    {
      name: effects === 0 ? 'acknowledged-without-effect' : 'more-than-one-effect',
      level: 'fault',
      seen: `a plain operation was acknowledged, and the read-back shows ${effects} effects`,
      till: 'settles the operation',
      mend: 'answer 200 only once the effect is committed; or let `readBack` show the effects of this operation',
    },
  ]
}

const acknowledgedEarly: Finding = {
  name: 'acknowledged-early',
  level: 'warning',
  seen: 'the read-back showed the effect only a while after the 200',
  till: 'settles the operation at the 200: if the service fails in between, the operation is lost',
  mend: 'answer 200 after the commit',
}

const fullBody: Check = {
  name: 'full-body',
  title: 'takes every field of the interface',
  group: 'answers',
  isPerEndpoint: true,
  run: async (lab, kind) => {
    const reply = await lab.send(await lab.make(kind, { isFull: true }))
    if (isAcknowledged(reply, kind)) return []
    return [
      {
        name: 'full-body-refused',
        level: 'warning',
        seen: `a body with every field got ${describeFully(reply, kind)}`,
        till: tell(reply, kind),
        mend: 'take the fields of the interface, or tell your tills which they must leave out',
      },
    ]
  },
}

const transaction: Check = {
  name: 'transaction-in-reply',
  title: 'names the transaction, so that its receipt can be updated later',
  group: 'answers',
  run: async (lab) => {
    if (!lab.working.includes('refund') || !lab.config.endpoints.includes('updateReceipt'))
      throw new Undecided('it takes refunds and receipt updates')
    const reply = await lab.send(await lab.make('refund'))
    if (!isAcknowledged(reply, 'refund')) throw new Undecided('no refund was acknowledged')
    const { transactionIdAt = transactionField } = lab.config
    if (lab.readTransaction(reply) !== undefined)
      return transactionIdAt === transactionField ? [] : [elsewhere(transactionIdAt, 'note')]
    const found = findTransaction(JSON.parse(reply.text))
    return found === undefined ? [nowhere] : [elsewhere(found, 'warning')]
  },
}

function elsewhere(path: string, level: 'note' | 'warning'): Finding {
  return {
    name: 'transaction-elsewhere',
    level,
    seen: `a refund's reply has its transaction at ${path}, not as TransactionID at the top`,
    till: 'finds no transaction by itself: an update that waits for a refund is parked as reference',
    mend: 'set readReply.transactionId in the till, and `transactionIdAt` in this configuration',
    option: `readReply ${path}`,
  }
}

const nowhere: Finding = {
  name: 'no-transaction',
  level: 'warning',
  seen: "a refund's reply names no transaction",
  till: 'parks an update that waits for a refund as reference, for a person to name the transaction',
  mend: 'answer with an integer TransactionID at the top of the body',
  option: 'readReply',
}

/** The first whole number under a likely name. */
function findTransaction(value: unknown, path: readonly string[] = []): string | undefined {
  if (typeof value !== 'object' || value === null || path.length > 3) return undefined
  const entries = Object.entries(value)
  const near = entries.find(
    ([name, inner]) => /transaction|movement/i.test(name) && Number.isSafeInteger(inner),
  )
  if (near) return [...path, near[0]].join('.')
  for (const [name, inner] of entries) {
    const found = findTransaction(inner, [...path, name])
    if (found !== undefined) return found
  }
  return undefined
}

const probe: Check = {
  name: 'probe',
  title: 'answers the probe that goes before operations',
  group: 'answers',
  run: async (lab) => {
    const reply = await lab.probe()
    const isOwn = lab.config.probe !== undefined
    if (isReached(reply, lab.config.probe)) return []
    return [
      {
        name: 'probe-refused',
        level: 'fault',
        seen: `${isOwn ? 'GET of the probe address' : 'HEAD of the base address'} got ${describe(reply)}`,
        till: 'takes the service for offline and sends nothing',
        mend: isOwn
          ? 'answer the probe address with 2xx, without credentials'
          : 'answer HEAD of the base address with any status but a redirect, 502, 503, 504 and 511, or set `probe`',
        option: 'probe',
      },
    ]
  },
}

const wrongPath: Check = {
  name: 'wrong-path',
  title: 'answers 404 where there is no endpoint',
  group: 'answers',
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const reply = await lab.send(operation, { path: `${endpointOf(kind).path}/none` })
    if (reply.status === 404 || reply.status === 405) return []
    const isLost = isAcknowledged(reply, kind)
    return [
      {
        name: 'any-path-answered',
        level: isLost ? 'fault' : 'warning',
        seen: `a path that does not exist got ${describe(reply)}`,
        till: isLost
          ? 'settles the operation: with a wrong base address every operation is lost'
          : tell(reply, kind),
        mend: 'answer a path that does not exist with 404',
      },
    ]
  },
}

/** Cases of the owner's own: what the interface's other statuses take is known to the owner alone. */
export function checkOfCase(index: number, lab: Lab): Check | undefined {
  const one = lab.config.cases?.[index]
  if (!one) return undefined
  return {
    name: `case-${index + 1}`,
    title: one.what ?? `answers ${one.status} where the configuration says so`,
    group: 'answers',
    run: async (given) => {
      const plain = await given.make(one.after ?? one.operation)
      if (one.after !== undefined && !isAcknowledged(await given.send(plain), one.after))
        throw new Undecided('the operation before it was not acknowledged')
      const over = fillAll(one.body ?? {}, plain.names) as Record<string, unknown>
      const operation = await given.make(one.operation, { card: plain.names.card, over })
      const reply = await given.send(operation, { headers: one.headers ?? {} })
      return judgeCase(reply, one.operation, one.status)
    },
  }
}

function judgeCase(reply: Exchange, kind: OperationKind, status: number): Finding[] {
  const outcome = judge(reply, kind)
  const isContract = status !== 409 && status !== 412
  const isBeyond = !endpointOf(kind).hasConflicts && !isContract
  if (reply.status === status && !isBeyond && outcome.tag !== 'misconfigured') return []
  return [
    {
      name: reply.status === status ? 'status-beyond-contract' : 'status-otherwise',
      level: 'warning',
      seen: `it got ${describeFully(reply, kind)}, where ${status} was expected`,
      till: tell(reply, kind),
      mend:
        outcome.tag === 'misconfigured'
          ? 'give the reply a title or detail of its own, so that it is not taken for a missing endpoint'
          : 'answer with the status that the interface has for it',
      option: 'classify',
    },
  ]
}

export const answers: readonly Check[] = [fullBody, transaction, probe, wrongPath]
