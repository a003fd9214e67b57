import type { EntryState, ListedEntry } from '../../domain/entry.js'
import { findCards } from '../../domain/lanes.js'
import type { OperationKind } from '../../domain/models.js'
import type { TillStatus } from '../../till/status.js'
import { bodyToOrder } from './rows.js'

/** The states of the filter: an operation that is being sent counts as waiting. */
export const standings = ['all', 'waiting', 'settled', 'parked', 'voided'] as const
/** A state of the journal's filter. */
export type Standing = (typeof standings)[number]

/** A person's question to the journal. */
export interface Question {
  text: string
  standing: Standing
  kind: OperationKind | undefined
  /** As 2026-11-21. */
  from: string
  to: string
}

export const openQuestion: Question = { text: '', standing: 'all', kind: undefined, from: '', to: '' }

const statesOf: Record<Standing, readonly EntryState[]> = {
  all: ['queued', 'sending', 'settled', 'parked', 'voided'],
  waiting: ['queued', 'sending'],
  settled: ['settled'],
  parked: ['parked'],
  voided: ['voided'],
}

/** The filter for the till, without the state. */
export interface Narrowing {
  kind?: OperationKind
  since?: Date
  until?: Date
}

/** The kind and the days of a question; a day is a local day. */
export function questionToNarrowing({ kind, from, to }: Question): Narrowing {
  const [since, until] = [dayToStart(from), dayToStart(to)]
  return {
    ...(kind && { kind }),
    ...(since && { since }),
    ...(until && { until: new Date(dayAfter(until).getTime() - 1) }),
  }
}

function dayToStart(day: string): Date | undefined {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(day) ? new Date(`${day}T00:00:00`) : undefined
  return start && !Number.isNaN(start.getTime()) ? start : undefined
}

function dayAfter(start: Date): Date {
  return new Date(start.getFullYear(), start.getMonth(), start.getDate() + 1)
}

/** Whether a question leaves out nothing. */
export function isOpen(question: Question): boolean {
  return question.standing === 'all' && isWide(question)
}

function isWide({ text, kind, from, to }: Question): boolean {
  return text.trim() === '' && kind === undefined && from === '' && to === ''
}

/** The number of entries that answer a question, if the till counts them. */
export function countAnswers(question: Question, { counts }: TillStatus): number | undefined {
  if (!isWide(question)) return undefined
  const parts = statesOf[question.standing].map((state) => counts[state])
  return parts.some((count) => count === undefined)
    ? undefined
    : parts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

/** Whether an entry that was found in another way answers the question. */
export function isAsked({ kind, state, createdAt }: ListedEntry, question: Question): boolean {
  const narrowing = questionToNarrowing(question)
  const { since, until } = narrowing
  return (
    statesOf[question.standing].includes(state) &&
    (narrowing.kind === undefined || kind === narrowing.kind) &&
    (since === undefined || (createdAt !== undefined && createdAt >= since)) &&
    (until === undefined || (createdAt !== undefined && createdAt <= until))
  )
}

/** The possible meanings of a search text. */
export interface Meanings {
  id?: string
  number?: number
  card?: string
  /** The last characters of a card's code, or an order. */
  ending?: string
}

/** `#12` is a receipt number and `…42` an ending; any other text may have several meanings. */
export function textToMeanings(text: string): Meanings {
  const [, sign = '', rest = ''] = /^\s*(#|(?:…|\.{2,}|\*|•)+)?\s*(.*?)\s*$/s.exec(text) ?? []
  const term = /^[\d\s-]+$/.test(rest) ? rest.replaceAll(/[\s-]/g, '') : rest
  if (term === '') return {}
  const number = /^\d{1,15}$/.test(term) ? Number(term) : undefined
  if (sign === '#') return number === undefined ? {} : { number }
  if (sign !== '') return { ending: term }
  return { id: rest, card: term, ending: term, ...(number !== undefined && { number }) }
}

/** Whether one of an entry's cards has this ending, or its order this id. */
export function endsSo({ kind, request }: ListedEntry, ending: string): boolean {
  if (kind === 'unknown') return false
  return bodyToOrder(request) === ending || findCards(kind, request).some((code) => code.endsWith(ending))
}
