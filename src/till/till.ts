import type { CardCodeFault } from '../domain/card-code.js'
import type { Entry, ListedEntry, SettledEntry } from '../domain/entry.js'
import type {
  AssociateRequest,
  ConfirmOrderRequest,
  MigrateRequest,
  OperationKind,
  Receipt,
  RefundRequest,
  UpdateReceiptRequest,
} from '../domain/models.js'
import type { DayReport } from '../domain/day.js'
import type { UnusedNumber } from '../domain/receipt.js'
import type { SignedCheckpoint } from '../journal/checkpoints.js'
import type { EntryFilter, KeptReceipt, ReceiptFilter, Verification } from '../journal/views/index.js'
import type { HeadersSource } from '../ports.js'
import type { Attention } from './attention.js'
import type { CardBalance } from './balance.js'
import type { Drafts } from './drafts.js'
import type { TillListener } from './follow.js'
import type { Extra, Verdict } from './ring.js'
import type { Safety } from './safety.js'
import type { StatusStore, TillPause } from './status.js'
import type { FileLock, FileSecret } from '../journal/seal/index.js'
import type { ExportOptions, HandOver, ImportOptions, ImportReport } from './transfer.js'

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
  /** Signs the journal as it is; keep the note apart from the till, for `counterfoil-verify`. */
  checkpoint(): Promise<SignedCheckpoint>
  /** Whether this till may be updated, signed out or wiped. */
  safeToClose(): Promise<Safety>
  /**
   * Exports all unsettled operations in one encrypted file: a copy, or a hand-over for another till to send. With
   * `audit` it is the whole journal, for `counterfoil-verify`.
   */
  exportJournal(lock: FileLock, options?: ExportOptions): Promise<Blob>
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
  /**
   * Imports such a file: operations handed over, or taken over from a broken till, become this till's. It opens with its
   * passphrase, or with the private key of the shop that it was sealed to.
   */
  importJournal(file: Blob, secret: FileSecret, options?: ImportOptions): Promise<ImportReport>
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
