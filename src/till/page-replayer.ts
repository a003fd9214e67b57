import type { TillJournal } from '../journal/journal.js'
import { clock } from '../platform/clock.js'
import { createLock } from '../platform/lock.js'
import { createReplayer, type Replayer } from '../replay/replayer.js'
import { createWaryTransport } from '../transport/stand-in.js'
import { createTransport, nothingGiven } from '../transport/transport.js'
import type { TillSetup } from './options.js'

/** The page's own replay; it reads the setup at each run, because headers may have changed. */
export function createPageReplayer(
  setup: TillSetup,
  journal: TillJournal,
  giveWay: () => Promise<void>,
  isIntercepted: () => boolean,
): Replayer {
  const { policy, host, concurrency, retention, name, rules, limits, trace } = setup
  const last = nothingGiven()
  const deps = () => {
    return Promise.resolve({
      journal,
      transport: createWaryTransport(setup.access, createTransport(setup.access, last), isIntercepted),
      host,
      admission: { rules, limits },
      clock,
      giveWay,
      policy,
      concurrency,
      retention,
      sliceMs: Infinity,
      trace,
    })
  }
  return createReplayer(deps, createLock(name))
}
