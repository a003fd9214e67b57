import { findCardCodeFault, type CardCodeFault } from '../domain/card-code.js'
import { readCard } from '../domain/cards.js'
import type { Entry, ListedEntry, SettledEntry } from '../domain/entry.js'
import { TillClosed } from '../domain/errors.js'
import type {
  AssociateRequest,
  ConfirmOrderRequest,
  MigrateRequest,
  Models,
  OperationKind,
  Receipt,
  RefundRequest,
  UpdateReceiptRequest,
} from '../domain/models.js'
import type { TillJournal } from '../journal/journal.js'
import type { EntryFilter } from '../journal/views/index.js'
import type { DayReport } from '../domain/day.js'
import type { UnusedNumber } from '../domain/receipt.js'
import type { KeptReceipt, ReceiptFilter } from '../journal/views/index.js'
import type { Verification } from '../journal/views/index.js'
import { clock } from '../platform/clock.js'
import type { HeadersSource } from '../ports.js'
import type { RunResult } from '../replay/run.js'
import { createAttention, type Attention } from './attention.js'
import { readBalance, type CardBalance } from './balance.js'
import { reportDay } from './day.js'
import { createDrafts, type Drafts } from './drafts.js'
import type { Engine } from './engine.js'
import { follow, type FollowDeps, type TillListener } from './follow.js'
import { requireSendable, setupToWorkerSetup, type TillSetup } from './options.js'
import { issueReceipt } from './receipt.js'
import { ringUp, type Extra, type RingDeps, type Verdict } from './ring.js'
import { countsToSafety, type Safety } from './safety.js'
import { awaitSettled } from './settled.js'
import type { StatusStore, TillPause } from './status.js'
import {
  acknowledgeHandOver,
  exportJournal,
  importJournal,
  listHandOvers,
  readHandOverFile,
  takeBackHandOver,
  type ExportOptions,
  type HandOver,
  type ImportOptions,
  type ImportReport,
} from './transfer.js'

/** The result of one replay. */
export interface ReplayReport {
  settled: number
  parked: number
  requeued: number
  voided: number
  paused?: Pick<TillPause, 'reason' | 'until'>
}

/** The five operations: each takes the service's own model and resolves with its entry once it is saved. */
interface Operations {
  /**
   * Associates a card with a shop and terminal, with card data and holder data. Resolves once it is saved on this
   * till; rejects with nothing stored.
   */
  associate: (model: AssociateRequest, extra?: Extra) => Promise<Entry<'associate'>>
  /**
   * Performs a refund on one or more cards, with a receipt. Resolves once it is saved on this till; rejects with
   * nothing stored.
   */
  refund: (model: RefundRequest, extra?: Extra) => Promise<Entry<'refund'>>
  /**
   * Performs a migration of a card from an old card code, with a receipt. Resolves once it is saved on this till;
   * rejects with nothing stored.
   */
  migrate: (model: MigrateRequest, extra?: Extra) => Promise<Entry<'migrate'>>
  /**
   * Updates the receipt recorded for a card transaction. Resolves once it is saved on this till; rejects with
   * nothing stored.
   */
  updateReceipt: (model: UpdateReceiptRequest, extra?: Extra) => Promise<Entry<'updateReceipt'>>
  /**
   * Confirms a marketplace order, with its payments, promotions and buyers. Resolves once it is saved on this till;
   * rejects with nothing stored.
   */
  confirmOrder: (model: ConfirmOrderRequest, extra?: Extra) => Promise<Entry<'confirmOrder'>>
}

/** An open till. */
export interface Till extends Operations {
  /** The name of the database, the shop and the terminal, from the options. */
  readonly name: string
  readonly shop: string
  readonly terminal: string
  /** The ISO 4217 code of the currency of all amounts, from the options. */
  readonly currency: string
  /** Why a code is no card number by `rules.cardCode`, while it is typed or scanned; undefined if it is one. */
  cardFault(code: string): CardCodeFault | undefined
  /** The status of the till: `value` is the present one, `subscribe` reports every change. */
  readonly status: StatusStore
  /**
   * Reports every event of the till from now on, or after the cursor of an earlier event, from any tab or worker;
   * returns a function that stops it.
   */
  on(type: 'event', listener: TillListener, options?: { after?: string | undefined }): () => void
  /** One entry with its whole history; undefined if there is none of this id. */
  entry(id: string): Promise<ListedEntry | undefined>
  /** Entries, newest first. */
  entries(filter?: EntryFilter): Promise<ListedEntry[]>
  /**
   * The balance of a card at the service, and what waits for it here; missing if the host gives no `balance`.
   */
  balance?(card: string): Promise<CardBalance>
  /** Receipts by card, number, date and state, newest first. */
  receipts(filter?: ReceiptFilter): Promise<KeptReceipt[]>
  /** Completes a receipt: shop, terminal, date, exact total, and the next number, which is taken for good. */
  receipt(draft: Receipt): Promise<Receipt>
  /** Receipt numbers that were taken but not used. */
  unusedNumbers(): Promise<UnusedNumber[]>
  /** The figures of the operations saved in a span of time. */
  day(span: { from: Date; to: Date }): Promise<DayReport>
  /** Whether the journal was altered from outside, and the first alteration found. */
  verifyJournal(): Promise<Verification>
  /** Whether this till may be updated, signed out or wiped. */
  safeToClose(): Promise<Safety>
  /** Exports all unsettled operations in one encrypted file: a copy, or a hand-over for another till to send. */
  exportJournal(passphrase: string, options?: ExportOptions): Promise<Blob>
  /** The hand-overs with operations that are still parked here as moved, newest first. */
  handOvers(): Promise<HandOver[]>
  /** The unchanged file of a hand-over, until a person confirms that it arrived. */
  handOverFile(file: string): Promise<Blob>
  /** Confirms, by a named person, that a hand-over's file arrived: it is deleted here. */
  acknowledgeHandOver(file: string, verdict: Verdict): Promise<void>
  /**
   * Takes back all operations of a hand-over whose file was lost; resolves with their number. Only if no other till
   * has the file: otherwise they are done twice.
   */
  takeBackHandOver(file: string, verdict: Verdict): Promise<number>
  /** Imports such a file: operations handed over, or taken over from a broken till, become this till's. */
  importJournal(file: Blob, passphrase: string, options?: ImportOptions): Promise<ImportReport>
  /** Resolves when the service has the operation, however long that takes; rejects if it is voided. */
  settled(id: string, options?: { signal?: AbortSignal }): Promise<SettledEntry<OperationKind>>
  /** Delivers now and resolves with the result; it ends every wait but a `Retry-After`. */
  replay(): Promise<ReplayReport>
  /** Stops sending until a person resumes it; what is under way is finished, and operations can still be saved. */
  pause(verdict?: { by?: string }): Promise<void>
  /** Resumes sending. */
  resume(): Promise<void>
  /** What a person has typed and not rung up yet. */
  readonly drafts: Drafts
  /** A person's actions on operations that need attention. */
  readonly attention: Attention
  /** Sets new headers: operations that wait for credentials go on. */
  setHeaders(headers: HeadersSource): Promise<void>
  /** Closes the till; waiting operations stay saved. */
  close(): void
}

interface TillParts {
  setup: TillSetup
  journal: TillJournal
  status: StatusStore
  engine: Engine
}

/** Creates the till's public handle. Once closed, it refuses every call that needs the journal. */
export function createTill({ setup, journal, status, engine }: TillParts): Till {
  const closing = new AbortController()
  const deps: RingDeps = { setup, journal, clock, storage: engine.storage }
  const whileOpen = createGuard(journal, closing.signal)
  return {
    ...createOperations(deps, engine, whileOpen),
    ...identify(setup),
    ...createWatch({ journal, status, clock }, closing.signal),
    attention: createAttention(deps, engine.nudge),
    drafts: guardDrafts(createDrafts(deps), whileOpen),
    entry: whileOpen('entry', (id: string) => journal.find(id)),
    entries: whileOpen('entries', (filter?: EntryFilter) => journal.list(filter)),
    ...createBalance(deps, whileOpen),
    receipts: whileOpen('receipts', (filter?: ReceiptFilter) => journal.listReceipts(filter)),
    receipt: whileOpen('receipt', (draft: Receipt) => issueReceipt(deps, draft)),
    unusedNumbers: whileOpen('unusedNumbers', () => journal.listUnusedNumbers()),
    day: whileOpen('day', (span: { from: Date; to: Date }) => reportDay(deps, span)),
    verifyJournal: whileOpen('verifyJournal', () => journal.verify()),
    safeToClose: whileOpen('safeToClose', async () => countsToSafety(await journal.count())),
    ...createTransfers(deps, engine, whileOpen),
    settled: whileOpen('settled', (id: string, { signal }: { signal?: AbortSignal } = {}) =>
      awaitSettled(journal, id, signal ? AbortSignal.any([signal, closing.signal]) : closing.signal),
    ),
    replay: whileOpen('replay', async () => {
      setup.trace?.({ what: 'wake', why: 'replay' })
      await journal.resume()
      return resultToReport(await engine.dispatch.replay())
    }),
    pause: whileOpen('pause', async ({ by }: { by?: string } = {}) => {
      await journal.pause(clock.now(), by)
      setup.trace?.({ what: 'paused', scope: 'till', reason: 'held' })
    }),
    resume: whileOpen('resume', async () => {
      await journal.resume()
      setup.trace?.({ what: 'resumed', scope: 'till' })
      engine.nudge('resumed')
    }),
    setHeaders: whileOpen('setHeaders', async (headers: HeadersSource) => {
      await renewHeaders(setup, journal, headers)
      engine.dispatch.resume()
    }),
    close() {
      if (closing.signal.aborted) return
      closing.abort(new TillClosed('settled'))
      engine.stop()
    },
  }
}

function createOperations(deps: RingDeps, engine: Engine, whileOpen: Guard): Pick<Till, OperationKind> {
  const createOperation = <Kind extends OperationKind>(kind: Kind) =>
    whileOpen(kind, async (model: Models[Kind], extra: Extra = {}): Promise<Entry<Kind>> => {
      const entry = await ringUp(deps, kind, model, extra)
      engine.nudge('rung-up')
      return entry
    })
  return {
    associate: createOperation('associate'),
    refund: createOperation('refund'),
    migrate: createOperation('migrate'),
    updateReceipt: createOperation('updateReceipt'),
    confirmOrder: createOperation('confirmOrder'),
  }
}

function createBalance(deps: RingDeps, whileOpen: Guard): Pick<Till, 'balance'> {
  const { balance } = deps.setup
  return balance ? { balance: whileOpen('balance', (card: string) => readBalance(deps, balance, card)) } : {}
}

type Identity = Pick<Till, 'name' | 'shop' | 'terminal' | 'currency' | 'cardFault'>

function identify({ name, shop, terminal, currency, rules }: TillSetup): Identity {
  const cardFault = (code: string) => findCardCodeFault(readCard(code, rules.card), rules.cardCode)
  return { name, shop, terminal, currency, cardFault }
}

type Transfers =
  | 'takeBackHandOver'
  | 'exportJournal'
  | 'importJournal'
  | 'handOvers'
  | 'handOverFile'
  | 'acknowledgeHandOver'

function createTransfers(deps: RingDeps, engine: Engine, whileOpen: Guard): Pick<Till, Transfers> {
  return {
    exportJournal: whileOpen('exportJournal', (passphrase: string, options?: ExportOptions) =>
      exportJournal({ ...deps, still: engine.still }, passphrase, options),
    ),
    importJournal: whileOpen('importJournal', (...given: [Blob, string, ImportOptions?]) =>
      importJournal(
        {
          ...deps,
          onImported: () => {
            engine.nudge('imported')
          },
        },
        ...given,
      ),
    ),
    handOvers: whileOpen('handOvers', () => listHandOvers(deps)),
    handOverFile: whileOpen('handOverFile', (file: string) => readHandOverFile(deps, file)),
    takeBackHandOver: whileOpen('takeBackHandOver', async (file: string, verdict: Verdict) => {
      const taken = await takeBackHandOver(deps, file, verdict)
      engine.nudge('acted')
      return taken
    }),
    acknowledgeHandOver: whileOpen('acknowledgeHandOver', (file: string, verdict: Verdict) =>
      acknowledgeHandOver(deps, file, verdict),
    ),
  }
}

/** Closing the till is the last event for its listeners. */
function createWatch(deps: FollowDeps, closed: AbortSignal): Pick<Till, 'status' | 'on'> {
  return {
    status: deps.status,
    on(_type, listener, { after } = {}) {
      if (closed.aborted) throw new TillClosed('on')
      const { stop, close } = follow(deps, listener, after)
      closed.addEventListener('abort', close, { once: true })
      return () => {
        closed.removeEventListener('abort', close)
        stop()
      }
    },
  }
}

type Guard = ReturnType<typeof createGuard>

/** Runs an action only while the till and its journal are open. */
function createGuard(journal: TillJournal, closed: AbortSignal) {
  return <Args extends unknown[], Result>(action: string, perform: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (closed.aborted) throw new TillClosed(action)
      journal.assertOpen(action)
      return perform(...args)
    }
}

function guardDrafts({ save, read, drop }: Drafts, whileOpen: Guard): Drafts {
  return {
    save: whileOpen('drafts.save', save),
    read: whileOpen('drafts.read', read),
    drop: whileOpen('drafts.drop', drop),
  }
}

/** Stores the headers for the worker too, and ends the pause for credentials. */
async function renewHeaders(setup: TillSetup, journal: TillJournal, headers: HeadersSource): Promise<void> {
  requireSendable(headers)
  setup.access = { ...setup.access, headers, headersAt: clock.now() }
  setup.service = { ...setup.service, headers }
  await journal.writeSetting('worker', setupToWorkerSetup(setup))
  await journal.endPause('service', 'unauthorized')
}

function resultToReport({ settled, parked, requeued, voided, paused }: RunResult): ReplayReport {
  const wait = paused && { paused: { reason: paused.reason, until: new Date(paused.until) } }
  return { settled, parked, requeued, voided, ...wait }
}
