import type { Decision } from '../../../src/decide/decision.js'
import type { TillEvent } from '../../../src/domain/event.js'
import type { Answer } from '../../../src/domain/outcome.js'
import type { Journal, Transport, Turn } from '../../../src/ports.js'
import { factsToAttributes } from '../../../src/telemetry/encode.js'
import { createMeter, type Meter } from '../../../src/telemetry/metrics.js'
import { nothingKnown, type TillStatus } from '../../../src/till/status.js'
import { createDeps } from '../../support/deps.js'
import { createMemoryJournal, type MemoryJournal } from './journal.js'
import { createClock, startLoop } from './loop.js'
import type { World } from './world.js'

/** What a service answers, and after how long. */
export interface Reply {
  status: number
  delayMs: number
}

/** A till of a chain, as an incident finds and changes it. */
export interface ChainTill {
  readonly shop: string
  readonly terminal: string
  /** `cut`: nothing leaves, telemetry included. `portal`: a sign-in page answers for the service, not for telemetry. */
  line: 'up' | 'cut' | 'portal'
  /** How far its clock is ahead. */
  clockAheadMs: number
  storage: TillStatus['storage']
  /** Since when a hand-over is unconfirmed, by the world's time. */
  handedOverSince: number | undefined
  /** The release of its page. */
  release: string
  open: () => void
  close: (how: { isTold: boolean }) => void
  reload: () => void
  /** Time of the world at which the till's clock stands right. */
  now: () => number
}

interface ChainTillTerms {
  shop: string
  terminal: string
  world: World
  random: () => number
  answer: (till: ChainTill) => Reply
  tell: (message: object) => void
  secondsBetweenSales: number
}

const intervalMs = 30_000
const reloadMs = 3_000
const timeoutMs = 30_000

/** When the world begins, by every right clock. */
const epochMs = Date.UTC(2026, 0, 5)

/** A page: from its load to its unload. */
interface Page {
  meter: Meter
}

/** A browser with nothing to complain of. */
export const soundStorage: TillStatus['storage'] = {
  state: 'open',
  isPersistent: true,
  usageBytes: 4_000_000,
  quotaBytes: 2_000_000_000,
}

export const usualRelease = '2.3.0'

/** The real loop and the real meter of one till, with a journal in memory. */
export function createChainTill(terms: ChainTillTerms): ChainTill {
  const { shop, terminal, world, random, tell, secondsBetweenSales } = terms
  const journal = createMemoryJournal(`${shop}-${terminal}`)
  let page: Page | undefined
  let clockOffsetMs: number | undefined
  const till: ChainTill = {
    shop,
    terminal,
    line: 'up',
    clockAheadMs: 0,
    storage: soundStorage,
    handedOverSince: undefined,
    release: usualRelease,
    now: () => epochMs + world.now() + till.clockAheadMs,
    open() {
      page = { meter: createMeter(till.now()) }
      const opened = page
      sendLater(opened, random() * intervalMs)
      sellLater(opened)
    },
    close({ isTold }) {
      if (page && isTold) send(page, false)
      page = undefined
    },
    reload() {
      if (!page) return
      till.close({ isTold: true })
      world.after(reloadMs, till.open)
    },
  }
  const observed = observeTurns(journal, {
    onEvent: (event) => page?.meter.note(event),
    onClock: (offsetMs) => (clockOffsetMs = offsetMs),
  })
  const transport = createTransport(till, terms)
  const wake = startLoop(
    world,
    createDeps({
      journal: observed,
      transport,
      clock: createClock(world, random, () => till.now()),
      concurrency: 4,
    }),
  )

  function send({ meter }: Page, isOpen: boolean): void {
    if (till.line === 'cut') return
    const status = journalToStatus(journal, till.storage, clockOffsetMs)
    const since = till.handedOverSince
    const handedOverSince = since === undefined ? 'none' : new Date(epochMs + since + till.clockAheadMs)
    tell(meter.read(nameResource(till), { status, lost: 0, now: till.now(), isOpen, handedOverSince }))
  }
  function sendLater(opened: Page, delayMs: number): void {
    world.after(delayMs, () => {
      if (page !== opened) return
      send(opened, true)
      sendLater(opened, intervalMs)
    })
  }
  function sellLater(opened: Page): void {
    world.after(-Math.log(1 - random()) * secondsBetweenSales * 1_000, () => {
      if (page !== opened) return
      journal.ringUp(till.now())
      wake()
      sellLater(opened)
    })
  }
  return till
}

function nameResource({ shop, terminal, release }: ChainTill) {
  return {
    attributes: factsToAttributes({
      'service.name': 'counterfoil',
      'service.instance.id': `${shop}/${terminal}/main`,
      'counterfoil.shop': shop,
      'counterfoil.terminal': terminal,
      'counterfoil.profile': 'main',
      'service.version': release,
    }),
  }
}

function journalToStatus(
  { waiting, sending, settled, parked, oldestQueuedAt, pauses }: MemoryJournal,
  storage: TillStatus['storage'],
  clockOffsetMs: number | undefined,
): TillStatus {
  return {
    ...nothingKnown,
    pauses: pauses.map(({ scope, reason, since, until }) => ({
      scope,
      reason,
      since: new Date(since),
      until: new Date(until),
    })),
    counts: { queued: waiting - sending, sending, settled, parked, voided: 0 },
    oldestQueuedAt: oldestQueuedAt === undefined ? undefined : new Date(oldestQueuedAt),
    clockOffsetMs,
    storage,
    worker: { state: 'active' },
    parts: { state: 'loaded' },
  }
}

interface Observer {
  onEvent: (event: TillEvent) => void
  onClock: (offsetMs: number) => void
}

/** The journal, whose turns are told as the events that a listener of a real till reads from it. */
function observeTurns(journal: Journal, { onEvent, onClock }: Observer): Journal {
  const claimedAt = new Map<string, number>()
  return {
    ...journal,
    async turn(turn: Turn) {
      if (turn.line?.clockOffsetMs !== undefined) onClock(turn.line.clockOffsetMs)
      for (const decision of turn.decisions)
        for (const event of decisionToEvents(decision, turn.now, claimedAt.get(decision.ticket.id)))
          onEvent(event)
      const turned = await journal.turn(turn)
      for (const { ticket } of turn.decisions) claimedAt.delete(ticket.id)
      for (const { ticket } of turned.claimed) claimedAt.set(ticket.id, turn.now)
      return turned
    },
  }
}

function decisionToEvents(
  { ticket, nextState, line }: Decision,
  now: number,
  claimedAt: number | undefined,
): TillEvent[] {
  const { id, kind, attempts, createdAt } = ticket
  const about = { id, kind, attempts, shop: '', terminal: '', at: new Date(now), cursor: '' }
  const events: TillEvent[] = []
  if (line.outcome !== undefined)
    events.push({
      type: 'attempted',
      ...about,
      outcome: line.outcome,
      ...(claimedAt !== undefined && attempts === 1 && { tookMs: Math.max(0, now - claimedAt) }),
    })
  if (nextState.state === 'settled')
    events.push({ type: 'settled', ...about, through: line.what, waitedMs: Math.max(0, now - createdAt) })
  if (nextState.state === 'parked')
    events.push({ type: 'parked', ...about, through: line.what, reason: nextState.reason })
  return events
}

function createTransport(till: ChainTill, { world, answer }: ChainTillTerms): Transport {
  const silence = (): Answer => ({ tag: 'silence', why: 'network', at: till.now() })
  return {
    canRenew: false,
    async send(_, gate) {
      if (!(await gate())) return { tag: 'unsent', why: 'overtaken', at: till.now() }
      if (till.line === 'portal') {
        await world.wait(100)
        return createReply(till, world, 200, '<!doctype html><title>Sign in</title>')
      }
      const { status, delayMs } = answer(till)
      await world.wait(Math.min(delayMs, timeoutMs))
      if (till.line === 'cut' || status === 0) return silence()
      if (delayMs > timeoutMs) return { tag: 'silence', why: 'timeout', at: till.now() }
      return createReply(till, world, status, status < 300 ? '{"TransactionID":1}' : '{}')
    },
    async probe() {
      const { status, delayMs } = answer(till)
      await world.wait(Math.min(delayMs, timeoutMs))
      if (till.line === 'portal') return 'not-the-service'
      return till.line === 'cut' || status === 0 ? 'unreachable' : 'reachable'
    },
  }
}

function createReply(till: ChainTill, world: World, status: number, text: string): Answer {
  const date = new Date(epochMs + world.now()).toUTCString()
  return { tag: 'reply', status, headers: { date }, text, at: till.now(), credentialsAt: 0 }
}
