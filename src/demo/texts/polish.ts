import { polish as lab } from '../lab/texts-polish.js'
import { polish as register } from '../register/texts-polish.js'
import { polish as shell } from '../shell/texts-polish.js'
import type { DemoTexts } from './texts.js'

/** Polish. */
export const polish: DemoTexts = { shell, register, lab }
