import { withColon } from '../colon.js'
import { toCanonicalJson } from '../../domain/canonical.js'
import type { ReceiptMerge } from '../../decide/resolve.js'
import type { ListedEntry } from '../../domain/entry.js'
import type { Models, OperationKind } from '../../domain/models.js'
import type { Till } from '../../till/till.js'
import { hasTransaction, isBare, revisionOf } from './acts.js'
import {
  bodyToText,
  correctBody,
  listFields,
  listSecretFields,
  textToBody,
  type BodyField,
  type Misread,
} from './body-fields.js'
import { pathToWords } from './clash-words.js'
import type { Voice } from '../element.js'
import { entryToTitle } from '../entry-words.js'
import { errorToWords } from '../error-words.js'
import { failureToKind, type Failure } from '../failure-words.js'
import { readReason } from '../person.js'
import type { ActName } from '../texts/desk.js'

/** An action that a person prepares: on one entry, or on several at once, as they were when the person began. */
export interface Action {
  act: ActName
  entries: readonly ListedEntry[]
  isBulk: boolean
  step: 'form' | 'review'
  /** The step has just begun: a second press of the same button was meant for the one before. */
  isFresh: boolean
  by: string
  /** The name that the form gave itself: that of the operator, or of the last person who decided in this tab. */
  known: string
  reason: string
  /** Corrections, by the path of their field. */
  corrections: ReadonlyMap<string, string>
  /** The paths of the fields that the person has written; the total follows the items until it is one of them. */
  written: ReadonlySet<string>
  /** What is wrong with the correction as it stands, while the person writes. */
  hints: readonly Fault[]
  /** The whole body as text, if a person edited it. */
  whole: string | undefined
  /** The body of that text, with the secrets that are covered in it. */
  wholeFrom: object | undefined
  /** The transaction's number at the service, if it is known. */
  transaction: string
  /** Whether the form asks for that number. */
  hasTransaction: boolean
  merge: ReceiptMerge | undefined
  /** The chosen side, by the path of each clash. */
  choices: ReadonlyMap<string, Side>
  /** The new body to send. */
  model: object | undefined
  faults: readonly Fault[]
  isBusy: boolean
}

/** A side of a clash; `sum` is the sum of the merged items. */
export type Side = 'ours' | 'theirs' | 'sum'

/** An error in the form of an action, and its input. */
export interface Fault {
  place: string
  words: string
}

/** A new action with nothing entered yet. */
export function createAction(act: ActName, entries: readonly ListedEntry[], by: string): Action {
  return {
    act,
    entries,
    isBulk: false,
    step: 'form',
    isFresh: false,
    by,
    known: by,
    reason: '',
    corrections: new Map(),
    written: new Set(),
    hints: [],
    whole: undefined,
    wholeFrom: undefined,
    transaction: '',
    hasTransaction: act === 'mark-applied' && entries.every(hasTransaction),
    merge: undefined,
    choices: new Map(),
    model: undefined,
    faults: [],
    isBusy: false,
  }
}

/** The action of the person who is known now; a name that a person has written stays. */
export function followName(action: Action, known: string): Action {
  if (action.isBusy || action.by !== action.known || action.known === known) return action
  // Only the form asks for a name.
  return { ...action, by: known, known, step: known.trim() === '' ? 'form' : action.step }
}

/** Whether an action is being carried out; the choices of a merge can still be changed. */
export function isActing({ isBusy, act, step }: Action): boolean {
  return isBusy && (act !== 'merge' || step === 'review')
}

/** Sending an operation that may have been applied counts as an action of its own, with its own reason. */
export function actToKind(act: ActName, [entry]: readonly ListedEntry[]): ActName | 'send-unknown' {
  const isUnknown = entry?.state === 'parked' && entry.reason === 'unknown'
  return act === 'send-again' && isUnknown ? 'send-unknown' : act
}

/** What is said of several operations together, by the action. */
export function bulkOf({ act }: Action, words: Voice['texts']['act']) {
  return act === 'take-back'
    ? { confirm: words.confirmBulkBack, done: words.doneBulkBack }
    : { confirm: words.confirmBulk, done: words.doneBulk }
}

/** The reasons that a person may choose: the last one for this action in this tab, then the usual ones. */
export function listReasons({ act, entries }: Action, { texts }: Voice): string[] {
  const kind = actToKind(act, entries)
  return [...new Set([readReason(kind) ?? [], texts.desk.reasons[kind]].flat())]
}

/** The fields that a correction may change; none for an unreadable entry. */
export function fieldsOf({ act, entries: [entry] }: Action): BodyField[] {
  if (act !== 'amend' || !entry || entry.kind === 'unknown') return []
  const { kind, request } = entry
  return [...listFields(kind, request), ...(isBare(entry) ? listSecretFields(kind, request) : [])]
}

/** The label of a field. */
export function fieldToWords({ name, number }: BodyField, { texts, formats }: Voice): string {
  const label = texts.fields[name]
  return number === undefined ? label : texts.form.item(label, formats.whole(number))
}

/** Reads the values of a form into an action. */
export function readAction(action: Action, form: FormData): Action {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const corrections = fieldsOf(action).map(
    ({ path, value }) => [path, text(`field:${path}`) ?? value] as const,
  )
  const choices = listClashes(action).flatMap(({ path }) => {
    const side = text(`clash:${path}`)
    return side === 'ours' || side === 'theirs' || side === 'sum' ? [[path, side] as const] : []
  })
  return {
    ...action,
    by: text('by') ?? action.by,
    reason: text('reason') ?? action.reason,
    corrections: new Map(corrections),
    choices: new Map(choices),
    transaction: text('transaction') ?? action.transaction,
    whole: text('whole'),
  }
}

/** Opens the whole body for editing, with the corrections so far, or returns to the fields. */
export function setWhole(action: Action, isOpen: boolean, currency: string): Action {
  const [entry] = action.entries
  if (!entry || isOpen === (action.whole !== undefined)) return action
  if (!isOpen) return { ...action, whole: undefined, wholeFrom: undefined }
  const { corrections } = action
  const { body = entry.request } = correctBody(entry.request, fieldsOf(action), corrections, currency)
  return { ...action, whole: bodyToText(body), wholeFrom: body }
}

/** The clashes of the two receipts. */
export function listClashes({ merge }: Action): { path: string; ours?: unknown; theirs?: unknown }[] {
  return merge?.merge.tag === 'clash' ? merge.merge.clashes : []
}

/** How a form learns who decides: it is known, the person writes it, or the host is asked. */
export type Naming = 'known' | 'written' | 'approved'

/** What the till finds wrong with a merged receipt once each clash has its choice. */
export async function findMergeFaults(till: Till, action: Action, voice: Voice): Promise<Fault[]> {
  const { entries, model, choices } = action
  const [entry] = entries
  if (!entry || !model || listClashes(action).some(({ path }) => !choices.has(path))) return []
  // A check that fails hides nothing: the till checks again before it keeps the receipt.
  const failures = await till.attention.check(entry.id, model as Models[OperationKind]).catch(() => [])
  return failuresToFaults(failures, action, voice).map(({ place, words }) => ({
    place: place.replace(/^field:[^.]+\./, 'clash:'),
    words,
  }))
}

/** Checks the entered values, and makes the new body. */
export function checkAction(action: Action, naming: Naming, voice: Voice): Action {
  const { texts } = voice
  const corrected = action.act === 'amend' ? correct(action, voice) : { model: action.model, faults: [] }
  const faults = [
    ...corrected.faults,
    ...(isUnchanged(action, corrected.model) ? [{ place: '', words: texts.desk.correction.unchanged }] : []),
    ...listClashes(action)
      .filter(({ path }) => !action.choices.has(path))
      .map(({ path }) => ({
        place: `clash:${path}`,
        words: `${withColon(pathToWords(path, voice), texts)} ${texts.merge.choose}`,
      })),
    ...(isTransaction(action.transaction)
      ? []
      : [{ place: 'transaction', words: texts.form.notAWhole(texts.fields.TransactionID) }]),
    ...(naming !== 'approved' && action.by.trim() === ''
      ? [{ place: 'by', words: texts.act.nameNeeded }]
      : []),
    ...(action.reason.trim() === '' ? [{ place: 'reason', words: texts.act.reasonNeeded }] : []),
  ]
  return { ...action, faults, model: corrected.model }
}

/** A correction that corrects nothing is not sent; one without its secrets may be. */
function isUnchanged({ act, entries: [entry] }: Action, model: object | undefined): boolean {
  if (act !== 'amend' || !entry || !model || isBare(entry)) return false
  return toCanonicalJson(model) === toCanonicalJson(entry.request)
}

/** Whether a text is empty, or a whole number that a reply could contain. */
function isTransaction(text: string): boolean {
  return /^\s*\d*\s*$/.test(text) && Number.isSafeInteger(Number(text))
}

/** Whether an update waits for an entry's transaction, whatever the entry's kind. */
export async function isAwaited(till: Till, { id }: ListedEntry): Promise<boolean> {
  const states = ['queued', 'parked'] as const
  const lists = await Promise.all(
    states.map((state) => till.entries({ kind: 'updateReceipt', state, limit: 1_000 })),
  )
  return lists.flat().some((entry) => 'transactionOf' in entry && entry.transactionOf === id)
}

/** The body with the corrections so far, and what cannot be read. */
export function correct(action: Action, voice: Voice): { model: object | undefined; faults: Fault[] } {
  const [entry] = action.entries
  if (!entry) return { model: undefined, faults: [] }
  if (action.whole !== undefined) return readWhole(action.whole, action.wholeFrom ?? entry.request, voice)
  const { currency } = voice.formats
  const { body, wrong } = correctBody(entry.request, fieldsOf(action), action.corrections, currency)
  const { notAWhole, notANumber, tooFine } = voice.texts.form
  const words: Record<Misread, (field: string) => string> = {
    number: notANumber,
    whole: notAWhole,
    fine: tooFine,
  }
  return {
    model: body,
    faults: wrong.map((field) => ({
      place: `field:${field.path}`,
      words: words[field.misread](fieldToWords(field, voice)),
    })),
  }
}

function readWhole(
  text: string,
  before: object,
  voice: Voice,
): { model: object | undefined; faults: Fault[] } {
  const { notJson, secretAsked } = voice.texts.form
  const written = textToBody(text, before)
  if (!written) return { model: undefined, faults: [{ place: 'whole', words: notJson }] }
  const faults = written.asked.map((path) => ({
    place: 'whole',
    words: secretAsked(pathToWords(path, voice)),
  }))
  return { model: faults.length > 0 ? undefined : written.body, faults }
}

/** The operations that were handled, how many were skipped because they had changed, and what ended it before the last. */
export interface Done {
  ids: string[]
  left: number
  failure?: unknown
}

/** Carries out an action on each entry with the revision that the person saw, so that a changed entry is refused. */
export async function carryOut({ attention }: Till, action: Action): Promise<Done> {
  const ends: Done = { ids: [], left: 0 }
  for (const entry of action.entries) {
    try {
      await perform(attention, action, entry)
      ends.ids.push(entry.id)
    } catch (error) {
      // What was done before it stays done, and the person must hear of it.
      if (ends.ids.length > 0 && !isOvertaken(error)) return { ...ends, failure: error }
      if (!action.isBulk || !isOvertaken(error)) throw error
      ends.left += 1
    }
  }
  return ends
}

async function perform(attention: Till['attention'], action: Action, entry: ListedEntry): Promise<void> {
  const verdict = { by: action.by.trim(), reason: action.reason.trim(), ...revisionOf(entry) }
  switch (action.act) {
    case 'send-again':
      await attention.sendAgain(entry.id, verdict)
      return
    case 'mark-applied':
      await attention.markApplied(entry.id, { ...verdict, ...readTransaction(action) })
      return
    case 'void':
      await attention.void(entry.id, verdict)
      return
    case 'take-back':
      await attention.takeBack(entry.id, verdict)
      return
    case 'amend':
    case 'merge':
      await attention.amend(entry.id, action.model as Models[OperationKind], verdict)
  }
}

function readTransaction({ transaction }: Action): { transactionId?: number } {
  return transaction.trim() === '' ? {} : { transactionId: Number(transaction) }
}

/** Whether the entry had changed before the action. */
export function isOvertaken(error: unknown): boolean {
  const code = errorToCode(error)
  return code === 'act-refused' || code === 'unknown-entry'
}

/** The invalid fields of a body; empty if the error has another cause. */
export function errorToFaults(error: unknown, action: Action, voice: Voice): Fault[] {
  if (errorToCode(error) !== 'invalid-operation') return []
  return failuresToFaults((error as { failures: Failure[] }).failures, action, voice)
}

/** The invalid fields as faults of the form. */
export function failuresToFaults(failures: readonly Failure[], action: Action, voice: Voice): Fault[] {
  const fields = fieldsOf(action)
  return failures.map((failure) => {
    const { path, expected, found } = failure
    const field = fields.find((known) => known.path === path)
    const label = withColon(field ? fieldToWords(field, voice) : pathToWords(path, voice), voice.texts)
    const words = voice.texts.failures[failureToKind(failure)](expected, found)
    return { place: `field:${path}`, words: `${label} ${words}` }
  })
}

function errorToCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

/** What came of an action that was carried out. */
export function doneToWords(action: Action, { ids, left, failure }: Done, voice: Voice): string {
  const { texts, formats } = voice
  const done = ids.length
  const [entry] = action.entries
  if (!action.isBulk) return `${entry ? entryToTitle(entry, voice) : ''}: ${texts.done[action.act]}`
  const sentences = [
    done > 0 ? bulkOf(action, texts.act).done(done, formats.whole(done)) : '',
    left > 0 ? texts.act.leftBulk(left, formats.whole(left)) : '',
    failure === undefined ? '' : errorToWords(failure, voice),
  ]
  return sentences.filter((sentence) => sentence !== '').join(' ')
}
