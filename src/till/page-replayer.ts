import type { TillJournal } from '../journal/journal.js'
import { clock } from '../platform/clock.js'
import { createLock } from '../platform/lock.js'
import { createReplayer, type Replayer } from '../replay/replayer.js'
import { createTransport, nothingGiven } from '../transport/transport.js'
import type { TillSetup } from './options.js'

/** The page's own replay: as things stand at each run, for headers may have been set anew. */
export function createPageReplayer(setup: TillSetup, journal: TillJournal): Replayer {
  const { policy, host, concurrency, retention, name } = setup
  const last = nothingGiven()
  const doors = () => {
    return Promise.resolve({
      journal,
      transport: createTransport(setup.access, last),
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
