import type { LabTexts } from '../lab/words.js'
import type { RegisterTexts } from '../register/texts.js'
import type { ShellTexts } from '../shell/texts.js'

/** All texts of the demo in one language. */
export interface DemoTexts {
  shell: ShellTexts
  register: RegisterTexts
  lab: LabTexts
}
