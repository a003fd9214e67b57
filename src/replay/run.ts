import { decide, type Decision, type View } from '../decide/decide.js'
import { isHolding } from '../decide/pauses.js'
import type { OperationKind } from '../domain/models.js'
import type { Outcome, Pause } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import type { Claimed, ReplayDoors, Run, Turn, Turned } from '../ports.js'
import { deliver, judge, type Delivery } from './deliver.js'
import {
  createLine,
  findNextLook,
  findSlots,
  grantWish,
  isLineOpen,
  noteOutcome,
  takeNews,
  type Line,
} from './line.js'
import { createPulse, outlastMs, type Pulse } from './pulse.js'

//           ┌──────────────── one turn, one transaction ────────────────┐
//   probe ─▶│ record what has come back · mark what goes next as sending │─▶ send ─┐
//     ▲     └────────────────────────────────────────────────────────────┘         │
//     │                             ▲                                              │
//     └── silence, or 5 s without   └──────────── classify, decide ◀── answer ─────┘

/** What a run did; `isCut` says that its time was up while work was left. */
export interface RunResult {
  settled: number
  parked: number
  requeued: number
  voided: number
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
  doors: ReplayDoors
  cues: RunCues
  run: Run
  pulse: Pulse
  startedAt: number
  inFlight: Map<Promise<void>, OperationKind | 'unknown'>
  /** Marked ahead, and waiting for whoever is on the line: where it breaks off, they go back. */
  ready: Claimed[]
  finished: Decision[]
  line: Line
  result: RunResult
}

/** Replays until nothing more can go now. Assumes the lock is held; throws RunOvertaken once another run is on. */
export async function runReplay(doors: ReplayDoors, cues: RunCues, isStolen: boolean): Promise<RunResult> {
  const startedAt = doors.clock.now()
  const run = await doors.journal.begin(startedAt, ageLimit(doors, startedAt).agedBefore)
  const loop: Loop = {
    doors,
    cues,
    run,
    pulse: createPulse(run.number, doors.journal, doors.clock),
    startedAt,
    inFlight: new Map(),
    ready: [],
    finished: [],
    line: createLine(run),
    result: { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false },
  }
  try {
    // Whoever was robbed may still send on its last proof: only then is it known what it has left behind.
    if (isStolen) await doors.clock.after(outlastMs).over
    for (const ticket of run.stranded) await account(loop, ticket)
    for (const ticket of run.aged) conclude(loop, decideNow(loop, ticket, tooOld))
    const result = await takeTurns(loop)
    await tidyUp(loop)
    return result
  } finally {
    // Where the run has failed, nobody would record what comes of them; the next run finds them marked.
    loop.ready.length = 0
    await doors.journal.end(run.number, doors.clock.now())
  }
}

const tooOld: Outcome = { tag: 'expired', detail: 'it has waited longer than this till lets pass' }

const notItsTurn: Outcome = { tag: 'unsent', detail: 'the line closed before its turn came' }

function ageLimit({ policy }: ReplayDoors, now: number): { agedBefore?: number } {
  return policy.ageMsMax === undefined ? {} : { agedBefore: now - policy.ageMsMax }
}

/** So many steps at most: those who wait for the lock are not to wait for the broom. */
const tidyStepsMax = 10

/** A service whose clock is further ahead than this is believed no further: one wrong date must not erase a till's past. */
const aheadMsMax = 24 * 60 * 60 * 1000

/** Erases what has been kept long enough, by the service's clock where it is known; a later run makes up for a failure. */
async function tidyUp({ doors, cues, line }: Loop): Promise<void> {
  const { journal, clock, retention } = doors
  const now = clock.now() + Math.min(line.clockOffsetMs ?? 0, aheadMsMax)
  for (let step = 0; step < tidyStepsMax && !cues.isHalted(); step += 1) {
    const isMore = await journal.tidy(retention, now).catch(() => false)
    if (!isMore) return
  }
}

/** What an earlier run left as sending has an unknown outcome, not a fresh one. */
async function account(loop: Loop, ticket: Ticket): Promise<void> {
  if (ticket.kind === 'unknown') {
    conclude(loop, decideNow(loop, ticket, { tag: 'unreadable', detail: 'its kind is not known' }))
    return
  }
  const outcome: Outcome = { tag: 'interrupted', detail: 'the run that sent it ended before the answer' }
  const judging = judge(ticket, outcome, undefined, loop.doors, () => viewOf(loop))
  conclude(loop, await loop.pulse.beatWhile(judging))
}

async function takeTurns(loop: Loop): Promise<RunResult> {
  const { doors, cues, inFlight, line, pulse, result } = loop
  const { clock } = doors
  for (;;) {
    const { isWish } = cues.look()
    if (isWish) grantWish(line, clock.now())
    const isCut = cues.isHalted() || clock.now() - loop.startedAt >= doors.sliceMs
    const isOpen = !isCut && (await isLineOpen(line, doors.transport, clock))
    if (!isOpen || line.pauses.size > 0) putBack(loop)
    const { nextDueAts, isHeld } = await takeTurn(loop, isOpen, isWish)
    if (isHeld) putBack(loop)
    if (inFlight.size === 0 && loop.finished.length === 0) {
      const nextDueAt = findNextLook(line, nextDueAts, clock.now())
      const pause = line.pauses.get('service')
      return {
        ...result,
        isCut: isCut && nextDueAt !== undefined,
        ...(pause && isHolding(pause, clock.now()) && { paused: pause }),
        ...(nextDueAt !== undefined && { nextDueAt }),
      }
    }
    if (loop.finished.length === 0) await pulse.beatWhile(Promise.race(inFlight.keys()))
  }
}

async function takeTurn(loop: Loop, isOpen: boolean, isWish: boolean): Promise<Turned> {
  const { doors, run, pulse, line, result } = loop
  const decisions = loop.finished.splice(0)
  const news = takeNews(line)
  const room = isOpen ? findRoom(loop) : { slots: 0 }
  const turned = await pulse.prove((now) =>
    doors.journal.turn({
      run: run.number,
      decisions,
      now,
      isWish,
      ...room,
      ...(news && { line: news }),
      ...ageLimit(doors, now),
    }),
  )
  for (const { become } of decisions) {
    if (become.state === 'queued') result.requeued += 1
    else result[become.state] += 1
  }
  for (const one of turned.claimed.slice(0, room.slots)) launch(loop, one)
  loop.ready.push(...turned.claimed.slice(room.slots))
  goOn(loop)
  return turned
}

/** How many may go, and how many more may be marked so that an answer need not wait for a turn. */
function findRoom({ doors, line, inFlight, ready }: Loop): Pick<Turn, 'slots' | 'limits' | 'ahead'> {
  const { clock, concurrency, policy } = doors
  const marked = [...inFlight.values(), ...ready.map(({ ticket }) => ticket.kind)]
  const underWay = marked.filter((kind) => kind !== 'unknown')
  const room = findSlots(line, concurrency, underWay, clock.now())
  const isSteady = policy.key !== undefined && line.pauses.size === 0
  return { ...room, ...(isSteady && { ahead: { slots: 2 * concurrency - ready.length, policy } }) }
}

/** Whoever is marked ahead goes as soon as there is room on a line that has shown no fault since. */
function goOn(loop: Loop): void {
  const { doors, cues, line, inFlight, ready } = loop
  while (inFlight.size < doors.concurrency && !line.isSilent && line.pauses.size === 0 && !cues.isHalted()) {
    const next = ready.shift()
    if (!next) return
    launch(loop, next)
  }
}

/** What was marked ahead has not left; nothing follows from that for the line. */
function putBack(loop: Loop): void {
  const held = loop.ready.splice(0)
  loop.finished.push(...held.map(({ ticket }) => decideNow(loop, ticket, notItsTurn).decision))
}

function launch(loop: Loop, claimed: Claimed): void {
  const delivery = attempt(loop, claimed).finally(() => {
    loop.inFlight.delete(delivery)
    goOn(loop)
  })
  // Whoever waits for it hears of its failure; once the run has failed, nobody waits.
  delivery.catch(() => undefined)
  loop.inFlight.set(delivery, claimed.ticket.kind)
}

async function attempt(loop: Loop, claimed: Claimed): Promise<void> {
  if ('unreadable' in claimed) {
    conclude(loop, decideNow(loop, claimed.ticket, { tag: 'unreadable', detail: claimed.unreadable }))
    return
  }
  conclude(loop, await deliver(claimed, loop.doors, loop.pulse.isOurs, () => viewOf(loop)))
}

function conclude(loop: Loop, { outcome, decision }: Delivery): void {
  noteOutcome(loop.line, outcome, decision, loop.doors)
  loop.finished.push(decision)
}

function decideNow(loop: Loop, ticket: Ticket, outcome: Outcome): Delivery {
  return { outcome, decision: decide(ticket, outcome, viewOf(loop)) }
}

function viewOf({ doors: { clock, policy }, line }: Loop): View {
  return { policy, acknowledgedAt: line.acknowledgedAt, now: clock.now(), random: clock.random() }
}
