import type { Deed } from '../../verify/finding.js'
import type { JournalFile } from '../../open/journal-file.js'
import type { RefusalTag } from '../opening.js'

/** Words for a number; `shown` is the number as the language writes it. */
type Count = (count: number, shown: string) => string

/** What the page says beside what the elements say. */
export interface PageTexts {
  title: string
  promise: string
  language: string
  currency: string
  start: { intro: string; choose: string; drop: string }
  locked: {
    passphrase: string
    show: string
    open: string
    opening: string
    keyHint: string
    chooseKey: string
    another: string
  }
  refusals: Record<Exclude<RefusalTag, 'unsound'>, string> & { unsound: (why: string) => string }
  kinds: Record<JournalFile['kind'], string>
  facts: { file: string; till: string; written: string; operations: string; left: string }
  verdict: {
    title: string
    checking: string
    none: string
    sound: string
    caution: string
    found: Count
    more: Count
    failed: (message: string) => string
    deeds: Record<Deed, string>
    place: (number: string) => string
    deleted: Count
    erased: Count
  }
  save: string
  saveHint: string
  close: string
  opened: Count
  searchHint: string
  /** Stands on a slip, which was not printed at the till. */
  slipNotice: string
}
