import type { OperationKind } from '../../domain/models.js'
import type { Config } from '../config.js'
import type { Finding, Group } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { describe, judge, tell } from '../till.js'
import type { Exchange } from '../wire.js'

/** One thing to try at a service. */
export interface Check {
  name: string
  title: string
  group: Group
  /** Is tried at each endpoint; else at one. */
  isPerEndpoint?: true
  /** Leaves an endpoint out. */
  isFor?: (config: Config, kind: OperationKind) => boolean
  /** Concerns keys, and is left out where the service has none. */
  isAboutKeys?: true
  run: (lab: Lab, kind: OperationKind) => Promise<Finding[] | Passed>
}

/** Passed, where it is worth telling by what. */
export interface Passed {
  by: string
}

/** Whether a till settles an operation by this reply. */
export function isAcknowledged(reply: Exchange, kind: OperationKind): boolean {
  return judge(reply, kind).tag === 'acknowledged'
}

/** Sends an operation that must be acknowledged before anything else can be judged. */
export async function sendFirst(lab: Lab, operation: Operation): Promise<Finding[]> {
  const reply = await lab.send(operation)
  if (isAcknowledged(reply, operation.kind)) return []
  return [
    {
      name: 'not-acknowledged',
      level: 'fault',
      seen: `a plain operation got ${describeFully(reply, operation.kind)}`,
      till: tell(reply, operation.kind),
      mend: mendOf(reply),
    },
  ]
}

function mendOf({ status }: Exchange): string {
  if (status === 404 || status === 405 || status === 501)
    return 'compare `baseUrl` with where the endpoint is; or give `cards` that the service knows; or leave it out of `endpoints`'
  if (status >= 400 && status < 500)
    return 'if it is right to refuse this one, let the file ask for one that is taken: `cards` and `orders` that exist or are new as your service wants them, `bodies` with the fields it misses, `headers`; or leave it out of `endpoints`'
  if (status === 0 || status >= 500) return 'look into the log of the service: it failed at a plain operation'
  return 'answer an operation that was done with 200 and JSON'
}

/** A reply with the service's own words, which say most about a refusal. */
export function describeFully(reply: Exchange, kind: OperationKind): string {
  const outcome = judge(reply, kind)
  const problem = 'reply' in outcome ? outcome.reply.problem : undefined
  const words = [problem?.title, problem?.detail].filter((text) => text !== undefined && text !== '')
  return words.length === 0 ? describe(reply) : `${describe(reply)}: ${words.join(' ').slice(0, 300)}`
}

export function times(count: number): string {
  if (count === 0) return 'not at all'
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`
}

/** What was done under a key in the end. */
export interface Ending {
  effects: number
  last: Exchange
  kind: OperationKind
}

/** What is wrong where an operation was sent more than once under its key; `undone` names what 200 without effect shows. */
export function judgeEnding(
  { effects, last, kind }: Ending,
  { how, twice, undone = 'acknowledged-without-effect' }: { how: string; twice: string; undone?: string },
): Finding[] {
  const seen = `${how}: done ${times(effects)}, and answered at last by ${describe(last)}`
  if (effects > 1) return [doneTwice(twice, seen)]
  if (isAcknowledged(last, kind)) return effects === 1 ? [] : [neverDone(undone, seen)]
  if (effects === 0 && last.status === 409) return [blocked(seen)]
  return [unanswered(seen, tell(last, kind))]
}

/** Sends an operation again as a till does, and judges what came of it. */
export async function judgeInsisting(
  lab: Lab,
  operation: Operation,
  words: { how: string; twice: string; undone?: string },
): Promise<Finding[]> {
  const last = (await lab.insist(operation)).at(-1)
  await lab.calm()
  const effects = await lab.effects(operation)
  return last ? judgeEnding({ effects, last, kind: operation.kind }, words) : []
}

function doneTwice(name: string, seen: string): Finding {
  return {
    name,
    level: 'fault',
    seen,
    till: 'takes a repeat for harmless under a key and sends it whenever an answer is lost: the money moves twice',
    mend: 'store the key in the transaction that has the effect, and answer a known key with the stored reply; until then leave idempotencyKey off',
    option: 'idempotencyKey',
  }
}

function neverDone(name: string, seen: string): Finding {
  return {
    name,
    level: 'fault',
    seen,
    till: 'settles the operation: the money never moves, and nobody is told',
    mend: 'commit key and effect together, and store as done only what was done; until then leave idempotencyKey off',
    option: 'idempotencyKey',
  }
}

function blocked(seen: string): Finding {
  return {
    name: 'key-before-effect',
    level: 'fault',
    seen,
    till: 'asks again a few times, then parks the operation as a conflict: it is never done under this key',
    mend: 'commit the key in the transaction that has the effect: if that fails, the key is not known either',
    option: 'idempotencyKey',
  }
}

function unanswered(seen: string, deed: string): Finding {
  return {
    name: 'repeat-not-answered',
    level: 'fault',
    seen,
    till: `${deed}; the answer that was lost stays lost, and a person has to find out`,
    mend: 'answer a known key with the stored reply, whatever has happened since',
    option: 'idempotencyKey',
  }
}
