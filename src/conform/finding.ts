import type { OperationKind } from '../domain/models.js'

/** How bad a finding is: money or an operation may be lost or doubled; it costs time or people; good to know. */
export type Level = 'fault' | 'warning' | 'note'

/** Something that was seen, and what follows from it. */
export interface Finding {
  name: string
  level: Level
  /** What was seen. */
  seen: string
  /** What a till does because of it. */
  till: string
  /** What to mend in the service, or which option to set in the till. */
  mend: string
  /** The option of the till that it is about. */
  option?: string
}

/** What came of one check, at one endpoint where it concerns one. */
export interface Result {
  check: string
  group: Group
  title: string
  endpoint?: OperationKind
  verdict: 'passed' | 'found' | 'skipped'
  findings: Finding[]
  /** By what it passed, where that is worth telling. */
  by?: string
  /** Why it could not be tried. */
  reason?: string
}

export type Group = 'answers' | 'headers' | 'conditions' | 'repeats'

/** A check cannot be judged at this service; the message says why. */
export class Undecided extends Error {
  override name = 'Undecided'
}
