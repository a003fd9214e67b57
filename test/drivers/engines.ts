import { chromium } from './chromium.js'
import type { Engine, EngineName } from './driver.js'

export const engines: Partial<Record<EngineName, Engine>> = { chromium }

/** The engine of a name. */
export function findEngine(name: EngineName): Engine {
  const engine = engines[name]
  if (!engine) throw new Error(`there is no driver for ${name}`)
  return engine
}
