import { outcomeTags } from '../../src/domain/outcome.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Host, Transport } from '../../src/ports.js'
import { createReplayer } from '../../src/replay/replayer.js'
import type { RunResult } from '../../src/replay/run.js'
import { createTransport } from '../../src/transport/transport.js'
import { createDeps } from '../support/deps.js'
import { stateOf } from '../support/journals.js'
import { createFakeClock, createFakeLock } from '../support/replay.js'

/** A failure prints its seed and its path; given here again, it fails in the same way. */
export const chance = { seed: Number(process.env.SEED ?? Math.trunc(Math.random() * 2 ** 31)) }

export const access = {
  baseUrl: 'https://cards.example/api',
  headers: {},
  headersAt: 0,
  credentials: 'omit' as const,
  timeoutMs: 30_000,
  probe: false as const,
}

/** The real line, over whatever `fetch` a test puts in its place, with a service that seems to be there. */
export function createLine(): Transport {
  return { ...createTransport(access), probe: () => Promise.resolve('reachable') }
}

/** Runs the loop once over a journal, as a page would; `more` lets time pass and runs it again. */
export function createRuns(
  journal: TillJournal,
  transport?: Transport,
  host?: Partial<Host>,
): { run: () => Promise<RunResult>; more: (ms: number) => Promise<RunResult> } {
  const clock = createFakeClock()
  const deps = createDeps({ journal, clock, ...(transport && { transport }), ...(host && { host }) })
  const replayer = createReplayer(() => Promise.resolve(deps), createFakeLock())
  return {
    run: () => replayer.wake(),
    more(ms) {
      clock.advance(ms)
      return replayer.wake()
    },
  }
}

const named = new Set<unknown>(outcomeTags)

/** How an entry stands, and what its attempts came to. */
export async function standingOf(journal: TillJournal, id: string): Promise<string> {
  const entry = await journal.find(id)
  if (!entry) return 'gone'
  const outcomes = entry.history.flatMap(({ outcome }) => outcome ?? [])
  if (!outcomes.every((outcome) => named.has(outcome))) throw new Error(`${id} came to nothing with a name`)
  return stateOf(journal, id)
}
