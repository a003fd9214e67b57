import { classify } from '../decide/classify.js'
import { decide, type Decision } from '../decide/decide.js'
import { pauseAfterProbe } from '../decide/schedule.js'
import { endpointOf } from '../domain/endpoints.js'
import type { Outcome, Pause } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Claimed, Clock, Journal, Run, Transport, Turned } from '../ports.js'

//           ┌──────────────── one turn, one transaction ────────────────┐
//   probe ─▶│ record what has come back · mark what goes next as sending │─▶ send ─┐
//     ▲     └────────────────────────────────────────────────────────────┘         │
//     │                             ▲                                              │
//     └── silence, or 5 s without   └──────────── classify, decide ◀── answer ─────┘

export interface RunDoors {
  journal: Journal
  transport: Transport
  clock: Clock
  concurrency: number
  /** A worker's life is short: after this long a run claims no more and leaves the rest to the next. */
  sliceMs: number
}

/** What a run did; `isCut` says that its time was up while work was left. */
export interface RunResult {
  settled: number
  parked: number
  requeued: number
  paused?: Pause
  isCut: boolean
  /** When it is worth looking again, if something waits. */
  nextDueAt?: number
}

/** What the loop is told from outside while it runs. */
export interface RunCues {
  isHalted: () => boolean
  /** Called as each claim begins; answers whether a person has asked, so that waits do not count. */
  look: () => { isWish: boolean }
}

interface Loop {
  doors: RunDoors
  cues: RunCues
  run: Run
  startedAt: number
  inFlight: Set<Promise<void>>
  finished: Decision[]
  line: Line
  result: RunResult
}

/** What is known of the line; `isNews` while the journal has not been told. */
interface Line {
  pause?: Pause | undefined
  answeredAt?: number | undefined
  isSilent: boolean
  isNews: boolean
}

const freshMs = 5_000

/** Replays until nothing more can go now. Assumes the lock is held. */
export async function runReplay(doors: RunDoors, cues: RunCues): Promise<RunResult> {
  const startedAt = doors.clock.now()
  const run = await doors.journal.begin(startedAt)
  const loop: Loop = {
    doors,
    cues,
    run,
    startedAt,
    inFlight: new Set(),
    finished: [],
    line: { pause: run.pause, isSilent: false, isNews: false },
    result: { settled: 0, parked: 0, requeued: 0, isCut: false },
  }
  for (const ticket of run.stranded) conclude(loop, ticket, strandedToOutcome(ticket))
  try {
    return await takeTurns(loop)
  } finally {
    await doors.journal.end(run.number, doors.clock.now())
  }
}

function strandedToOutcome({ kind }: Ticket): Outcome {
  return kind === 'unknown'
    ? { tag: 'unreadable', detail: 'its kind is not known' }
    : { tag: 'interrupted', detail: 'the run that sent it ended before the answer' }
}

async function takeTurns(loop: Loop): Promise<RunResult> {
  const { doors, cues, inFlight, line, result } = loop
  for (;;) {
    const { isWish } = cues.look()
    const isCut = cues.isHalted() || doors.clock.now() - loop.startedAt >= doors.sliceMs
    const isOpen = !isCut && (await isLineOpen(loop, isWish))
    const { claimed, nextDueAt } = await takeTurn(loop, isOpen ? doors.concurrency - inFlight.size : 0)
    for (const one of claimed) launch(loop, one)
    if (inFlight.size === 0 && loop.finished.length === 0) {
      return {
        ...result,
        isCut: isCut && nextDueAt !== undefined,
        ...(line.pause && { paused: line.pause }),
        ...(nextDueAt !== undefined && { nextDueAt }),
      }
    }
    if (loop.finished.length === 0) await Promise.race(inFlight)
  }
}

/** Whether operations may be spent on the line now; a probe goes first as a run begins, after failure and after silence. */
async function isLineOpen({ doors: { clock, transport }, line }: Loop, isWish: boolean): Promise<boolean> {
  const now = clock.now()
  if (line.pause && now < line.pause.until && !isWish) return false
  const silentMs = now - (line.answeredAt ?? -Infinity)
  if (!line.pause && !line.isSilent && silentMs >= 0 && silentMs < freshMs) return true
  const found = await transport.probe()
  line.isNews = true
  line.isSilent = false
  if (found === 'reachable') {
    line.answeredAt = clock.now()
    line.pause = undefined
    return true
  }
  line.pause = pauseAfterProbe(found, line.pause, clock.now(), clock.random())
  return false
}

async function takeTurn({ doors, run, line, result, ...loop }: Loop, slots: number): Promise<Turned> {
  const decisions = loop.finished.splice(0)
  const turned = await doors.journal.turn({
    run: run.number,
    decisions,
    slots,
    now: doors.clock.now(),
    ...(line.isNews && { line: { pause: line.pause, answeredAt: line.answeredAt } }),
  })
  line.isNews = false
  for (const { become } of decisions) {
    if (become.state === 'queued') result.requeued += 1
    else result[become.state] += 1
  }
  return turned
}

function launch(loop: Loop, claimed: Claimed): void {
  const delivery = deliver(loop, claimed).finally(() => loop.inFlight.delete(delivery))
  loop.inFlight.add(delivery)
}

async function deliver(loop: Loop, claimed: Claimed): Promise<void> {
  const { ticket } = claimed
  if ('unreadable' in claimed || ticket.kind === 'unknown') {
    conclude(
      loop,
      ticket,
      'unreadable' in claimed ? { tag: 'unreadable', detail: claimed.unreadable } : strandedToOutcome(ticket),
    )
    return
  }
  const answer = await loop.doors.transport.send(claimed)
  if (answer.tag === 'reply') {
    loop.line.answeredAt = loop.doors.clock.now()
    loop.line.isNews = true
  } else {
    loop.line.isSilent = true
  }
  conclude(loop, ticket, classify(answer, endpointOf(ticket.kind).hasConflicts))
}

function conclude({ doors: { clock }, finished }: Loop, ticket: Ticket, outcome: Outcome): void {
  finished.push(decide(ticket, outcome, clock.now(), clock.random()))
}
