import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { describe, tell } from '../till.js'
import type { Exchange } from '../wire.js'
import { isAcknowledged, judgeEnding, sendFirst, times, type Check } from './check.js'

const atOnce: Check = {
  name: 'repeat-at-once',
  title: 'answers a repeat with the stored reply, and does it once',
  group: 'repeats',
  isPerEndpoint: true,
  isAboutKeys: true,
  run: (lab, kind) => arrive(lab, kind, 2),
}

const arrivals: Check = {
  name: 'arrivals',
  title: 'does an operation once, whether it arrives one, two, three or four times',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    for (const count of [1, 3, 4]) {
      const findings = await arrive(lab, kind, count)
      if (findings.length > 0) return findings
    }
    return []
  },
}

async function arrive(lab: Lab, kind: Operation['kind'], count: number): Promise<Finding[]> {
  const operation = await lab.make(kind)
  const replies: Exchange[] = []
  for (let left = count; left > 0; left -= 1) replies.push(await lab.send(operation))
  const [first, last = first] = [replies[0], replies.at(-1)]
  if (!first || !last) return []
  if (!isAcknowledged(first, kind)) throw new Undecided(`the first sending got ${describe(first)}`)
  const effects = await lab.effects(operation)
  const how = count === 1 ? 'sent once' : `sent ${times(count)}, one after the other`
  const findings = judgeEnding({ effects, last, kind }, { how, twice: 'repeat-run-twice' })
  if (findings.length > 0) return findings
  const differs = kind === 'refund' && lab.readTransaction(last) !== lab.readTransaction(first)
  return differs ? [otherTransaction] : []
}

const otherTransaction: Finding = {
  name: 'other-transaction',
  level: 'fault',
  seen: 'the reply to a repeat names another transaction than the first reply',
  till: 'sends later receipt updates for the transaction of the reply that reached it, which may be the wrong one',
  mend: 'store the reply with the key and answer with it to the letter',
}

const parallel: Check = {
  name: 'repeat-in-parallel',
  title: 'does an operation once that arrives four times at the same moment',
  group: 'repeats',
  isPerEndpoint: true,
  isAboutKeys: true,
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const early: Exchange[] = []
    const replies = await Promise.all(
      [1, 2, 3, 4].map(async () => {
        const reply = await lab.send(operation)
        if (isAcknowledged(reply, kind) && (await lab.effects(operation)) === 0) early.push(reply)
        return reply
      }),
    )
    const last = (await lab.insist(operation)).at(-1)
    const effects = await lab.effects(operation)
    const ended = last
      ? judgeEnding(
          { effects, last, kind },
          { how: 'sent four times at once', twice: 'parallel-repeat-run-twice' },
        )
      : []
    if (ended.length > 0) return ended
    const odd = replies.find(
      (reply) => !isAcknowledged(reply, kind) && ![409, 425, 429].includes(reply.status),
    )
    return [
      ...(early.length > 0 ? [earlyReplay] : []),
      ...(odd ? [oddReply(describe(odd), tell(odd, kind))] : []),
    ]
  },
}

const earlyReplay: Finding = {
  name: 'acknowledged-early',
  level: 'fault',
  seen: 'a repeat was acknowledged while the first was still under way and nothing was done yet',
  till: 'settles the operation: if the first then fails, it is never done',
  mend: 'let a second request with the key wait for the first, or answer it with 409',
  option: 'idempotencyKey',
}

function oddReply(reply: string, deed: string): Finding {
  return {
    name: 'parallel-repeat-fails',
    level: 'warning',
    seen: `while the first was under way, a repeat got ${reply}`,
    till: deed,
    mend: 'answer 409 while a request with the key is under way, or let it wait for the first',
  }
}

const otherBody: Check = {
  name: 'key-with-another-body',
  title: 'refuses another body under a known key',
  group: 'repeats',
  isPerEndpoint: true,
  isAboutKeys: true,
  run: async (lab, kind) => {
    const first = await lab.make(kind)
    const refused = await sendFirst(lab, first)
    if (refused.length > 0) return refused
    return judgeReuse(lab, first, await lab.make(kind), 'fingerprint-ignored')
  },
}

const acrossEndpoints: Check = {
  name: 'key-across-endpoints',
  title: 'refuses a known key at another endpoint',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const other = lab.working.find((one) => one !== kind)
    if (other === undefined) throw new Undecided('it takes two endpoints')
    const first = await lab.make(kind)
    const refused = await sendFirst(lab, first)
    if (refused.length > 0) return refused
    return judgeReuse(lab, first, await lab.make(other), 'key-across-endpoints')
  },
}

async function judgeReuse(lab: Lab, first: Operation, other: Operation, name: string): Promise<Finding[]> {
  const { kind } = other
  const second = await lab.underKeyOf(first, other)
  const reply = await lab.send(second)
  const effects = await lab.effects(second)
  if (reply.status === 422 && effects === 0) return []
  const seen = `another operation under a known key got ${describe(reply)}; done ${times(effects)}`
  if (isAcknowledged(reply, kind) && effects === 0) return [reuseAcknowledged(name, seen)]
  return [
    {
      name: effects > 0 ? 'key-taken-as-new' : 'reuse-not-422',
      level: effects > 0 && !isAcknowledged(reply, kind) ? 'fault' : effects > 0 ? 'warning' : 'note',
      seen,
      till: `${tell(reply, kind)}; a till gives each operation a key of its own, so that this shows a fault elsewhere`,
      mend: 'store a digest of method, path and body with the key, and answer another one with 422',
    },
  ]
}

function reuseAcknowledged(name: string, seen: string): Finding {
  return {
    name,
    level: 'fault',
    seen,
    till: 'settles an operation that was never done; a till gives each operation a key of its own, so that it takes a fault elsewhere, such as two tills from one copied profile',
    mend: 'store a digest of method, path and body with the key, and answer another one with 422',
    option: 'idempotencyKey',
  }
}

const quotes: Check = {
  name: 'key-in-quotes',
  title: 'takes a key in quotes, and the same key without them as the same or as an error',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const refused = await sendFirst(lab, operation)
    if (refused.length > 0) return refused
    const bare = await lab.send(operation, { key: operation.key })
    const effects = await lab.effects(operation)
    if (effects === 1) return []
    return [
      {
        name: 'quotes-make-another-key',
        level: 'note',
        seen: `a repeat whose key had lost its quotes got ${describe(bare)}; done ${times(effects)} in all`,
        till: 'always sends the key in quotes (RFC 9651), so that it takes a proxy that changes headers',
        mend: 'read the key as a structured field: the quotes are no part of it; refuse others with 400',
      },
    ]
  },
}

const withoutKey: Check = {
  name: 'without-key',
  title: 'answers an operation without a key',
  group: 'repeats',
  isAboutKeys: true,
  run: async (lab, kind) => {
    const reply = await lab.send(await lab.make(kind), { key: false })
    if (isAcknowledged(reply, kind)) return []
    return [
      {
        name: 'key-required',
        level: 'note',
        seen: `an operation without a key got ${describe(reply)}`,
        till: `${tell(reply, kind)}, unless idempotencyKey is on`,
        mend: 'nothing: set idempotencyKey in every till',
        option: 'idempotencyKey',
      },
    ]
  },
}

export const repeats: readonly Check[] = [
  atOnce,
  arrivals,
  parallel,
  otherBody,
  acrossEndpoints,
  quotes,
  withoutKey,
]
