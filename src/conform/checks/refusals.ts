import type { OperationKind } from '../../domain/models.js'
import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation, SendOptions } from '../lab.js'
import { judge, tell } from '../till.js'
import type { Exchange } from '../wire.js'
import { describeFully, isAcknowledged, type Check } from './check.js'

interface Nonsense {
  name: string
  title: string
  what: string
  alter: (operation: Operation) => SendOptions
  /** What a 200 means here. */
  accepted?: Pick<Finding, 'level' | 'mend'> & { till?: string }
}

const nonsense: readonly Nonsense[] = [
  {
    name: 'malformed-json',
    title: 'refuses a body that is no JSON',
    what: 'a body that breaks off',
    alter: ({ text }) => ({ text: text.slice(0, -5) }),
    accepted: { level: 'fault', mend: 'refuse a body that cannot be read with 400' },
  },
  {
    name: 'missing-fields',
    title: 'refuses an operation without its fields',
    what: 'an empty object',
    alter: () => ({ text: '{}' }),
    accepted: { level: 'warning', mend: 'refuse an operation that names no card or order with 400 or 422' },
  },
  {
    name: 'wrong-types',
    title: 'refuses fields of the wrong type',
    what: 'numbers and lists in the place of texts and objects',
    alter: ({ text }) => ({ text: JSON.stringify(twist(JSON.parse(text) as object)) }),
    accepted: { level: 'warning', mend: 'compare bodies with the interface and refuse others with 400' },
  },
  {
    name: 'wrong-content-type',
    title: 'refuses a body that is not sent as JSON',
    what: 'Content-Type: text/plain',
    alter: () => ({ headers: { 'content-type': 'text/plain' } }),
    accepted: {
      level: 'note',
      till: 'always sends application/json',
      mend: 'with cookies, take application/json alone: any page may send text/plain without asking first',
    },
  },
  {
    name: 'unknown-field',
    title: 'answers a field that it does not know',
    what: 'a field that the interface does not have',
    alter: ({ text }) => ({ text: JSON.stringify({ ...(JSON.parse(text) as object), Conform: 'unknown' }) }),
  },
]

function twist(body: object): object {
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name, typeof value === 'string' ? [7] : 'seven']),
  )
}

const checks = nonsense.map(({ name, title, what, alter, accepted }): Check => ({
  name,
  title,
  group: 'answers',
  isPerEndpoint: true,
  run: async (lab, kind) => {
    const operation = await lab.make(kind)
    const reply = await lab.send(operation, alter(operation))
    if (!isAcknowledged(reply, kind)) return judgeRefusal(lab, operation, reply, what)
    if (!accepted) return []
    return [
      {
        name: `${name}-accepted`,
        ...accepted,
        seen: `${what}: ${describeFully(reply, kind)}`,
        till: 'settles the operation, though the service cannot have done what was meant',
      },
    ]
  },
}))

/** A refusal says so, does nothing, and tells a person why. */
export async function judgeRefusal(
  lab: Lab,
  operation: Operation,
  reply: Exchange,
  what: string,
): Promise<Finding[]> {
  const { kind } = operation
  const seen = `${what}: ${describeFully(reply, kind)}`
  const till = tell(reply, kind)
  if ((await lab.effectsIfSeen(operation)) ?? 0) return [refusedButDone(seen, till)]
  const outcome = judge(reply, kind)
  if (outcome.tag !== 'rejected') return [refusedOtherwise(seen, till, reply.status)]
  const words = outcome.reply.problem
  return words?.title !== undefined || words?.detail !== undefined ? [] : [withoutWords(seen)]
}

function refusedButDone(seen: string, till: string): Finding {
  return {
    name: 'refused-but-done',
    level: 'fault',
    seen: `${seen}, and the read-back shows its effect`,
    till: `${till}: a person may enter it again, and it is done twice`,
    mend: 'refuse before anything is done, or roll it back',
  }
}

function refusedOtherwise(seen: string, till: string, status: number): Finding {
  const isFailure = status === 0 || status >= 500
  return {
    name: isFailure ? 'refusal-as-failure' : 'refusal-as-something-else',
    level: isFailure ? 'fault' : 'warning',
    seen,
    till: isFailure
      ? `${till}; it can never succeed, so that it is sent until its key expires, and its cards wait behind it`
      : till,
    mend: 'answer what will never be taken as it stands with 400 or 422',
    option: 'classify',
  }
}

function withoutWords(seen: string): Finding {
  return {
    name: 'refusal-without-words',
    level: 'warning',
    seen: `${seen}, without a title or detail`,
    till: 'parks the operation as rejected, and has nothing but the status to show to a person',
    mend: 'answer with problem details (RFC 9457): application/problem+json with `title` and `detail`',
  }
}

const unknownCard: Check = {
  name: 'unknown-card',
  title: 'refuses a card that it does not know, in its own words',
  group: 'answers',
  run: async (lab, kind) => {
    const { unknown } = lab.config.cards
    if (unknown === undefined) throw new Undecided('the configuration has no `cards.unknown`')
    const of: OperationKind = kind === 'confirmOrder' || kind === 'updateReceipt' ? 'refund' : kind
    if (of === 'associate' && (!lab.config.cards.make || lab.makesByAssociating))
      throw new Undecided('an association makes a card known')
    const operation = await lab.make(of, { card: unknown })
    const reply = await lab.send(operation)
    if (isAcknowledged(reply, of)) throw new Undecided('the service takes `cards.unknown` as a card')
    return judgeRefusal(lab, operation, reply, 'an unknown card')
  },
}

export const refusals: readonly Check[] = [...checks, unknownCard]
