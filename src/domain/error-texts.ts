import type { FieldFailure } from './validate.js'

export type { ActReason, TransferReason } from './desk-error-texts.js'

// A text says what was found, then after a colon what to do. The class puts before it what failed.

/** What the fields of an operation were checked for. */
export type CheckedAction = 'save' | 'amend' | 'send-again'

export const actionsDone: Record<CheckedAction, string> = {
  save: 'saved',
  amend: 'amended',
  'send-again': 'sent again',
}

const failuresShown = 20

export function tellFailures(failures: readonly FieldFailure[], what: 'fields' | 'options'): string {
  const told = failures
    .slice(0, failuresShown)
    .map(({ path, expected, found }) => `${path || 'the body'}: expected ${expected}, found ${found}`)
  const rest = failures.length - told.length
  return `Correct these ${what}. ${told.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`
}

/** An entry of a file on its way in. */
export interface FileEntry {
  id: string
  kind: string
}

export function tellArriving({ id, kind }: FileEntry): string {
  return `importJournal failed at ${kind} ${id} of the file`
}

export const duplicateTexts = {
  'id-reused': (id: string) =>
    `The id ${id} belongs to an operation with another body: use a new id for a new operation.`,
  duplicate: (id: string) =>
    `It looks like ${id}, which is unresolved or was settled in the last ten minutes: look at that one first. If both are meant, pass allowDuplicate with a name and a reason.`,
}

/** What may be limited while the service has not taken it: amounts, how many operations, and how long they wait. */
export type LimitName = 'perOperation' | 'perCard' | 'total' | 'count' | 'ageHours'

const deliver = 'let waiting operations be delivered and settle what needs attention'
const allow = 'a supervisor may allow it with override'

const excessTexts: Record<LimitName, (max: number, found: number) => string> = {
  perOperation: (max, found) => `Its amount is ${found}, and one operation may have at most ${max}: ${allow}`,
  perCard: (max, found) =>
    `One of its cards would have ${found} unresolved, and may have at most ${max}: ${deliver}, or ${allow}`,
  total: (max, found) =>
    `This till would have ${found} unresolved, and may have at most ${max}: ${deliver}, or ${allow}`,
  count: (max, found) =>
    `This till would have ${found} unresolved operations, and may have at most ${max}: ${deliver}, or ${allow}`,
  // Rounded up, so that it never reads as if the limit had merely been reached.
  ageHours: (max, found) =>
    `The oldest unresolved operation has waited ${Math.ceil(found * 10) / 10} hours, and may wait at most ${max}: ${deliver}, or ${allow}`,
}

export function tellExcess(limit: LimitName, max: number, found: number): string {
  return `${excessTexts[limit](max, found)}.`
}

/** Why the browser's storage did not keep something. */
export type StorageReason =
  | 'full'
  | 'failed'
  /** The space that is left is kept for what waits already. */
  | 'reserved'
  /** The page comes neither over https nor from this machine. */
  | 'insecure'
  /** The till's data was deleted from the browser. */
  | 'deleted'
  /** The till's data was closed with the till. */
  | 'closed'

const makeSpace = 'free space on this device, then try again'

export const storageTexts: Record<StorageReason, (error: string | null) => string> = {
  full: (error) => `The browser’s storage refused (${error}): ${makeSpace}`,
  failed: (error) =>
    `The browser’s storage refused (${error}): try again. If it fails again, load the page again`,
  reserved: () => `The space that is left is reserved for saved operations: ${makeSpace}`,
  insecure: () => 'Not a secure context: serve the page over https or from localhost',
  deleted: () => 'This till’s data has been deleted from the browser: load the page again to start anew',
  closed: () => 'This till has been closed: open it again with openTill',
}
