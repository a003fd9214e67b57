import { dutch as lab } from '../lab/texts-dutch.js'
import { dutch as register } from '../register/texts-dutch.js'
import { dutch as shell } from '../shell/texts-dutch.js'
import type { DemoTexts } from './texts.js'

/** Dutch. */
export const dutch: DemoTexts = { shell, register, lab }
