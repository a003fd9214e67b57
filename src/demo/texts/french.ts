import { french as lab } from '../lab/texts-french.js'
import { french as register } from '../register/texts-french.js'
import { french as shell } from '../shell/texts-french.js'
import type { DemoTexts } from './texts.js'

/** French. */
export const french: DemoTexts = { shell, register, lab }
