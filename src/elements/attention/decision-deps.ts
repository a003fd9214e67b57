import type { Till } from '../../till/till.js'
import type { Approve } from '../approve.js'
import type { Voice } from '../element.js'
import type { ActName } from '../texts/desk.js'
import type { Listing } from './listing.js'

/** The result of the last action, or why it failed. */
export interface Notice {
  tone: 'good' | 'bad'
  words: string
}

/** What a decision needs of its element. */
export interface DecisionDeps {
  till: () => Till | undefined
  voice: () => Voice
  operator: () => string | undefined
  /** The host's own sign-in, if it has one. */
  approve: () => Approve | undefined
  listing: Listing
  onChange: () => void
  /** Moves the focus to the first match after the next update. */
  onFocus: (selector: string) => void
  onActed: (act: ActName, ids: readonly string[]) => void
}
