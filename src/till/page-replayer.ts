import type { TillJournal } from '../journal/journal.js'
import { clock } from '../platform/clock.js'
import { createLock } from '../platform/lock.js'
import { createReplayer, type Replayer } from '../replay/replayer.js'
import { createTransport } from '../transport/transport.js'
import type { TillSetup } from './options.js'

/** The page's own replay: as things stand at each run, for headers may have been set anew. */
export function createPageReplayer(setup: TillSetup, journal: TillJournal): Replayer {
  const { policy, host, concurrency, retention, name } = setup
  let transport = createTransport(setup.access)
  let access = setup.access
  const doors = () => {
    if (access !== setup.access) transport = createTransport(setup.access)
    access = setup.access
    return Promise.resolve({
      journal,
      transport,
      host,
      clock,
      policy,
      concurrency,
      retention,
      sliceMs: Infinity,
    })
  }
  return createReplayer(doors, createLock(name))
}
