import { italian as lab } from '../lab/texts-italian.js'
import { italian as register } from '../register/texts-italian.js'
import { italian as shell } from '../shell/texts-italian.js'
import type { DemoTexts } from './texts.js'

/** Italian. */
export const italian: DemoTexts = { shell, register, lab }
