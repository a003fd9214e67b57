import { validatorsOf, validatorsToConditions } from '../../domain/validators.js'
import type { OperationKind } from '../../domain/models.js'
import { Undecided, type Finding } from '../finding.js'
import type { Lab, Operation } from '../lab.js'
import { describe, tell } from '../till.js'
import type { Exchange } from '../wire.js'
import { describeFully, isAcknowledged, times, type Check } from './check.js'

const noSuchVersion = '"counterfoil-conform-no-such-version"'
const longAgo = 'Sun, 06 Nov 1994 08:49:37 GMT'

/** An operation on a card that the service has just answered for, and that answer. */
async function makeOnKnownCard(
  lab: Lab,
  kind: OperationKind,
): Promise<{ operation: Operation; known?: Exchange }> {
  const by = (['refund', 'associate'] as const).find((one) => lab.working.includes(one))
  if (by === undefined) throw new Undecided('it takes refunds or associations to make a version')
  // Made with a refund of its own.
  if (kind === 'updateReceipt') return { operation: await lab.make(kind) }
  const first = await lab.make(by)
  const known = await lab.send(first)
  if (!isAcknowledged(known, by)) throw new Undecided('no operation told a version of its card')
  return { operation: await lab.make(kind, { card: first.names.card }), known }
}

function held(header: string, value: string, name: string, level: 'fault' | 'warning'): Check['run'] {
  return async (lab, kind) => {
    const { operation, known } = await makeOnKnownCard(lab, kind)
    const reply = await lab.send(operation, { headers: { [header]: value } })
    const effects = (await lab.effectsIfSeen(operation)) ?? 0
    if ((reply.status === 412 || reply.status === 428) && effects === 0) return judgeVersion(reply)
    expectNotTaken(reply, kind, effects)
    if (header === 'If-Unmodified-Since') expectDates(known, reply)
    return [
      {
        name,
        level,
        seen: `${header}: ${value} cannot hold, and it got ${describeFully(reply, kind)}; done ${times(effects)}`,
        till: `${tell(reply, kind)}: a change that was made without knowledge of another one goes through`,
        mend: `compare ${header} with the version that stands, and answer 412 before anything is done; until then leave conditions out`,
        option: 'conditions',
      },
    ]
  }
}

/** Conditions are tried on a card that is known, and so associated already. */
function expectNotTaken({ status }: Exchange, kind: OperationKind, effects: number): void {
  if (kind === 'associate' && status === 409 && effects === 0)
    throw new Undecided('the service refuses to associate a card again, under any condition')
}

/** RFC 9110, section 13.1.4: where there is no date to compare with, the condition is ignored. */
function expectDates(...replies: (Exchange | undefined)[]): void {
  if (replies.every((reply) => reply?.headers['last-modified'] === undefined))
    throw new Undecided('the service tells no Last-Modified')
}

function judgeVersion({ headers }: Exchange): Finding[] {
  if (validatorsToConditions(validatorsOf({ ...headers }) ?? {}) !== undefined) return []
  return [
    {
      name: 'version-hidden',
      level: 'warning',
      seen: 'a 412 without a strong ETag or a Last-Modified',
      till: 'cannot renew the condition, and asks a person each time',
      mend: 'send the ETag or Last-Modified that holds now with the 412',
      option: 'conditions',
    },
  ]
}

const staleTag: Check = {
  name: 'if-match',
  title: 'holds a change to a version (If-Match)',
  group: 'conditions',
  isPerEndpoint: true,
  run: held('If-Match', noSuchVersion, 'etag-not-checked', 'fault'),
}

const staleDate: Check = {
  name: 'if-unmodified-since',
  title: 'holds a change to a date (If-Unmodified-Since)',
  group: 'conditions',
  isPerEndpoint: true,
  run: held('If-Unmodified-Since', longAgo, 'date-not-checked', 'warning'),
}

const noneMatch: Check = {
  name: 'if-none-match',
  title: 'refuses to make what exists (If-None-Match: *)',
  group: 'conditions',
  isPerEndpoint: true,
  run: held('If-None-Match', '*', 'none-match-not-checked', 'warning'),
}

const currentTag: Check = {
  name: 'version',
  title: 'tells versions, and takes a change that is held to the one that stands',
  group: 'conditions',
  isPerEndpoint: true,
  // The version of a receipt is told by a 412: renewal tries it.
  isFor: (_, kind) => kind !== 'updateReceipt',
  run: async (lab, kind) => {
    const { operation, known } = await makeOnKnownCard(lab, kind)
    if (!known) throw new Undecided('nothing told the version')
    const version = validatorsOf({ ...known.headers }) ?? {}
    const conditions = validatorsToConditions(version)
    if (!conditions) return [noVersion(version.etag)]
    const reply = await lab.send(operation, { headers: toHeaders(conditions) })
    expectNotTaken(reply, kind, (await lab.effectsIfSeen(operation)) ?? 0)
    return isAcknowledged(reply, kind) ? [] : [currentRefused(describe(reply), tell(reply, kind))]
  },
}

function noVersion(etag: string | undefined): Finding {
  return {
    name: etag === undefined ? 'no-version' : 'weak-version',
    level: 'warning',
    seen: etag === undefined ? 'a 200 without ETag or Last-Modified' : `a weak ETag, ${etag}`,
    till: "has nothing to hold a later change to: conditions: 'latest' goes without a condition",
    mend: 'send a strong ETag on each 200 about a card or a receipt',
    option: 'conditions',
  }
}

function currentRefused(reply: string, deed: string): Finding {
  return {
    name: 'current-version-refused',
    level: 'warning',
    seen: `held to the version of the last reply, it got ${reply}`,
    till: deed,
    mend: 'send with each 200 the version that it left behind',
    option: 'conditions',
  }
}

const renewal: Check = {
  name: 'renewal',
  title: 'takes an operation again under its key once its condition is renewed',
  group: 'conditions',
  isAboutKeys: true,
  isPerEndpoint: true,
  run: async (lab, kind) => {
    const { operation } = await makeOnKnownCard(lab, kind)
    const failed = await lab.send(operation, { headers: { 'If-Match': noSuchVersion } })
    const conditions = validatorsToConditions(validatorsOf({ ...failed.headers }) ?? {})
    if (failed.status !== 412 || !conditions) throw new Undecided('no 412 told the version that stands')
    const reply = await lab.send(operation, { headers: toHeaders(conditions) })
    const effects = await lab.effects(operation)
    if (isAcknowledged(reply, kind) && effects === 1) return []
    expectNotTaken(reply, kind, effects)
    return [
      {
        name: 'failed-condition-stored',
        level: 'fault',
        seen: `with its condition renewed it got ${describe(reply)}; done ${times(effects)}`,
        till: 'renews a condition under the same key, three times at most: the operation is never done',
        mend: 'store only what was done under a key; judge anew what was refused',
        option: 'idempotencyKey',
      },
    ]
  },
}

function toHeaders({ ifMatch, ifUnmodifiedSince }: { ifMatch?: string; ifUnmodifiedSince?: string }) {
  return {
    ...(ifMatch !== undefined && { 'If-Match': ifMatch }),
    ...(ifUnmodifiedSince !== undefined && { 'If-Unmodified-Since': ifUnmodifiedSince }),
  }
}

export const conditions: readonly Check[] = [staleTag, staleDate, noneMatch, currentTag, renewal].map(
  (check) => ({
    ...check,
    isFor: (config, kind) =>
      config.conditions.includes(kind) && (check.isFor === undefined || check.isFor(config, kind)),
  }),
)
