import type { Host } from '../../src/ports.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import type { Answer, Reachability } from '../../src/domain/outcome.js'
import type { TillJournal } from '../../src/journal/journal.js'
import type { Summary } from '../../src/journal/views/live.js'
import type { VaultOpener } from '../../src/journal/open.js'
import type { Draft } from '../../src/journal/queue/prepare.js'
import { createReplayer } from '../../src/replay/replayer.js'
import type { RunResult } from '../../src/replay/run.js'
import { summaryToStatus, type TillHint } from '../../src/till/status.js'
import { createDeps, type Deps } from './deps.js'
import { lenient, openFreshJournal, stateOf } from './journals.js'
import { createFakeClock, createFakeLock, createFakeTransport, json200, type Sent } from './replay.js'

/** What a test says of its world; of the rest it hears nothing. */
export interface WorldOptions extends Partial<
  Pick<Deps, 'policy' | 'admission' | 'concurrency' | 'sliceMs'>
> {
  /** What the service answers, one sending after the other; whatever comes after these it takes. */
  answers?: readonly Answer[]
  /** What the service answers, where that depends on what was sent. */
  answer?: (sent: Sent, count: number) => Answer | Promise<Answer>
  probe?: () => Reachability
  /** The service's time after so many ticks, which its answer to a probe tells. */
  serviceNow?: (ticks: number) => number
  host?: Partial<Host>
  startAt?: number
  random?: () => number
  openVault?: VaultOpener
}

/** A page's replay: all tabs of a world share its journal, its line and its lock. */
export interface Tab {
  wake: () => Promise<RunResult>
  /** Something was rung up while the line was out. */
  wakeEagerly: () => Promise<RunResult>
  /** A person asks for it. */
  wakeManually: () => Promise<RunResult>
  halt: () => Promise<void>
  resume: () => void
}

const twoMinutesMs = 120_000

export type World = Awaited<ReturnType<typeof openWorld>>

/** A till's journal, the line, the service and the clock, with one tab that replays. */
export async function openWorld(options: WorldOptions = {}) {
  const { answers = [], answer, probe, serviceNow, startAt, random, openVault, ...given } = options
  const { journal, name } = await openFreshJournal(openVault && { openVault })
  let isUp = true
  const transport = createFakeTransport(
    answer ?? ((_, count) => answers[count - 1] ?? json200()),
    probe ?? (() => (isUp ? 'reachable' : 'unreachable')),
    () => serviceNow && [new Date(serviceNow(clock.ticks())).toUTCString(), clock.now()],
  )
  const clock = { ...createFakeClock(startAt), ...(random && { random }) }
  const deps = createDeps({ ...given, journal, transport, clock })
  const lock = createFakeLock()

  const openTab = (): Tab => {
    const replayer = createReplayer(() => Promise.resolve(deps), lock)
    return {
      wake: () => replayer.wake(),
      wakeEagerly: () => replayer.wake({ isManual: false, isEager: true }),
      wakeManually: () => replayer.wake({ isManual: true }),
      halt: () => replayer.halt(),
      resume: () => {
        replayer.resume()
      },
    }
  }
  const tab = openTab()
  let drafts = 0

  return {
    ...tab,
    openTab,
    journal,
    name,
    transport,
    clock,
    /** May be changed at any time, as options are between two page loads. */
    deps,
    /** Rings an operation up; tells its id. */
    append: async <Kind extends OperationKind>(
      kind: Kind,
      request: Models[Kind],
      extra: Partial<Draft> = {},
    ): Promise<string> => {
      drafts += 1
      const { id = `entry-${drafts}` } = extra
      const till = { shop: 'S01', terminal: 'T1', createdAt: clock.now() }
      await journal.append({ kind, request, ...till, ...extra, id }, lenient)
      return id
    },
    /** Time passes, as long as an ordinary wait unless told, and the tab looks again. */
    wakeLater: (ms = twoMinutesMs) => {
      clock.advance(ms)
      return tab.wake()
    },
    goOffline: () => {
      isUp = false
    },
    goOnline: () => {
      isUp = true
    },
    /** Another page marks so many as being sent, and nothing more is heard of it. */
    claimAndDie: async (slots = 1) => {
      const { number: run } = await journal.begin(clock.now())
      return journal.turn({ run, decisions: [], slots, now: clock.now(), policy: deps.policy })
    },
    listSent: () => transport.sent.map(({ id }) => id),
    stateOf: (id: string) => stateOf(journal, id),
    statesOf: (...ids: readonly string[]) => Promise.all(ids.map((id) => stateOf(journal, id))),
    /** What the status says may be set up wrong. */
    readHints: async (): Promise<TillHint[]> =>
      summaryToStatus(await readSummary(journal), clock.now()).hints,
  }
}

function readSummary(journal: TillJournal): Promise<Summary> {
  return new Promise((resolve, reject) => {
    const stop = journal.watchSummary((told) => {
      resolve(told)
      queueMicrotask(() => {
        stop()
      })
    }, reject)
  })
}
