import type { ReceiptMerge } from '../../decide/resolve.js'
import type { ListedEntry } from '../../domain/entry.js'
import type { Models, OperationKind } from '../../domain/models.js'
import type { Till } from '../../till/till.js'
import { isBare, revisionOf } from './acts.js'
import {
  bodyToText,
  correctBody,
  listFields,
  listSecretFields,
  textToBody,
  type BodyField,
} from './body-fields.js'
import { pathToWords } from './clash-words.js'
import type { Voice } from '../element.js'
import { readPerson } from '../person.js'
import type { ActName } from '../texts/texts.js'

/** What a person is about to do: to one entry, or to several at once, as they saw them when they began. */
export interface Deed {
  act: ActName
  entries: readonly ListedEntry[]
  isBulk: boolean
  step: 'form' | 'review'
  by: string
  reason: string
  /** Corrections, by the path of their field. */
  corrections: ReadonlyMap<string, string>
  /** The whole body as text, if somebody wrote in it. */
  whole: string | undefined
  merge: ReceiptMerge | undefined
  /** Which side stands, by the path of each clash. */
  choices: ReadonlyMap<string, 'ours' | 'theirs'>
  /** The body that will be sent in place of the old one. */
  model: object | undefined
  faults: readonly Fault[]
  isBusy: boolean
}

/** What keeps a deed from being done, and the input where it lies. */
export interface Fault {
  place: string
  words: string
}

/** A deed that has only been thought of. */
export function createDeed(act: ActName, entries: readonly ListedEntry[], by: string, voice: Voice): Deed {
  const kind = actToKind(act, entries)
  return {
    act,
    entries,
    isBulk: false,
    step: 'form',
    by,
    reason: readPerson().reasons[kind] ?? voice.texts.prefilled[kind],
    corrections: new Map(),
    whole: undefined,
    merge: undefined,
    choices: new Map(),
    model: undefined,
    faults: [],
    isBusy: false,
  }
}

/** Sending what may have been applied is an act of its own: it takes another reason. */
export function actToKind(act: ActName, [entry]: readonly ListedEntry[]): ActName | 'send-unknown' {
  const isUnknown = entry?.state === 'parked' && entry.reason === 'unknown'
  return act === 'send-again' && isUnknown ? 'send-unknown' : act
}

/** The fields that a correction may change; none for what cannot be read. */
export function fieldsOf({ act, entries: [entry] }: Deed): BodyField[] {
  if (act !== 'amend' || !entry || entry.kind === 'unknown') return []
  const { kind, request } = entry
  return [...listFields(kind, request), ...(isBare(entry) ? listSecretFields(kind, request) : [])]
}

/** What a field is called. */
export function fieldToWords({ name, number }: BodyField, { texts, formats }: Voice): string {
  const label = texts.fields[name]
  return number === undefined ? label : texts.form.item(label, formats.whole(number))
}

/** Takes in what a form says. */
export function readDeed(deed: Deed, form: FormData): Deed {
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' ? value : undefined
  }
  const corrections = fieldsOf(deed).map(({ path, value }) => [path, text(`field:${path}`) ?? value] as const)
  const choices = listClashes(deed).flatMap(({ path }) => {
    const side = text(`clash:${path}`)
    return side === 'ours' || side === 'theirs' ? [[path, side] as const] : []
  })
  return {
    ...deed,
    by: text('by') ?? deed.by,
    reason: text('reason') ?? deed.reason,
    corrections: new Map(corrections),
    choices: new Map(choices),
    whole: text('whole'),
  }
}

/** Opens the whole body to writing, with the corrections so far in it, or goes back to the fields alone. */
export function setWhole(deed: Deed, isOpen: boolean): Deed {
  const [entry] = deed.entries
  if (!entry || isOpen === (deed.whole !== undefined)) return deed
  const { body } = correctBody(entry.request, fieldsOf(deed), deed.corrections)
  return { ...deed, whole: isOpen ? bodyToText(body ?? entry.request) : undefined }
}

/** Where the two receipts clash. */
export function listClashes({ merge }: Deed): { path: string; ours?: unknown; theirs?: unknown }[] {
  return merge?.merge.tag === 'clash' ? merge.merge.clashes : []
}

/** Checks what was said, and makes the body that would be sent. */
export function judgeDeed(deed: Deed, voice: Voice): Deed {
  const { texts } = voice
  const corrected = deed.act === 'amend' ? correct(deed, voice) : { model: deed.model, faults: [] }
  const faults = [
    ...corrected.faults,
    ...listClashes(deed)
      .filter(({ path }) => !deed.choices.has(path))
      .map(({ path }) => ({
        place: `clash:${path}`,
        words: `${pathToWords(path, voice)}: ${texts.merge.choose}`,
      })),
    ...(deed.by.trim() === '' ? [{ place: 'by', words: texts.act.nameNeeded }] : []),
    ...(deed.reason.trim() === '' ? [{ place: 'reason', words: texts.act.reasonNeeded }] : []),
  ]
  return { ...deed, faults, model: corrected.model }
}

function correct(deed: Deed, voice: Voice): { model: object | undefined; faults: Fault[] } {
  const [entry] = deed.entries
  if (!entry) return { model: undefined, faults: [] }
  if (deed.whole !== undefined) {
    const model = textToBody(deed.whole, entry.request)
    return { model, faults: model ? [] : [{ place: 'whole', words: voice.texts.form.notJson }] }
  }
  const { body, wrong } = correctBody(entry.request, fieldsOf(deed), deed.corrections)
  const { notAWhole, notANumber } = voice.texts.form
  return {
    model: body,
    faults: wrong.map((field) => ({
      place: `field:${field.path}`,
      words: (field.kind === 'integer' ? notAWhole : notANumber)(fieldToWords(field, voice)),
    })),
  }
}

/** How many were done, and how many had changed and were left alone. */
export interface Done {
  done: number
  left: number
}

/** Does it, each with the revision that the person saw, so that nobody decides about what has changed since. */
export async function carryOut({ attention }: Till, deed: Deed): Promise<Done> {
  const ends: Done = { done: 0, left: 0 }
  for (const entry of deed.entries) {
    try {
      await perform(attention, deed, entry)
      ends.done += 1
    } catch (error) {
      if (!deed.isBulk || !isOvertaken(error)) throw error
      ends.left += 1
    }
  }
  return ends
}

async function perform(attention: Till['attention'], deed: Deed, entry: ListedEntry): Promise<void> {
  const verdict = { by: deed.by.trim(), reason: deed.reason.trim(), ...revisionOf(entry) }
  switch (deed.act) {
    case 'send-again':
      await attention.sendAgain(entry.id, verdict)
      return
    case 'mark-applied':
      await attention.markApplied(entry.id, verdict)
      return
    case 'void':
      await attention.void(entry.id, verdict)
      return
    case 'take-back':
      await attention.takeBack(entry.id, verdict)
      return
    case 'amend':
    case 'merge':
      await attention.amend(entry.id, deed.model as Models[OperationKind], verdict)
  }
}

/** Whether somebody or something was quicker. */
export function isOvertaken(error: unknown): boolean {
  const code = errorToCode(error)
  return code === 'act-refused' || code === 'unknown-entry'
}

interface Failure {
  path: string
  expected: string
  found: string
}

/** What is wrong with a body, by its fields; nothing if that was not why it failed. */
export function errorToFaults(error: unknown, deed: Deed, voice: Voice): Fault[] {
  if (errorToCode(error) !== 'invalid-operation') return []
  const fields = fieldsOf(deed)
  return (error as { failures: Failure[] }).failures.map(({ path, expected, found }) => {
    const field = fields.find((known) => known.path === path)
    const label = field ? fieldToWords(field, voice) : path
    return { place: `field:${path}`, words: `${label}: ${expected} (${found})` }
  })
}

function errorToCode(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}
