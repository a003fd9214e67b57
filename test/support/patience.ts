import { vi } from 'vitest'

// A machine that is busy with other things takes many times as long: what is waited for ends the wait, and no test
// fails for slowness alone. How fast it is, the bench judges.

const timeoutDefault = 240_000

// Files that share a process share this too.
const shared = globalThis as { waitForOf?: typeof vi.waitFor }
const waitFor = (shared.waitForOf ??= vi.waitFor.bind(vi))

vi.waitFor = (callback, options) => {
  const given = typeof options === 'number' ? { timeout: options } : options
  return waitFor(callback, { timeout: timeoutDefault, ...given })
}
