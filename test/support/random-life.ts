import { decide, type Decision } from '../../src/decide/decide.js'
import { CounterfoilError } from '../../src/domain/errors.js'
import type { Ticket } from '../../src/domain/ticket.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { dayMs, handOverAll, openPlainly, outcomes, ring, start, who, type OutcomeName } from './lives.js'
import { freshName, lenient } from './journals.js'
import { fullModels, kinds, refundOf } from './models.js'
import { openJournal } from '../../src/journal/journal.js'

type Random = () => number

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('there is nothing to pick from')
  return item
}

const outcomeNames = Object.keys(outcomes) as OutcomeName[]
const policy = { replay: {} }

/** Records that what an earlier run left under way cannot be read. */
export function toUnreadable(ticket: Ticket): Decision {
  return decide(ticket, outcomes.unreadable, { policy, now: start, random: 0.5 })
}

interface Life {
  journal: TillJournal
  random: Random
  now: number
}

const deeds: readonly [number, (life: Life) => Promise<unknown>][] = [
  [5, ringUp],
  [3, ringUp],
  [1, ringUpAfter],
  [4, replay],
  [3, actOnOne],
  [1, tidy],
  [1, leaveUnderWay],
  [0.4, handOver],
  [0.6, receive],
]
const weight = deeds.reduce((sum, [share]) => sum + share, 0)

/** So many things happen to a journal, of every kind that changes a state; the same seed makes the same life. */
export async function liveOn(journal: TillJournal, random: Random, steps: number): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    const life = { journal, random, now: start + Math.floor(random() * 200) * dayMs }
    let left = random() * weight
    const [, deed] = deeds.find(([share]) => (left -= share) < 0) ?? [0, ringUp]
    await deed(life).catch(ignoreRefusal)
  }
}

/** What is refused changes nothing; that is part of life. */
function ignoreRefusal(error: unknown): void {
  const isRefused = error instanceof CounterfoilError && error.code !== 'storage-refused'
  const isOvertaken = error instanceof Error && error.message.includes('refused')
  if (!isRefused && !isOvertaken) throw error
}

async function ringUp({ journal, random, now }: Life): Promise<void> {
  const guard = pick(random, [lenient, { limits: {} }, { limits: { total: 40 }, override: who }])
  const createdAt = now - Math.floor(random() * 3) * dayMs
  if (random() < 0.3) {
    const kind = pick(random, kinds)
    await ring(journal, kind, fullModels[kind], { guard, createdAt })
    return
  }
  const total = Math.round(random() * 2_000) / 100
  await ring(journal, 'refund', refundOf(pick(random, ['A', 'B', 'C', 'D']), total), { guard, createdAt })
}

async function ringUpAfter({ journal, random, now }: Life): Promise<void> {
  const [entry] = await journal.list({ limit: 1 })
  const CardCode = pick(random, ['A', 'B'])
  if (entry) await ring(journal, 'updateReceipt', { CardCode }, { transactionOf: entry.id, createdAt: now })
}

async function replay({ journal, random, now }: Life): Promise<void> {
  const { number: run, stranded } = await journal.begin(now)
  const { claimed } = await journal.turn({
    policy: { replay: {} },
    run,
    decisions: [],
    slots: 1 + Math.floor(random() * 4),
    now,
  })
  const tickets = [...stranded, ...claimed.map(({ ticket }) => ticket)]
  const decisions = tickets.map((ticket) =>
    decide(ticket, outcomes[random() < 0.4 ? 'acknowledged' : pick(random, outcomeNames)], {
      policy,
      now,
      random: 0.5,
    }),
  )
  await journal.turn({ policy: { replay: {} }, run, decisions, slots: 0, now })
}

async function leaveUnderWay({ journal, now }: Life): Promise<void> {
  const { number: run } = await journal.begin(now)
  await journal.turn({ policy: { replay: {} }, run, decisions: [], slots: 1, now })
}

async function actOnOne({ journal, random, now }: Life): Promise<void> {
  const entries = await journal.list({ limit: 20, ...(random() < 0.7 && { state: 'parked' }) })
  if (entries.length === 0) return
  const { id } = pick(random, entries)
  const request = refundOf(pick(random, ['A', 'E']), 3.33)
  const successor = { id: freshName(), request, createdAt: now }
  const entry = await journal.find(id)
  const tags = ['send-again', 'mark-applied', 'void', 'take-back'] as const
  if (entry?.kind === 'refund' && random() < 0.3) {
    await journal.act(id, { tag: 'amend', ...who, successor }, now, undefined, lenient)
    return
  }
  await journal.act(id, { tag: pick(random, tags), ...who }, now)
}

async function tidy({ journal, now }: Life): Promise<void> {
  await journal.tidy({ settledDays: 90, personalDays: 30 }, now, now)
}

async function handOver({ journal, now }: Life): Promise<void> {
  const head = {
    format: 1,
    file: freshName(),
    shop: 'S01',
    terminal: 'T1',
    at: now,
  } as const
  await handOverAll(journal, head)
}

/** Another till, which had a short life of its own, hands over or is taken over. */
async function receive({ journal, random, now }: Life): Promise<void> {
  const other = await openJournal(freshName(), { openVault: openPlainly })
  for (let count = 0; count < 3; count += 1) await ringUp({ journal: other, random, now })
  const facts = { format: 1, file: freshName(), shop: 'S01', terminal: 'T9', at: now } as const
  const isCopy = random() < 0.5
  const file = isCopy
    ? await other.copyUnsettled({ ...facts, kind: 'copy' })
    : await handOverAll(other, facts)
  other.close()
  await journal.importTransfer(file, { policy, now, guard: lenient, ...(isCopy && { takeOver: who }) })
}
