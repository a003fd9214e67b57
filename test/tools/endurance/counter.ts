import type { ListedEntry, Till } from '../../../src/index.js'
import type { Models, OperationKind } from '../../../src/domain/models.js'
import type { EngineName } from '../../drivers/driver.js'
import type { Service } from '../../../src/sandbox/index.js'
import { effectToMarker } from '../../simulation/bodies.js'
import type { Random } from '../../simulation/random.js'
import type { ConfirmedOperation } from './compare.js'
import { pass, type Device } from './device.js'
import type { Doubts } from './doubts.js'
import type { Cashier, Intent } from './ring.js'

declare const counterfoilTill: Till

/** A till at work: who rings up, on which device, and what was confirmed as saved. */
export interface Counter {
  name: string
  engine: EngineName
  device: Device
  confirmed: TimedOperation[]
  /** Rung up, and the answer was lost with the page. */
  unheard: Set<string>
  /** Calls that rejected, by what they said. */
  refusals: Record<string, number>
  /** When the supervisor sent which operation again, by a clock that is never set. */
  resent: Map<string, number[]>
  /** Which unknown outcomes the books cannot tell yet. */
  doubts: Doubts
  /** What the supervisor did, by reason and act. */
  acts: Record<string, number>
}

export interface TimedOperation extends ConfirmedOperation {
  /** When it was confirmed as saved, by a clock that is never set. */
  at: number
}

export type Counts = Partial<Record<ListedEntry['state'], number>>

/** Enters operations without rest until it is stopped. */
export async function ringOn(
  counter: Counter,
  cashier: Cashier,
  random: Random,
  isOver: () => boolean,
): Promise<void> {
  while (!isOver()) {
    await pass(random.between(60, 400))
    if (counter.device.ageMs === undefined) continue
    const intent = cashier.next()
    try {
      const answer = await counter.device.ask(ringInPage, intent)
      // The page was under way and had no till yet. In Firefox the page before it may have heard this too: where a page
      // goes away under a question, that browser puts it to the next one.
      if (answer === undefined) counter.unheard.add(intent.marker)
      else if ('refused' in answer) count(counter.refusals, answer.refused)
      else {
        const { kind, marker, transactionOf } = intent
        counter.confirmed.push({
          till: counter.name,
          marker,
          kind,
          request: JSON.parse(answer.body) as object,
          isCompleted: transactionOf !== undefined,
          at: Date.now(),
        })
        cashier.keep(intent)
      }
    } catch {
      counter.unheard.add(intent.marker)
    }
  }
}

async function ringInPage({
  kind,
  marker,
  body,
  isNumbered,
  transactionOf,
}: Intent): Promise<{ body: string } | { refused: string } | undefined> {
  if (!('counterfoilTill' in globalThis)) return undefined
  try {
    const { StoredValueCardReceipt: draft } = body as Models['refund']
    const receipt =
      isNumbered && draft ? { StoredValueCardReceipt: await counterfoilTill.receipt(draft) } : {}
    const whole = { ...body, ...receipt }
    const ring = counterfoilTill[kind as 'refund']
    await ring(whole, { id: marker, ...(transactionOf !== undefined && { transactionOf }) })
    return { body: JSON.stringify(whole) }
  } catch (error) {
    return { refused: String(error) }
  }
}

/** Somebody asks for a replay, and does not wait for it. */
export async function nudge({ device }: Counter): Promise<void> {
  await device.ask(() => {
    void counterfoilTill.replay().catch(() => undefined)
  })
}

export async function readCounts({ device }: Counter): Promise<Counts> {
  return device.ask(() => counterfoilTill.status.value.counts)
}

/** Looks each parked operation up in the bank's books, and decides as a person would. */
export async function supervise(counter: Counter, service: Service): Promise<void> {
  const parked = await counter.device.ask(async () =>
    (await counterfoilTill.entries({ state: 'parked', limit: 200 })).map(({ id, ...entry }) => ({
      id,
      reason: 'reason' in entry ? entry.reason : 'unknown',
      sends: entry.history.filter(({ what }) => what === 'send-again').length,
      isUnreferenced: entry.history.at(-1)?.outcome === 'unreferenced',
    })),
  )
  for (const { id, reason, ...facts } of parked) {
    if (reason === 'unknown' && !counter.doubts.isOver(id)) continue
    const isApplied = service.bank.effects.some((effect) => effectToMarker(effect) === id)
    const act = chooseAct(isApplied, reason, facts)
    const at = Date.now()
    const outcome = await counter.device.ask(actInPage, id, act)
    counter.doubts.forget(id)
    if (act === 'sendAgain' && outcome === undefined)
      counter.resent.set(id, [...(counter.resent.get(id) ?? []), at])
    count(counter.acts, outcome ?? `${reason}: ${act}`)
  }
}

type SupervisorAct = 'markApplied' | 'sendAgain' | 'void'

interface Facts {
  sends: number
  /** It was not sent the last time, because what it refers to has no transaction. */
  isUnreferenced: boolean
}

function chooseAct(isApplied: boolean, reason: string, { sends, isUnreferenced }: Facts): SupervisorAct {
  if (isApplied) return 'markApplied'
  if (reason === 'unknown' && !isUnreferenced) return 'sendAgain'
  return reason === 'reference' || sends > 0 ? 'void' : 'sendAgain'
}

async function actInPage(id: string, act: SupervisorAct): Promise<string | undefined> {
  try {
    await counterfoilTill.attention[act](id, { by: 'Supervisor', reason: 'looked up in the books' })
    return undefined
  } catch (error) {
    return String(error).replaceAll(id, 'an entry')
  }
}

/** What a till says of itself that has not come to rest. */
export async function explain({ device }: Counter): Promise<object> {
  return device.ask(async () => ({
    now: Date.now(),
    status: counterfoilTill.status.value,
    locks: await navigator.locks.query(),
    first: (await counterfoilTill.entries({ state: 'queued', limit: 1_000 })).slice(-3),
  }))
}

/** What a till says of one entry. */
export async function tellEntry({ device }: Counter, id: string): Promise<object | undefined> {
  return device.ask(async (id) => counterfoilTill.entry(id), id)
}

/** The journal, whole, in order of place; what each page of it needs is worked out in the browser. */
export async function readJournal({ device }: Counter): Promise<JournalEntry[]> {
  const found: JournalEntry[] = []
  for (;;) {
    const page = await device.ask(readPage, found.at(-1)?.id ?? '')
    found.push(...page)
    if (page.length === 0) return found.reverse()
  }
}

export interface JournalEntry {
  id: string
  kind: OperationKind | 'unknown'
  state: ListedEntry['state']
  reason?: string
  request: object
  /** How often it may have left the till, from the beginning and from each time it was sent again. */
  attempts: number[]
  /** By the page's clock. */
  rungAt: number | null
  /** By the clock of the last sender, if it was sent. */
  sentAt: number | null
}

async function readPage(after: string): Promise<JournalEntry[]> {
  const entries = await counterfoilTill.entries({ limit: 500, ...(after !== '' && { after }) })
  return entries.map(({ id, kind, state, request, history, ...rest }) => ({
    id,
    kind,
    state,
    request,
    ...('reason' in rest && { reason: rest.reason }),
    attempts: history.reduce<number[]>(
      (spans, { what, outcome }) => {
        if (what === 'send-again') return [...spans, 0]
        const isSent = ['attempt', 'recovery'].includes(what) && outcome !== 'unsent'
        return isSent ? spans.with(-1, (spans.at(-1) ?? 0) + 1) : spans
      },
      [0],
    ),
    rungAt: history[0]?.at.getTime() ?? null,
    sentAt: history.findLast(({ what }) => what === 'attempt')?.at.getTime() ?? null,
  }))
}

export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1
}
