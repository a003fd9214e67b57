import { is } from '../domain/is.js'
import type { Entry } from '../domain/entry.js'
import { TransferRefused } from '../domain/errors.js'
import { assertPassphrase, openFile, sealFile, type Obstacle } from '../journal/envelope.js'
import { isSoundTransfer, showTransfer } from '../journal/import.js'
import { Transfer } from '../journal/transfer.js'
import type { Replayer } from '../replay/replayer.js'
import { isVerdict, type RingDoors, type Verdict } from './ring.js'

/** What a file is for: without `handOver` it is a copy, which only shows. */
export interface ExportOptions {
  /** Gives up all that is unsettled, so that the till that imports the file sends it; `to` names the terminal that alone may. */
  handOver?: Verdict & { to?: string }
}

/** What is done with a file: without `takeOver` a copy is only shown. */
export interface ImportOptions {
  /** The till that made the copy is dead: what it had not settled becomes this till's. */
  takeOver?: Verdict
}

/** What a file holds, and what became of it here. */
export interface ImportReport {
  kind: 'copy' | 'hand-over'
  shop: string
  terminal: string
  at: Date
  /** As they stood where the file was written. */
  entries: Entry[]
  /** Ids of what could not be read where it was exported; it stayed there. */
  left: string[]
  /** How many came to this till with this import. */
  imported: number
  /** Ids that belong to other operations here: those did not come in, and a person must look at them. */
  clashing: string[]
}

interface ExportDoors extends RingDoors {
  still: Replayer['still']
}

interface ImportDoors extends RingDoors {
  onImported: () => void
}

/** Writes all that is unsettled into one encrypted file; handed over, it is parked here before the file exists. */
export async function exportJournal(
  { setup, journal, clock, still }: ExportDoors,
  passphrase: string,
  { handOver }: ExportOptions = {},
): Promise<Blob> {
  // Whatever may be refused is refused before anything is given up.
  assertPassphrase(passphrase)
  if (handOver && !isVerdict(handOver))
    throw new TransferRefused('the export', 'handOver must say who hands it over (by) and why (reason)')
  const { shop, terminal } = setup
  if (handOver?.to === terminal)
    throw new TransferRefused(
      'the export',
      `${terminal} is this till itself; name the one that is to send it`,
    )
  const head = { format: 1, file: clock.id(), shop, terminal, at: clock.now() } as const
  if (!handOver) return sealFile(passphrase, await journal.copyUnsettled({ ...head, kind: 'copy' }))
  const { by, reason, to } = handOver
  const given = { ...head, kind: 'hand-over', by, reason, ...(to !== undefined && { to }) } as const
  return sealFile(passphrase, await still(() => journal.handOver(given, { by, reason })))
}

const obstacles: Record<Obstacle, string> = {
  'not-ours': 'it is no journal that a till has exported. Choose another file',
  cut: 'it ends too early. Copy it again, whole',
  newer: 'a newer release wrote it. Update this till first',
  'wrong-passphrase':
    'the passphrase does not open it, or it was altered. Type it again, or copy the file again',
}

/** Looks into a file, and takes in what is to be this till's; a copy is only shown. */
export async function importJournal(
  { setup, journal, clock, storage, onImported }: ImportDoors,
  file: Blob,
  passphrase: string,
  { takeOver }: ImportOptions = {},
): Promise<ImportReport> {
  const transfer = await readTransfer(file, passphrase)
  const { kind, shop, terminal, at, to, left } = transfer
  if (takeOver && !isVerdict(takeOver)) refuse('takeOver must say who takes it (by) and why (reason)')
  if (to !== undefined && to !== setup.terminal)
    refuse(`it was handed over to ${to}, and this is ${setup.terminal}. Import it at ${to}`)
  const isShownOnly = kind === 'copy' && !takeOver
  const how = { ...(takeOver && { takeOver }), policy: setup.policy, now: clock.now() }
  const { imported, clashing = [] } = isShownOnly
    ? { imported: 0 }
    : await storage.keep('import', () => journal.importTransfer(transfer, how))
  if (imported > 0) onImported()
  return { kind, shop, terminal, at: new Date(at), entries: showTransfer(transfer), left, imported, clashing }
}

async function readTransfer(file: Blob, passphrase: string): Promise<Transfer> {
  const opened = await openFile(file, passphrase)
  if (opened.tag !== 'opened') return refuse(obstacles[opened.tag])
  const { content } = opened
  if (!is(content, Transfer) || !isSoundTransfer(content)) return refuse(obstacles['not-ours'])
  return content
}

function refuse(why: string): never {
  throw new TransferRefused('the import', why)
}
