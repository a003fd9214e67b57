import { spanish as lab } from '../lab/texts-spanish.js'
import { spanish as register } from '../register/texts-spanish.js'
import { spanish as shell } from '../shell/texts-spanish.js'
import type { DemoTexts } from './texts.js'

/** Spanish. */
export const spanish: DemoTexts = { shell, register, lab }
