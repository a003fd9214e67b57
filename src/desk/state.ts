import type { Till } from '../till/till.js'
import type { ListedEntry } from '../domain/entry.js'
import type { JournalFile } from '../open/journal-file.js'
import type { CheckReport } from '../verify/check.js'
import type { LockKind, Refusal } from './opening.js'

/** What came of the check of a file's log. */
export type Verdict =
  { tag: 'none' | 'checking' } | { tag: 'checked'; report: CheckReport } | { tag: 'failed'; error: unknown }

/** What is shown. */
export type Stage =
  | { tag: 'start'; refusal?: Refusal }
  | { tag: 'locked'; file: File; kind: LockKind; isBusy: boolean; refusal?: Refusal }
  | {
      tag: 'open'
      name: string
      journal: JournalFile
      till: Till
      find: (text: string) => ListedEntry[]
      verdict: Verdict
      selected: string | undefined
    }

/** The open file, while there is one. */
export type OpenStage = Extract<Stage, { tag: 'open' }>
export type LockedStage = Extract<Stage, { tag: 'locked' }>
