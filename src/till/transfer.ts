import type { Entry } from '../domain/entry.js'
import type { TransferReason } from '../domain/error-texts.js'
import { ActRefused, InvalidOperation, InvalidOptions, TransferRefused } from '../domain/errors.js'
import { pickGiven } from '../domain/given.js'
import type { SignedCheckpoint, SigningFacts } from '../journal/checkpoints.js'
import {
  assertPassphrase,
  type FileLock,
  type FileSecret,
  openFile,
  sealFile,
  sealFileForShop,
} from '../journal/seal/index.js'
import {
  findTransferFault,
  type Imported,
  showTransfer,
  type Transfer,
  type TransferredEntry,
} from '../journal/transfer/index.js'
import type { Replayer } from '../replay/replayer.js'
import { requirePublicKey } from './copy-options.js'
import { assertValid, isVerdict, type DeskDeps, type Verdict } from './ring.js'
import type { TillRules } from '../domain/rules.js'
import type { FieldFailure } from '../domain/validate.js'

/** Options of an export: without `handOver` the file is a copy, which is only shown. */
export interface ExportOptions {
  /** The whole journal with its signed log, for `counterfoil-verify`; no till imports it. */
  audit?: boolean
  /** Hands over all unsettled operations to the till that imports the file: only the terminal `to`, if set. */
  handOver?: Verdict & { to?: string }
}

/** Options of an import: without `takeOver` a copy is only shown. */
export interface ImportOptions {
  /**
   * The till that made the copy is broken: its unsettled operations become this till's, parked as `unknown`. Where the
   * person says that nothing was corrected or voided there after the copy (`unchanged`), those are queued whose repeat
   * the service recognises by its key.
   */
  takeOver?: Verdict & { unchanged?: boolean }
  /** A named supervisor allows operations of the file past this till's limits, on record. */
  override?: Verdict
  /** A named person allows operations that look like others here, on record. */
  allowDuplicate?: Verdict
}

/** The content of a file, and what was imported. */
export interface ImportReport {
  kind: 'copy' | 'hand-over'
  shop: string
  terminal: string
  at: Date
  /** As they were at the till that wrote the file. */
  entries: Entry[]
  /** Ids of operations that could not be read at the exporting till; they stayed there. */
  left: string[]
  /** The number of operations imported by this import. */
  imported: number
  /**
   * How many of these were parked as `unknown`, for a person to check: the browser has lost what this till had, and the
   * file is older than that, so that its operations may have been imported and sent before.
   */
  doubted: number
  /**
   * What was not imported, and a person must check: its id belongs to another operation here, it corrects one that this
   * till may send itself, or it refers to one of these.
   */
  clashing: string[]
}

/** A hand-over with operations that are still parked here as moved. */
export interface HandOver {
  /** The id of its file. */
  file: string
  at: Date
  by: string
  reason: string
  /** The only terminal that may import the file, one of the same shop. */
  to?: string
  /** How many of its operations are still parked here as moved. */
  moved: number
  /** The size of its file; missing once the file was deleted. */
  bytes?: number
  /** Who confirmed that the file arrived; then it was deleted. */
  acknowledged?: Verdict & { at: Date }
}

interface ExportDeps extends DeskDeps {
  still: Replayer['still']
}

interface ImportDeps extends DeskDeps {
  onImported: () => void
}

/** Writes all unsettled operations into one encrypted file; a hand-over parks them as the file is stored. */
export async function exportJournal(
  { setup, journal, clock, still }: ExportDeps,
  lock: FileLock,
  { handOver, audit }: ExportOptions = {},
): Promise<Blob> {
  // Everything that can be refused is checked before anything is handed over.
  assertLock(lock)
  if (audit === true) return exportAudit({ setup, journal, clock }, lock, handOver)
  if (handOver && !isVerdict(handOver))
    throw new TransferRefused('exportJournal', 'verdict-missing', 'handOver')
  const { shop, terminal } = setup
  if (handOver?.to === terminal) throw new TransferRefused('exportJournal', 'own-terminal', terminal)
  const keyHeader = setup.policy.key && { keyHeader: setup.policy.key.header }
  const head = { file: clock.id(), shop, terminal, at: clock.now(), ...keyHeader }
  if (!handOver) {
    const copy = await journal.copyUnsettled({ ...head, kind: 'copy' })
    return sealUnder(lock, copy)
  }
  const { by, reason, to } = handOver
  const given = { ...head, kind: 'hand-over', by, reason, ...(to !== undefined && { to }) } as const
  const seal = async (transfer: Transfer) => blobToBytes(await sealUnder(lock, transfer))
  return bytesToBlob(await still(() => journal.handOver(given, { by, reason }, seal)))
}

async function exportAudit(
  { setup, journal, clock }: Pick<DeskDeps, 'setup' | 'journal' | 'clock'>,
  lock: FileLock,
  handOver: ExportOptions['handOver'],
): Promise<Blob> {
  const failure = { path: 'audit', expected: 'an export without handOver', found: 'both' }
  if (handOver) throw new InvalidOptions([failure], 'exportJournal')
  const audit = await journal.exportAudit(toSigningFacts({ setup, clock }))
  return sealUnder(lock, audit)
}

function assertLock(lock: FileLock): void {
  if (typeof lock === 'string') assertPassphrase(lock)
  else requirePublicKey(lock)
}

function sealUnder(lock: FileLock, content: { format: number }): Promise<Blob> {
  return typeof lock === 'string'
    ? sealFile(lock, content, content.format)
    : sealFileForShop(lock.publicKey, content)
}

/** Signs what is new in the journal. */
export function signCheckpoint(
  deps: Pick<DeskDeps, 'setup' | 'journal' | 'clock'>,
): Promise<SignedCheckpoint> {
  return deps.journal.signCheckpoint(toSigningFacts(deps))
}

/** Who signs, and when. */
export function toSigningFacts({ setup, clock }: Pick<DeskDeps, 'setup' | 'clock'>): SigningFacts {
  const { shop, terminal, retention } = setup
  return { shop, terminal, at: clock.now(), settledDays: retention.settledDays }
}

/** Lists the hand-overs with operations that are still parked here as moved. */
export async function listHandOvers({ journal }: Pick<DeskDeps, 'journal'>): Promise<HandOver[]> {
  return (await journal.listHandOvers()).map(({ at, acknowledged, ...facts }) => ({
    ...facts,
    at: new Date(at),
    ...(acknowledged && { acknowledged: { ...acknowledged, at: new Date(acknowledged.at) } }),
  }))
}

/** Returns the unchanged file of a hand-over. */
export async function readHandOverFile({ journal }: Pick<DeskDeps, 'journal'>, file: string): Promise<Blob> {
  return bytesToBlob(await journal.readHandOver(file))
}

/** Deletes the file of a hand-over after a named person confirmed that it arrived. */
export async function acknowledgeHandOver(
  { journal, clock }: Pick<DeskDeps, 'journal' | 'clock'>,
  file: string,
  verdict: Verdict,
): Promise<void> {
  if (!isVerdict(verdict)) throw new TransferRefused('acknowledgeHandOver', 'verdict-missing', 'verdict')
  const { by, reason } = verdict
  await journal.acknowledgeHandOver(file, { by, reason }, clock.now())
}

/** Takes back all operations of a hand-over whose file was lost, in line; resolves with their number. */
export async function takeBackHandOver(
  { journal, clock }: Pick<DeskDeps, 'journal' | 'clock'>,
  file: string,
  verdict: Verdict,
): Promise<number> {
  if (!isVerdict(verdict)) throw new TransferRefused('takeBackHandOver', 'verdict-missing', 'verdict')
  const { by, reason } = verdict
  let taken = 0
  for (const id of await journal.listMoved(file)) {
    try {
      await journal.act(id, { tag: 'take-back', by, reason }, clock.now())
      taken += 1
    } catch (error) {
      // Somebody has dealt with this one meanwhile; the others are taken back.
      if (!(error instanceof ActRefused)) throw error
    }
  }
  return taken
}

async function blobToBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await blob.arrayBuffer())
}

function bytesToBlob(bytes: Uint8Array<ArrayBuffer>): Blob {
  return new Blob([bytes], { type: 'application/octet-stream' })
}

/** Reads a file and imports the operations that become this till's; a copy is only shown. */
export async function importJournal(
  { setup, journal, clock, storage, onImported }: ImportDeps,
  file: Blob,
  secret: FileSecret,
  { takeOver, ...exceptions }: ImportOptions = {},
): Promise<ImportReport> {
  const transfer = await readTransfer(file, secret)
  const { kind, shop, terminal, at, to, left } = transfer
  for (const [name, verdict] of Object.entries({ takeOver, ...exceptions }))
    if (verdict && !isVerdict(verdict)) refuse('verdict-missing', name)
  // Terminals of other shops may have the same name.
  if (to !== undefined && shop !== setup.shop) refuse('other-terminal', `${shop} / ${to}`)
  if (to !== undefined && to !== setup.terminal) refuse('other-terminal', to)
  const isShownOnly = kind === 'copy' && !takeOver
  const how = {
    ...(takeOver && { takeOver }),
    policy: setup.policy,
    now: clock.now(),
    guard: { limits: setup.limits, ...pickGiven(exceptions, ['override', 'allowDuplicate']) },
    findObjections: (entry: TransferredEntry) => findObjections(entry, setup.rules),
  }
  const result: Imported = isShownOnly
    ? { imported: 0, skipped: 0 }
    : await storage.keep('import', () => journal.importTransfer(transfer, how))
  const { imported, doubted = 0, clashing = [] } = result
  if (imported > 0) onImported()
  const report = { kind, shop, terminal, at: new Date(at), entries: showTransfer(transfer), left }
  return { ...report, imported, doubted, clashing }
}

/** The reasons why an entry could not be saved at this till. */
export function findObjections(entry: TransferredEntry, rules: TillRules): readonly FieldFailure[] {
  const extra = pickGiven(entry, ['operator', 'conditions', 'transactionOf'])
  try {
    assertValid(entry.kind, JSON.parse(entry.body), extra, rules)
    return []
  } catch (error) {
    if (error instanceof InvalidOperation) return error.failures
    throw error
  }
}

async function readTransfer(file: Blob, secret: FileSecret): Promise<Transfer> {
  const opened = await openFile(file, secret)
  if (opened.tag !== 'opened') return refuse(opened.tag)
  const { content } = opened
  const fault = findTransferFault(content)
  if (fault) return refuse(fault.tag, 'why' in fault ? fault.why : undefined)
  return content as Transfer
}

function refuse(reason: TransferReason, detail?: string): never {
  throw new TransferRefused('importJournal', reason, detail)
}
