import { OwnError } from '../domain/error-name.js'
import { pickGiven } from '../domain/given.js'
import { createKey } from '../decide/key.js'
import { findConditionFailures, type ConditionsAsked } from '../domain/conditions.js'
import { endpointOf, transactionField } from '../domain/endpoints.js'
import { readTransaction } from '../domain/transaction.js'
import type { Entry, ListedEntry } from '../domain/entry.js'
import { InvalidOperation, OutcomeUnknown } from '../domain/errors.js'
import { copyOf, findTextFault, isPlainObject, isWholeText } from '../domain/fields.js'
import { isId } from '../domain/id.js'
import type { Models, OperationKind } from '../domain/models.js'
import type { TillRules } from '../domain/rules.js'
import { findObjections, type FieldFailure } from '../domain/validate.js'
import type { FirstJournal } from '../journal/first.js'
import type { TillJournal } from '../journal/journal.js'
import type { Clock } from '../ports.js'
import type { TillSetup } from './options.js'
import type { StorageCare } from './storage.js'

/** Facts of an operation beside its body. */
export interface Extra {
  /** The host's own id: saving the same body under it again returns the existing entry. */
  id?: string
  operator?: string
  /** Conditional headers of your own, or those from the latest reply about the card. */
  conditions?: ConditionsAsked
  /** The entry whose reply gives the transaction to update. */
  transactionOf?: string
  /** A named supervisor allows it past a limit, on record. */
  override?: Verdict
  /** A named person allows it although one like it was saved recently, on record. */
  allowDuplicate?: Verdict
}

/** Who decided, and why. */
export interface Verdict {
  by: string
  reason: string
}

export interface RingDeps {
  setup: TillSetup
  journal: FirstJournal
  clock: Clock
  storage: StorageCare
}

/** What the calls of a supervisor's desk are given. */
export interface DeskDeps extends RingDeps {
  journal: TillJournal
}

/** Checks an operation, saves it, and resolves only then. */
export async function ringUp<Kind extends OperationKind>(
  deps: RingDeps,
  kind: Kind,
  request: Models[Kind],
  extra: Extra,
): Promise<Entry<Kind>> {
  const { setup, journal, clock, storage } = deps
  assertValid(kind, request, extra, setup.rules)
  const id = extra.id ?? clock.id()
  const draft = {
    id,
    kind,
    request: copyOf(request),
    shop: setup.shop,
    terminal: setup.terminal,
    createdAt: clock.now(),
    ...createKey(setup.policy, clock.id),
    ...copyOf(pickGiven(extra, ['operator', 'conditions', 'transactionOf'])),
  }
  const guard = { limits: setup.limits, ...copyOf(pickGiven(extra, ['override', 'allowDuplicate'])) }
  const append = () => journal.append(draft, guard)
  const entry = (await isKeptAlready(deps, extra.id)) ? await append() : await storage.keep(kind, append)
  return assertKept(kind, entry, id) as Entry<Kind>
}

/** An operation that is already saved under the host's own id needs no more space. */
async function isKeptAlready({ journal, storage }: RingDeps, id: string | undefined): Promise<boolean> {
  return id !== undefined && storage.isLow && (await journal.find(id)) !== undefined
}

/** Throws with every invalid field of the body and of `extra`. */
export function assertValid(kind: OperationKind, request: unknown, extra: Extra, rules: TillRules): void {
  const given: unknown = extra
  const failures = [
    ...findObjections(kind, request, isPlainObject(given) ? extra.transactionOf : undefined, rules),
    ...(isPlainObject(given) ? findExtraFailures(kind, request, extra) : [notAnObject]),
  ]
  if (failures.length > 0) throw new InvalidOperation(kind, failures)
}

const notAnObject: FieldFailure = { path: 'extra', expected: 'an object', found: 'something else' }

type Note = (path: string, expected: string, found: string) => void

const extraNames: readonly (keyof Extra)[] = [
  'id',
  'operator',
  'conditions',
  'transactionOf',
  'override',
  'allowDuplicate',
]

function findExtraFailures(kind: OperationKind, request: unknown, extra: Extra): FieldFailure[] {
  const { id, operator, conditions, override, allowDuplicate } = extra
  const failures: FieldFailure[] = []
  const note: Note = (path, expected, found) => failures.push({ path, expected, found })
  for (const name of Object.keys(extra)) {
    if (!extraNames.includes(name as keyof Extra))
      note(`extra.${name.slice(0, 64)}`, knownExtras, 'this name')
  }
  if (id !== undefined && !isId(id)) note('extra.id', '1 to 64 of A-Z a-z 0-9 . _ : -', 'something else')
  if (operator !== undefined && !isWholeText(operator)) note('extra.operator', 'text', describe(operator))
  if (conditions !== undefined) failures.push(...findConditionFailures(conditions))
  if (conditions !== undefined && !endpointOf(kind).hasConflicts) {
    note('extra.conditions', `none, as ${kind} has no conditions on its contract`, 'conditions')
  }
  failures.push(...findVerdictFailures({ override, allowDuplicate }, 'extra.'))
  noteReference(kind, request, extra.transactionOf, note)
  return failures
}

const knownExtras = `one of ${extraNames.join(', ')}`

function noteReference(kind: OperationKind, request: unknown, id: string | undefined, note: Note): void {
  if (id === undefined) return
  if (!endpointOf(kind).isRevision)
    note('extra.transactionOf', `none, as ${kind} revises no transaction`, 'an id')
  if (isPlainObject(request) && readTransaction(request) !== undefined) {
    note('extra.transactionOf', `either this or a ${transactionField}`, 'both')
  }
}

/** Every permission that does not say who gives it and why. */
export function findVerdictFailures(
  verdicts: { override?: unknown; allowDuplicate?: unknown },
  place = '',
): FieldFailure[] {
  return Object.entries(verdicts).flatMap(([name, verdict]) =>
    verdict === undefined || isVerdict(verdict)
      ? []
      : [{ path: `${place}${name}`, expected: 'by and reason, both as text', found: 'something else' }],
  )
}

/** Whether a person and a reason are named. */
export function isVerdict(verdict: unknown): verdict is Verdict {
  if (!isPlainObject(verdict)) return false
  return [verdict.by, verdict.reason].every((text) => isWholeText(text) && text.trim() !== '')
}

function describe(value: unknown): string {
  return typeof value === 'string' ? (findTextFault(value)?.found ?? 'text') : typeof value
}

function assertKept(kind: OperationKind, entry: ListedEntry | undefined, id: string): ListedEntry {
  if (!entry) throw new OutcomeUnknown(kind, new OwnError(`${id} was saved and is not found`))
  return entry
}
