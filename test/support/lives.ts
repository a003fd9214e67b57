import { decide } from '../../src/decide/decide.js'
import type { Policy } from '../../src/decide/policy.js'
import { retentionDefault } from '../../src/decide/retention.js'
import type { ListedEntry } from '../../src/domain/entry.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import type { Outcome, Reply } from '../../src/domain/outcome.js'
import type { Guard } from '../../src/journal/queue/admit.js'
import type { TransferHead } from '../../src/journal/transfer/export.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { JournalOptions, VaultOpener } from '../../src/journal/open.js'
import type { Draft } from '../../src/journal/queue/prepare.js'
import type { TallyRow } from '../../src/journal/store/rows.js'
import type { Transfer } from '../../src/journal/transfer/transfer.js'
import type { Claimed } from '../../src/ports.js'
import { freshName, lenient, openRaw } from './journals.js'
import { plainVault } from './vault.js'

/** What a till needs to be tried out: its journals, which are closed together, and their name. */
export interface Shelf {
  open: (name?: string, options?: JournalOptions) => Promise<TillJournal>
  openPlain: (name?: string) => Promise<TillJournal>
  closeAll: () => void
}

export const openPlainly: VaultOpener = () => Promise.resolve(plainVault)

/** Journals that a suite opens, to be closed after each test. */
export function createShelf(): Shelf {
  const opened: TillJournal[] = []
  const keep = async (opening: Promise<TillJournal>) => {
    const journal = await opening
    opened.push(journal)
    return journal
  }
  return {
    open: (name = freshName(), options = {}) => keep(openJournal(name, options)),
    openPlain: (name = freshName()) => keep(openJournal(name, { openVault: openPlainly })),
    closeAll() {
      for (const journal of opened.splice(0)) journal.close()
    },
  }
}

export const start = 2_000_000
export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000
const policy: Policy = { replay: {} }

export function replyOf(status: number, body: unknown = {}, headers: Record<string, string> = {}): Reply {
  return { status, headers, body, at: start }
}

export const outcomes = {
  acknowledged: {
    tag: 'acknowledged',
    reply: replyOf(200, { TransactionID: 7 }, { etag: '"1"' }),
    credentialsAt: 0,
  },
  silent: { tag: 'silent', detail: 'network' },
  unsent: { tag: 'unsent', detail: 'offline' },
  rejected: { tag: 'rejected', reply: replyOf(422), credentialsAt: 0 },
  conflict: { tag: 'conflict', reply: replyOf(409), credentialsAt: 0 },
  busy: {
    tag: 'busy',
    reply: replyOf(429, null, { 'retry-after': '9' }),
    retryAfterMs: 9_000,
    credentialsAt: 0,
  },
  expired: { tag: 'expired', detail: 'too old' },
  unreadable: { tag: 'unreadable', detail: 'damaged' },
} satisfies Record<string, Outcome>
export type OutcomeName = keyof typeof outcomes

export type Ringing = Partial<Omit<Draft, 'kind' | 'request'>> & { guard?: Guard }

/** Rings an operation up as a till would; `guard` is lenient unless told. */
export async function ring<Kind extends OperationKind>(
  journal: TillJournal,
  kind: Kind,
  request: Models[Kind],
  { guard = lenient, ...facts }: Ringing = {},
): Promise<ListedEntry> {
  const draft = { id: freshName(), shop: 'S01', terminal: 'T1', createdAt: start, ...facts }
  const entry = await journal.append({ ...draft, kind, request }, guard)
  if (!entry) throw new Error(`${draft.id} was not kept`)
  return entry
}

/** Marks what may go as sending. */
export async function claimAll(
  journal: TillJournal,
  now = start,
  slots = 100,
  by: Policy = { replay: {} },
): Promise<{ run: number; claimed: Claimed[] }> {
  const { number: run } = await journal.begin(now)
  const { claimed } = await journal.turn({ policy: by, run, decisions: [], slots, now })
  return { run, claimed }
}

/** Records the same outcome for all that was claimed. */
export async function conclude(
  journal: TillJournal,
  { run, claimed }: { run: number; claimed: Claimed[] },
  outcome: Outcome,
  now = start,
  by = policy,
): Promise<void> {
  const decisions = claimed.map(({ ticket }) => decide(ticket, outcome, { policy: by, now, random: 0.5 }))
  await journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now })
}

/** Sends what may go, once, and records what came of it. */
export async function sendAll(journal: TillJournal, name: OutcomeName, now = start): Promise<string[]> {
  const claims = await claimAll(journal, now)
  await conclude(journal, claims, outcomes[name], now)
  return claims.claimed.map(({ ticket }) => ticket.id)
}

export const who = { by: 'Ada', reason: 'seen to' }
/** Who takes over the copy of a till where nothing was corrected or voided since. */
export const vouched = { ...who, unchanged: true }

/** Looks at the clocks, which agree: from here on what has ended is aged. */
export async function lookAtClocks(journal: TillJournal, now = start): Promise<void> {
  await journal.tidy(retentionDefault, now, now)
}

/** Erases the secrets of what has expired, as after days. */
export async function eraseExpired(journal: TillJournal, now = start): Promise<void> {
  while (await journal.tidy({ ...retentionDefault, secretDays: 0 }, now));
}

/** Tidies up as often as there is more; tells how often. A long gap counts once it is seen on a second day. */
export async function tidyUp(
  journal: TillJournal,
  now: number,
  retention = retentionDefault,
): Promise<number> {
  await journal.tidy(retention, now - dayMs, now - dayMs)
  let times = 1
  while (await journal.tidy(retention, now, now)) times += 1
  return times
}

/** Hands over all that is unsettled, and tells what the file tells; what is stored of it is not encrypted here. */
export async function handOverAll(
  journal: TillJournal,
  head: Omit<TransferHead, 'kind'>,
  verdict = who,
): Promise<Transfer> {
  let told: Transfer | undefined
  await journal.handOver({ ...head, kind: 'hand-over' }, verdict, (transfer) => {
    told = transfer
    return Promise.resolve(new TextEncoder().encode(JSON.stringify(transfer)))
  })
  if (!told) throw new Error('handing over sealed nothing')
  return told
}

/** Every row of a database, by table. */
export async function readTables(name: string): Promise<Record<string, Record<string, unknown>[]>> {
  const raw = await openRaw(name)
  const tables = await Promise.all(
    raw.tables.map(
      async (table) => [table.name, (await table.toArray()) as Record<string, unknown>[]] as const,
    ),
  )
  raw.close()
  return Object.fromEntries(tables)
}

/** What the rows of a database come to, counted one by one; amounts in these tests have two decimals at most. */
export async function countByReading(name: string): Promise<Record<string, unknown>> {
  const { entries = [] } = await readTables(name)
  const counts: Record<string, number> = { queued: 0, sending: 0, settled: 0, parked: 0, voided: 0 }
  let cents = 0
  for (const { state, amount } of entries as { state: string; amount?: unknown }[]) {
    const counted = state in counts ? state : 'parked'
    counts[counted] = (counts[counted] ?? 0) + 1
    const isOpen = ['queued', 'sending', 'parked'].includes(state)
    if (isOpen && Number.isFinite(amount)) cents += Math.round(Number(amount) * 100)
  }
  return { ...counts, name: 'entries', amount: String(cents / 100) }
}

/** What the unresolved entries amount to, as the journal keeps it. */
export async function readAmount(journal: TillJournal): Promise<string> {
  return ((await journal.count()) as unknown as TallyRow).amount
}
