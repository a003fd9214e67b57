import { pickGiven } from '../domain/given.js'
import { findConditionFailures, type ConditionsAsked } from '../domain/conditions.js'
import { endpointOf } from '../domain/endpoints.js'
import type { Entry, ListedEntry } from '../domain/entry.js'
import { InvalidOperation } from '../domain/errors.js'
import { isPlainObject } from '../domain/fields.js'
import { isId } from '../domain/id.js'
import type { Models, OperationKind } from '../domain/models.js'
import type { TillRules } from '../domain/rules.js'
import { findFailures, type FieldFailure } from '../domain/validate.js'
import type { TillJournal } from '../journal/journal.js'
import type { Clock } from '../ports.js'
import type { TillSetup } from './options.js'
import type { StorageCare } from './storage.js'

/** What may be said about an operation beside its body. */
export interface Extra {
  /** The host's own id: ringing up the same body under it again returns the entry that stands. */
  id?: string
  operator?: string
  /** Conditional headers of your own, or those that the latest reply about the card gives. */
  conditions?: ConditionsAsked
  /** The entry whose reply will name the transaction to update. */
  transactionOf?: string
  /** A named supervisor lets it pass a limit, on record. */
  override?: Verdict
  /** A named person lets it through though one like it was rung up a moment ago, on record. */
  allowDuplicate?: Verdict
}

/** Who decided, and why. */
export interface Verdict {
  by: string
  reason: string
}

export interface RingDoors {
  setup: TillSetup
  journal: TillJournal
  clock: Clock
  storage: StorageCare
}

/** Checks an operation, keeps it, and only then tells that it is safe. */
export async function ringUp<Kind extends OperationKind>(
  doors: RingDoors,
  kind: Kind,
  request: Models[Kind],
  extra: Extra,
): Promise<Entry<Kind>> {
  const { setup, journal, clock, storage } = doors
  assertValid(kind, request, extra, setup.rules)
  const id = extra.id ?? clock.id()
  const draft = {
    id,
    kind,
    request,
    shop: setup.shop,
    terminal: setup.terminal,
    createdAt: clock.now(),
    ...(setup.policy.key && { key: clock.id() }),
    ...pickGiven(extra, ['operator', 'conditions', 'transactionOf']),
  }
  const guard = { limits: setup.limits, ...pickGiven(extra, ['override', 'allowDuplicate']) }
  const append = () => journal.append(draft, guard)
  const entry = (await isKeptAlready(doors, extra.id)) ? await append() : await storage.keep(kind, append)
  return assertKept(entry, id) as Entry<Kind>
}

/** What stands under the host's own id was promised before, and takes no more room. */
async function isKeptAlready({ journal, storage }: RingDoors, id: string | undefined): Promise<boolean> {
  return id !== undefined && storage.isLow && (await journal.find(id)) !== undefined
}

/** Throws with every field that stands in the way, of the body and of what is said beside it. */
export function assertValid(kind: OperationKind, request: unknown, extra: Extra, rules: TillRules): void {
  const failures = [
    ...findFailures(kind, withReference(request, extra), rules),
    ...findExtraFailures(kind, request, extra),
  ]
  if (failures.length > 0) throw new InvalidOperation(kind, failures)
}

/** A transaction that is still to be named counts as given. */
function withReference(request: unknown, { transactionOf }: Extra): unknown {
  const isOpen = transactionOf !== undefined && isPlainObject(request) && request.TransactionID === undefined
  return isOpen ? { ...request, TransactionID: 0 } : request
}

function findExtraFailures(kind: OperationKind, request: unknown, extra: Extra): FieldFailure[] {
  const { id, operator, conditions, transactionOf, override, allowDuplicate } = extra
  const failures: FieldFailure[] = []
  const note = (path: string, expected: string, found: string) => failures.push({ path, expected, found })
  if (id !== undefined && !isId(id)) note('extra.id', '1 to 64 of A-Z a-z 0-9 . _ : -', 'something else')
  if (operator !== undefined && typeof operator !== 'string') note('extra.operator', 'text', typeof operator)
  if (conditions !== undefined) failures.push(...findConditionFailures(conditions))
  if (conditions !== undefined && !endpointOf(kind).hasConflicts) {
    note('extra.conditions', `none, as ${kind} has no conditions on its contract`, 'conditions')
  }
  for (const [name, verdict] of Object.entries({ override, allowDuplicate })) {
    if (verdict !== undefined && !isVerdict(verdict)) note(`extra.${name}`, 'who and why', 'something else')
  }
  if (transactionOf === undefined) return failures
  if (!endpointOf(kind).isRevision)
    note('extra.transactionOf', `none, as ${kind} revises no transaction`, 'an id')
  if (isPlainObject(request) && request.TransactionID !== undefined) {
    note('extra.transactionOf', 'either this or a TransactionID', 'both')
  }
  return failures
}

/** Whether somebody is named and gives a reason. */
export function isVerdict(verdict: unknown): verdict is Verdict {
  if (!isPlainObject(verdict)) return false
  return [verdict.by, verdict.reason].every((text) => typeof text === 'string' && text.trim() !== '')
}

function assertKept(entry: ListedEntry | undefined, id: string): ListedEntry {
  if (!entry) throw new Error(`${id} was kept, yet the journal does not find it`)
  return entry
}
