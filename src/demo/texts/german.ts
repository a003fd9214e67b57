import { german as lab } from '../lab/texts-german.js'
import { german as register } from '../register/texts-german.js'
import { german as shell } from '../shell/texts-german.js'
import type { DemoTexts } from './texts.js'

/** German. */
export const german: DemoTexts = { shell, register, lab }
