import type { Entry, ListedEntry, SettledEntry } from '../domain/entry.js'
import { TillClosed } from '../domain/errors.js'
import type { Models, OperationKind, Receipt } from '../domain/models.js'
import type { TillJournal } from '../journal/journal.js'
import type { EntryFilter } from '../journal/read.js'
import type { DayReport } from '../domain/day.js'
import type { UnusedNumber } from '../domain/receipt.js'
import type { KeptReceipt, ReceiptFilter } from '../journal/receipts.js'
import type { Verification } from '../journal/verify.js'
import { clock } from '../platform/clock.js'
import type { HeadersSource } from '../ports.js'
import type { RunResult } from '../replay/run.js'
import { createAttention, type Attention } from './attention.js'
import { reportDay } from './day.js'
import type { Engine } from './engine.js'
import { follow, type FollowDoors, type TillListener } from './follow.js'
import { setupToWorkerSetup, type TillSetup } from './options.js'
import { issueReceipt } from './receipt.js'
import { ringUp, type Extra, type RingDoors } from './ring.js'
import { judgeSafety, type Safety } from './safety.js'
import { awaitSettled } from './settled.js'
import type { StatusStore, TillPause } from './status.js'
import {
  exportJournal,
  importJournal,
  type ExportOptions,
  type ImportOptions,
  type ImportReport,
} from './transfer.js'

/** What one replay did. */
export interface ReplayReport {
  settled: number
  parked: number
  requeued: number
  voided: number
  paused?: Pick<TillPause, 'reason' | 'until'>
}

/** The five operations: each takes the service's own model and resolves with its entry once it is kept. */
type Operations = {
  [Kind in OperationKind]: (model: Models[Kind], extra?: Extra) => Promise<Entry<Kind>>
}

/** A till that is open: ring up, look, wait, replay, close. */
export interface Till extends Operations {
  /** The database's name, the shop and the terminal, as the options gave them. */
  readonly name: string
  readonly shop: string
  readonly terminal: string
  /** Where the till stands: `value` now, and `subscribe` for every change. */
  readonly status: StatusStore
  /**
   * Tells whatever happens to the till from now on, or after the cursor of an earlier event, whichever tab or worker
   * does it; returns how to stop.
   */
  on(type: 'event', listener: TillListener, options?: { after?: string | undefined }): () => void
  /** One entry with its whole history; nothing if there is none of this id. */
  entry(id: string): Promise<ListedEntry | undefined>
  /** Entries as they were rung up, the newest first. */
  entries(filter?: EntryFilter): Promise<ListedEntry[]>
  /** Receipts by card, number, date and state, the newest first. */
  receipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  /** A receipt that is complete: shop, terminal, date, exact total, and the next number, taken for good. */
  receipt(draft: Receipt): Promise<Receipt>
  /** Numbers that were taken and never rung up. */
  unusedNumbers(): Promise<UnusedNumber[]>
  /** The figures of what was rung up from a moment up to another. */
  day(span: { from: Date; to: Date }): Promise<DayReport>
  /** Whether anything in the journal was altered behind the till's back, and what first. */
  verifyJournal(): Promise<Verification>
  /** Whether this till may be updated, signed out or wiped. */
  safeToClose(): Promise<Safety>
  /** All that is unsettled in one encrypted file: a copy, or, handed over, for another till to send. */
  exportJournal(passphrase: string, options?: ExportOptions): Promise<Blob>
  /** Looks into such a file; what was handed over, or is taken over from a dead till, is this till's from then on. */
  importJournal(file: Blob, passphrase: string, options?: ImportOptions): Promise<ImportReport>
  /** Waits until the service has it, however long that takes; rejects once it is voided. */
  settled(id: string, options?: { signal?: AbortSignal }): Promise<SettledEntry<OperationKind>>
  /** Delivers now, whatever wait is on, and tells what came of it; only a `Retry-After` is kept. */
  replay(): Promise<ReplayReport>
  /** Holds everything back until a person lets it go; what is under way is finished, ringing up goes on. */
  pause(verdict?: { by?: string }): Promise<void>
  /** Lets everything go on. */
  resume(): Promise<void>
  /** What a person may do about operations that need one. */
  readonly attention: Attention
  /** Fresh credentials: what waits for them goes on. */
  setHeaders(headers: HeadersSource): Promise<void>
  /** Lets go of everything; what waits stays kept. */
  close(): void
}

interface TillParts {
  setup: TillSetup
  journal: TillJournal
  status: StatusStore
  engine: Engine
}

/** The handle a page holds. Once closed, it refuses whatever would need the journal. */
export function createTill({ setup, journal, status, engine }: TillParts): Till {
  const closing = new AbortController()
  const doors: RingDoors = { setup, journal, clock, storage: engine.storage }
  const whileOpen = createGate(journal, closing.signal)

  function createOperation<Kind extends OperationKind>(kind: Kind) {
    return whileOpen(kind, async (model: Models[Kind], extra: Extra = {}): Promise<Entry<Kind>> => {
      const entry = await ringUp(doors, kind, model, extra)
      engine.nudge()
      return entry
    })
  }

  return {
    associate: createOperation('associate'),
    refund: createOperation('refund'),
    migrate: createOperation('migrate'),
    updateReceipt: createOperation('updateReceipt'),
    confirmOrder: createOperation('confirmOrder'),
    ...identify(setup),
    ...createWatch({ journal, status, clock }, closing.signal),
    attention: createAttention(doors, engine.nudge),
    entry: whileOpen('entry', (id: string) => journal.find(id)),
    entries: whileOpen('entries', (filter?: EntryFilter) => journal.list(filter)),
    receipts: whileOpen('receipts', (filter?: ReceiptFilter) => journal.listReceipts(filter)),
    receipt: whileOpen('receipt', (draft: Receipt) => issueReceipt(doors, draft)),
    unusedNumbers: whileOpen('unusedNumbers', () => journal.listUnusedNumbers()),
    day: whileOpen('day', (span: { from: Date; to: Date }) => reportDay(doors, span)),
    verifyJournal: whileOpen('verifyJournal', () => journal.verify()),
    safeToClose: whileOpen('safeToClose', async () => judgeSafety(await journal.count())),
    exportJournal: whileOpen('exportJournal', (passphrase: string, options?: ExportOptions) =>
      exportJournal({ ...doors, still: engine.still }, passphrase, options),
    ),
    importJournal: whileOpen('importJournal', (...given: [Blob, string, ImportOptions?]) =>
      importJournal({ ...doors, onImported: engine.nudge }, ...given),
    ),
    settled: whileOpen('settled', (id: string, { signal }: { signal?: AbortSignal } = {}) =>
      awaitSettled(journal, id, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    ),
    replay: whileOpen('replay', async () => {
      await journal.letGo()
      return resultToReport(await engine.dispatch.replay())
    }),
    pause: whileOpen('pause', ({ by }: { by?: string } = {}) => journal.hold(clock.now(), by)),
    resume: whileOpen('resume', async () => {
      await journal.letGo()
      engine.nudge()
    }),
    setHeaders: whileOpen('setHeaders', async (headers: HeadersSource) => {
      await renewHeaders(setup, journal, headers)
      engine.dispatch.resume()
    }),
    close() {
      if (closing.signal.aborted) return
      closing.abort(new TillClosed('waiting'))
      engine.stop()
    },
  }
}

function identify({ name, shop, terminal }: TillSetup): Pick<Till, 'name' | 'shop' | 'terminal'> {
  return { name, shop, terminal }
}

/** Whoever listens hears last of all that the till has been closed. */
function createWatch(doors: FollowDoors, closed: AbortSignal): Pick<Till, 'status' | 'on'> {
  return {
    status: doors.status,
    on(_type, listener, { after } = {}) {
      if (closed.aborted) throw new TillClosed('listening')
      const { stop, close } = follow(doors, listener, after)
      closed.addEventListener('abort', close, { once: true })
      return () => {
        closed.removeEventListener('abort', close)
        stop()
      }
    },
  }
}

/** Lets an action pass while the till and its journal are open. */
function createGate(journal: TillJournal, closed: AbortSignal) {
  return <Words extends unknown[], Result>(action: string, perform: (...words: Words) => Promise<Result>) =>
    async (...words: Words): Promise<Result> => {
      if (closed.aborted) throw new TillClosed(action)
      journal.assertOpen(action)
      return perform(...words)
    }
}

/** The worker learns them too, and what waited for them goes on. */
async function renewHeaders(setup: TillSetup, journal: TillJournal, headers: HeadersSource): Promise<void> {
  setup.access = { ...setup.access, headers, headersAt: clock.now() }
  setup.service = { ...setup.service, headers }
  await journal.writeSetting('worker', setupToWorkerSetup(setup))
  await journal.endPause('service', 'unauthorized')
}

function resultToReport({ settled, parked, requeued, voided, paused }: RunResult): ReplayReport {
  const wait = paused && { paused: { reason: paused.reason, until: new Date(paused.until) } }
  return { settled, parked, requeued, voided, ...wait }
}
