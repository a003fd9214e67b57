import { buildWithVite } from './vite.js'

const built = globalThis as { isCounterfoilBuilt?: boolean }

/** Before any end-to-end test opens them, library, workers and demo are built once for all engines. */
export default function setUp(): void {
  if (built.isCounterfoilBuilt) return
  buildWithVite()
  built.isCounterfoilBuilt = true
}
