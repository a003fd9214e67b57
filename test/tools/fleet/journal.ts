import type { Pause, PauseScope } from '../../../src/domain/outcome.js'
import type { Ticket } from '../../../src/domain/ticket.js'
import type { Journal, LineNews } from '../../../src/ports.js'

/** A till's journal in memory, with as much of one as the loop asks for: every refund is on a card of its own. */
export interface MemoryJournal extends Journal {
  ringUp: (now: number) => void
  readonly waiting: number
  readonly sending: number
  readonly settled: number
  readonly parked: number
  /** When the oldest of those that wait in line was rung up. */
  readonly oldestQueuedAt: number | undefined
  readonly pauses: readonly Pause[]
}

interface Row {
  ticket: Ticket & { kind: 'refund' }
  dueAt: number
}

export function createMemoryJournal(name: string): MemoryJournal {
  const queued: Row[] = []
  const pauses = new Map<PauseScope, Pause>()
  let run = 0
  let places = 0
  let parked = 0
  let settled = 0
  let sending = 0

  function note(news: LineNews | undefined): void {
    for (const pause of news?.begun ?? []) pauses.set(pause.scope, pause)
    for (const scope of news?.ended ?? []) pauses.delete(scope)
  }

  /** The oldest that may go, and when the next may if none does. */
  function claim(slots: number, now: number): Row[] {
    const claimed: Row[] = []
    for (let at = 0; at < queued.length && claimed.length < slots;) {
      const row = queued[at]
      if (row && row.dueAt <= now) claimed.push(...queued.splice(at, 1))
      else at += 1
    }
    return claimed
  }

  return {
    get waiting() {
      return queued.length + sending
    },
    get sending() {
      return sending
    },
    get settled() {
      return settled
    },
    get parked() {
      return parked
    },
    get oldestQueuedAt() {
      return queued[0]?.ticket.createdAt
    },
    get pauses() {
      return [...pauses.values()]
    },
    ringUp(now) {
      places += 1
      queued.push({
        ticket: {
          id: `${name}-${places}`,
          kind: 'refund',
          place: places,
          attempts: 0,
          unknowns: 0,
          doubts: 0,
          renewals: 0,
          createdAt: now,
          head: '',
        },
        dueAt: 0,
      })
    },
    isAtRest: () => Promise.resolve(false),
    begin() {
      run += 1
      return Promise.resolve({ number: run, stranded: [], aged: [], pauses: [...pauses.values()] })
    },
    turn({ decisions, slots, slotsPerKind, now, line }) {
      note(line)
      for (const { ticket, nextState, facts } of decisions) {
        sending -= 1
        if (nextState.state === 'parked') parked += 1
        if (nextState.state === 'settled') settled += 1
        if (nextState.state !== 'queued') continue
        queued.push({ ticket: { ...ticket, kind: 'refund', ...pickFacts(facts) }, dueAt: nextState.dueAt })
        queued.sort((left, right) => left.ticket.place - right.ticket.place)
      }
      const claimed = claim(Math.min(slots, slotsPerKind?.refund ?? Infinity), now)
      sending += claimed.length
      const dueAt = queued.reduce((least, row) => Math.min(least, row.dueAt), Infinity)
      return Promise.resolve({
        claimed: claimed.map(({ ticket }) => ({
          run,
          ticket: { ...ticket, attempts: ticket.attempts + 1 },
          body: '{}',
        })),
        barred: [],
        nextDueAts: dueAt < Infinity ? { refund: dueAt } : {},
        isPaused: false,
      })
    },
    beat: () => Promise.resolve(),
    readRun: () => Promise.resolve(undefined),
    end: () => Promise.resolve(),
    tidy: () => Promise.resolve(false),
    find: () => Promise.resolve(undefined),
    freeze: () => Promise.resolve(true),
    findBase: () => Promise.resolve(undefined),
  }
}

function pickFacts({
  attempts,
  unknowns,
}: Partial<Pick<Ticket, 'attempts' | 'unknowns'>>): Partial<Pick<Ticket, 'attempts' | 'unknowns'>> {
  return { ...(attempts !== undefined && { attempts }), ...(unknowns !== undefined && { unknowns }) }
}
