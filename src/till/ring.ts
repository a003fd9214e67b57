import type { Entry, ListedEntry } from '../domain/entry.js'
import { InvalidOperation } from '../domain/errors.js'
import { createId, isId } from '../domain/id.js'
import type { Models, OperationKind } from '../domain/models.js'
import { findFailures, type FieldFailure } from '../domain/validate.js'
import type { TillJournal } from '../journal/journal.js'
import { randomBytes } from '../platform/clock.js'
import type { Clock } from '../ports.js'
import type { TillSetup } from './options.js'

/** What may be said about an operation beside its body. */
export interface Extra {
  /** The host's own id: ringing up the same body under it again returns the entry that stands. */
  id?: string
  operator?: string
}

/** Checks an operation, keeps it, and only then tells that it is safe. */
export async function ringUp<Kind extends OperationKind>(
  { setup, journal, clock }: { setup: TillSetup; journal: TillJournal; clock: Clock },
  kind: Kind,
  request: Models[Kind],
  extra: Extra,
): Promise<Entry<Kind>> {
  const failures = [...findFailures(kind, request, setup.rules), ...findExtraFailures(extra)]
  if (failures.length > 0) throw new InvalidOperation(kind, failures)
  const now = clock.now()
  const id = extra.id ?? createId(now, randomBytes(16))
  const entry = await journal.append({
    id,
    kind,
    request,
    shop: setup.shop,
    terminal: setup.terminal,
    createdAt: now,
    ...(extra.operator !== undefined && { operator: extra.operator }),
  })
  return assertKept(entry, id) as Entry<Kind>
}

function findExtraFailures({ id, operator }: Extra): FieldFailure[] {
  const failures: FieldFailure[] = []
  if (id !== undefined && !isId(id)) {
    failures.push({ path: 'extra.id', expected: '1 to 64 of A-Z a-z 0-9 . _ : -', found: 'something else' })
  }
  if (operator !== undefined && typeof operator !== 'string') {
    failures.push({ path: 'extra.operator', expected: 'text', found: `a ${typeof operator}` })
  }
  return failures
}

function assertKept(entry: ListedEntry | undefined, id: string): ListedEntry {
  if (!entry) throw new Error(`${id} was kept, yet the journal does not find it`)
  return entry
}
