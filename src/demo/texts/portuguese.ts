import { portuguese as lab } from '../lab/texts-portuguese.js'
import { portuguese as register } from '../register/texts-portuguese.js'
import { portuguese as shell } from '../shell/texts-portuguese.js'
import type { DemoTexts } from './texts.js'

/** Portuguese. */
export const portuguese: DemoTexts = { shell, register, lab }
