import type { FieldFailure } from './validate.js'

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

/** Why an act on an entry was refused. */
export type ActReason =
  | 'not-handed-over'
  | 'sending'
  | 'settled'
  | 'voided'
  | 'queued'
  | 'unreadable'
  | 'moved'
  | 'secrets-erased'
  | 'newer-release'
  | 'changed'
  | 'by-missing'
  | 'reason-missing'
  | 'transaction-invalid'

export const actTexts: Record<ActReason, string> = {
  'not-handed-over': 'It was not handed over to another till: there is nothing to take back',
  sending: 'It is being sent: wait for the answer',
  settled: 'The service has it already: enter a correction as a new operation',
  voided: 'It has been voided: enter a new operation if it is still wanted',
  queued: 'It waits for its turn: nothing needs to be done',
  unreadable: 'It cannot be read: void it or mark it as applied',
  moved: 'Another till has it: take it back first',
  'secrets-erased': 'Its secrets have been erased: amend it instead',
  'newer-release': 'A newer release wrote it: load the page again',
  changed: 'It has changed since you looked: look again, then decide',
  'by-missing': 'No name was given: say in `by` who decides',
  'reason-missing': 'No reason was given: say why in `reason`',
  'transaction-invalid': '`transactionId` is not a whole number: give the number that the service shows',
}

/** Why a journal was not written to a file, or not read from one. */
export type TransferReason =
  | 'passphrase-short'
  | 'verdict-missing'
  | 'own-terminal'
  | 'not-ours'
  | 'cut'
  | 'newer'
  | 'wrong-passphrase'
  | 'unsound'
  | 'other-terminal'
  | 'other-service'
  | 'too-old'
  | 'changed'
  | 'sending'
  | 'file-deleted'
  | 'file-damaged'
  | 'file-unknown'

export const transferTexts: Record<TransferReason, (detail?: string) => string> = {
  'passphrase-short': (min) => `The passphrase has fewer than ${min} characters: choose a longer one`,
  'verdict-missing': (option) => `\`${option}\` does not say who and why: give \`by\` and \`reason\``,
  'own-terminal': (terminal) => `${terminal} is this till: name the till that is to send the operations`,
  'not-ours': () => 'The file is not an exported journal: choose another file',
  cut: () => 'The file ends too early: copy it again',
  newer: () => 'A newer release wrote the file: update this till first',
  'wrong-passphrase': () =>
    'The passphrase is wrong or the file was altered: type it again, or copy the file again',
  unsound: (place) => `A value is not as a till writes it (${place}): correct it, or export the file again`,
  'other-terminal': (terminal) => `The file is for terminal ${terminal}: import it there`,
  'other-service': (address) =>
    `The file is for the card service at ${address}: import it at a till of that service`,
  'too-old': () => 'The file is more than a year old: settle its operations by hand',
  changed: () => 'Operations were changed meanwhile, and nothing was handed over: try again',
  sending: (id) => `${id} is being sent: wait for the answer`,
  'file-deleted': () =>
    'The file was deleted when a person confirmed that it arrived: use the copy at the other till',
  'file-damaged': () => 'The stored file is damaged: take its entries back and hand them over again',
  'file-unknown': (file) =>
    `No entries are parked here for the hand-over ${file}: list hand-overs with till.handOvers()`,
}
