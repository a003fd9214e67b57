/** What was done to a journal. */
export type Deed =
  /** Retention did not delete it, and it is missing. */
  | 'removed'
  | 'altered'
  /** It was not in the journal. */
  | 'added'
  /** It stands in another place. */
  | 'reordered'
  /** An older state was put back. */
  | 'rolled-back'
  /** The log itself was altered, or signed with another key. */
  | 'log-altered'

/** One thing that is not as the till signed it. */
export interface Finding {
  deed: Deed
  /** The id of the entry. */
  id?: string
  place?: number
  /** What differs, in words. */
  detail: string
}
