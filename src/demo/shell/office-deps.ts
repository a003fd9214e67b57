import type { Till } from '../../index.js'
import type { Preferences } from './preferences.js'
import type { ShellTexts } from './texts.js'

/** What the cards of the office need. */
export interface OfficeDeps {
  till: Till
  texts: ShellTexts
  preferences: Preferences
  onOperator: (name: string) => void
  onReload: () => void
  onCheck: () => Promise<void>
}
