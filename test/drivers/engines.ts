import { chromium, sqlite } from './chromium.js'
import type { Engine, EngineName } from './driver.js'
import { firefox } from './firefox.js'
import { webkit } from './webkit.js'

/** Every engine that the end-to-end suite knows. */
export const engines: Record<EngineName, Engine> = { chromium, firefox, webkit, sqlite }
