import { english as lab } from '../lab/texts-english.js'
import { english as register } from '../register/texts-english.js'
import { english as shell } from '../shell/texts-english.js'
import type { DemoTexts } from './texts.js'

/** English. */
export const english: DemoTexts = { shell, register, lab }
