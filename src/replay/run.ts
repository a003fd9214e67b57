import { decide, type Decision, type View } from '../decide/decide.js'
import { withSecretDays } from '../decide/erasure.js'
import { isHolding } from '../decide/pauses.js'
import { mayLeave, withKeyLifetime, type Policy } from '../decide/policy.js'
import { isConflict } from '../decide/resolve.js'
import type { OperationKind } from '../domain/models.js'
import type { Outcome, Pause } from '../domain/outcome.js'
import type { Ticket } from '../domain/ticket.js'
import { traceError } from '../domain/trace.js'
import {
  RunOvertaken,
  type Claimed,
  type Clock,
  type ReplayDeps,
  type Run,
  type Turn,
  type Turned,
} from '../ports.js'
import { type RunCues, untilNext } from './cues.js'
import { decideByEvidence, deliver } from './deliver.js'
import {
  createLine,
  findNextLook,
  findSlots,
  endProbeWait,
  endSoftWaits,
  isLineOpen,
  noteAnswer,
  notePause,
  returnNews,
  serviceNow,
  takeNews,
  type Line,
} from './line.js'
import { createPulse, outlastMs, type Pulse } from './pulse.js'
import { traceTurn } from './trace.js'

//   isLineOpen      ┌────────── takeTurn: one transaction ──────────┐   launchClaim
//     probe ───────▶│ record the answers · mark the next as sending │──▶ attempt: send ─┐
//       ▲           └──────┬────────────────────────────────────────┘      ▲            │
//       │                  │ barred by the replay rule           goOn:     │            │
//       │                  ▼                              marked ahead, no turn needed  │
//       │           stop: ask the host ─▶ decide                           │            │
//       └── silence, or 5 s without              conclude: decide ◀────────┴── answer ──┘

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

/** The result of a run that found nothing to do. */
export const nothingDone: RunResult = { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false }

/** What takes a place on the line: a request, or a question to the host, which may take as long as it likes. */
type Under = OperationKind | 'unknown' | 'question'

interface Loop {
  deps: ReplayDeps
  cues: RunCues
  run: Run
  pulse: Pulse
  /** In ticks, which no change of the clock moves. */
  startedAt: number
  inFlight: Map<Promise<void>, Under>
  /** Marked ahead; they go back in line if the line fails before they are sent. */
  ready: Claimed[]
  finished: Decision[]
  /** The first so many of `finished` were held by a turn that failed: on record in spite of it, they would undo another. */
  held: number
  /** Ids of entries that may not leave, from when the host is asked about them until a turn has recorded the decision. */
  stopping: Set<string>
  line: Line
  result: RunResult
}

/** Replays until nothing more can go now. Assumes the lock is held; throws RunOvertaken once another run has begun. */
export async function runReplay(deps: ReplayDeps, cues: RunCues): Promise<RunResult> {
  const { clock, journal, trace } = deps
  const startedAt = clock.ticks()
  const run = await journal.begin(clock.now(), ageLimit(deps, clock.now()).agedBefore)
  const loop: Loop = {
    deps,
    cues,
    run,
    pulse: createPulse(run.number, deps.journal, deps.clock),
    startedAt,
    inFlight: new Map(),
    ready: [],
    finished: [],
    held: 0,
    stopping: new Set(),
    line: createLine(run),
    result: { settled: 0, parked: 0, requeued: 0, voided: 0, isCut: false },
  }
  trace?.({ what: 'run-begun', run: run.number, stranded: run.stranded.length })
  try {
    await outlast(run, clock)
    await loop.pulse.beatWhile(accountAll(loop))
    for (const ticket of run.aged) concludeWaiting(loop, decideNow(loop, ticket, tooOld))
    const result = await takeTurns(loop)
    await tidyUp(loop)
    trace?.({ what: 'run-ended', run: run.number, ...loop.result, isCut: result.isCut })
    return result
  } catch (error) {
    if (error instanceof RunOvertaken) trace?.({ what: 'run-overtaken', run: run.number })
    else {
      traceError(trace, 'run', error)
      await saveAnswers(loop)
    }
    throw error
  } finally {
    // The next run may begin at once, and accounts for the entries still marked as sending.
    loop.pulse.end()
    loop.ready.length = 0
    await deps.journal.end(run.number, deps.clock.now())
  }
}

/** Waits until the run before cannot send any more: it may be alive without the lock, and its last proof still holds. */
async function outlast({ stranded, signAt }: Run, clock: Clock): Promise<void> {
  if (stranded.length === 0 || signAt === undefined) return
  const restMs = outlastMs - Math.abs(clock.now() - signAt)
  if (restMs > 0) await clock.after(restMs).over
}

/** Longer than most requests take; the outcome of a longer one is unknown to the next run. */
const landingMsMax = 60_000

/** After a turn that failed: nothing more leaves, and the answers still to come are recorded by one last turn. */
async function saveAnswers(loop: Loop): Promise<void> {
  const { inFlight, pulse, deps, finished, held } = loop
  pulse.end()
  putBack(loop)
  const timer = deps.clock.after(landingMsMax)
  const landAll = async () => {
    while (inFlight.size > 0) await Promise.allSettled(inFlight.keys())
  }
  await pulse
    .beatWhile(Promise.race([landAll(), timer.over]))
    .then(() => takeTurn(loop, false, false))
    .catch(() => {
      finished.splice(0, held)
      return takeTurn(loop, false, false)
    })
    // The run has failed, and said why; the next one accounts for what this turn did not record.
    .catch(() => undefined)
  timer.cancel()
}

const tooOld: Outcome = { tag: 'expired', detail: 'it has waited longer than limits.ageHours allows' }

const notARepeat: Outcome = {
  tag: 'unrepeatable',
  detail: 'an earlier try may have been applied, and the service would not recognise a repeat',
}

const setBack: Outcome = {
  tag: 'unrepeatable',
  detail: 'the browser put older data back, and what became of it since is not known',
}

const notItsTurn: Outcome = { tag: 'unsent', detail: 'sending stopped before its turn' }

function ageLimit({ policy }: ReplayDeps, now: number): { agedBefore?: number } {
  return policy.ageMsMax === undefined ? {} : { agedBefore: now - policy.ageMsMax }
}

/** So many steps at most: another page may wait for the lock. */
const tidyStepsMax = 10

/** Erases what has been kept long enough by both clocks; a later run makes up for a failure. */
async function tidyUp({ deps, cues, line }: Loop): Promise<void> {
  const { journal, clock, retention, policy } = deps
  for (let step = 0; step < tidyStepsMax && !cues.isHalted(); step += 1) {
    // What was not erased now is erased by a later run.
    const isMore = await journal
      .tidy(withSecretDays(retention, policy), clock.now(), serviceNow(line, clock))
      .catch(() => false)
    if (!isMore) return
  }
}

/** The host may be slow: it is asked about as many at a time as are sent. */
async function accountAll(loop: Loop): Promise<void> {
  const { stranded } = loop.run
  const waiting = stranded.values()
  const accountNext = async () => {
    for (const ticket of waiting) await account(loop, ticket)
  }
  await Promise.all(stranded.slice(0, loop.deps.concurrency).map(accountNext))
}

/** An entry that an earlier run left as sending has an unknown outcome. */
async function account(loop: Loop, ticket: Ticket): Promise<void> {
  const { finished } = loop
  if (ticket.kind === 'unknown') {
    finished.push(decideNow(loop, ticket, { tag: 'unreadable', detail: 'its kind is not known' }))
    return
  }
  // It may have been voided or corrected since, too: a key would not keep the service from applying it.
  if (ticket.place <= (loop.run.doubtedUpTo ?? -Infinity)) {
    finished.push(decideNow(loop, ticket, setBack))
    return
  }
  const outcome: Outcome = { tag: 'interrupted', detail: 'the run that sent it ended before the answer' }
  finished.push(await decideByEvidence(ticket, outcome, undefined, loop.deps, () => viewOf(loop)))
}

async function takeTurns(loop: Loop): Promise<RunResult> {
  const { deps, cues, inFlight, line, pulse, result } = loop
  const { clock } = deps
  for (;;) {
    const { isManual, isEager } = cues.look()
    if (isManual) endSoftWaits(line, clock.now())
    else if (isEager) endProbeWait(line, clock.now())
    const isCut = cues.isHalted() || isSliceOver(loop)
    const isOpen = !isCut && (await isLineOpen(line, deps.transport, clock))
    if (!isOpen || line.pauses.size > 0) putBack(loop)
    const { nextDueAts, isPaused, isAgain } = await takeTurn(loop, isOpen, isManual)
    if (isPaused) putBack(loop)
    if (isAgain) continue
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
    if (loop.finished.length > 0) continue
    const hasRoom = inFlight.size < deps.concurrency && !isSliceOver(loop)
    const due = findNextLook(line, nextDueAts, clock.now(), clock.now())
    // A question may be open for long, and no bell rings here for what another page rings up meanwhile.
    const dueAt = [...inFlight.values()].includes('question') ? (due ?? Infinity) : due
    await untilNext({ answers: [...inFlight.keys()], hasRoom, dueAt }, cues, pulse, clock)
  }
}

/** The next run takes what is left. */
function isSliceOver({ deps, startedAt }: Loop): boolean {
  return deps.clock.ticks() - startedAt >= deps.sliceMs
}

async function takeTurn(loop: Loop, isOpen: boolean, isManual: boolean): Promise<Turned> {
  const { deps, cues, run, pulse, line, result } = loop
  await deps.giveWay?.()
  const decisions = loop.finished.splice(0)
  const news = takeNews(line)
  // What a page that is leaving still marks, the next run cannot tell from what it sent.
  const room = isOpen && !cues.isHalted() ? findRoom(loop) : { slots: 0 }
  const turning = pulse.prove((now) =>
    deps.journal.turn({
      run: run.number,
      decisions,
      now,
      isManual,
      policy: policyOf(loop),
      ...room,
      ...(news && { line: news }),
      ...ageLimit(deps, now),
    }),
  )
  const turned = await turning.catch((error: unknown) => {
    loop.finished.unshift(...decisions)
    loop.held = decisions.length
    if (news) returnNews(line, news)
    throw error
  })
  const recorded = turned.recorded ?? decisions
  if (deps.trace)
    traceTurn(deps.trace, run.number, { recorded, slots: room.slots, claimed: turned.claimed, news })
  for (const { nextState } of recorded) {
    if (nextState.state === 'queued') result.requeued += 1
    else result[nextState.state] += 1
  }
  for (const { ticket } of decisions) loop.stopping.delete(ticket.id)
  for (const one of turned.claimed.slice(0, room.slots)) launchClaim(loop, one)
  const barred = turned.barred.filter(({ id }) => !loop.stopping.has(id))
  for (const ticket of barred.slice(0, findQuestions(loop)))
    launch(loop, 'question', () => stop(loop, ticket))
  loop.ready.push(...turned.claimed.slice(room.slots))
  goOn(loop)
  return turned
}

/** How many may go, and how many more may be marked so that an answer need not wait for a turn. */
function findRoom({ deps, line, inFlight, ready }: Loop): Pick<Turn, 'slots' | 'slotsPerKind' | 'ahead'> {
  const { clock, concurrency, policy } = deps
  const marked = [...inFlight.values(), ...ready.map(({ ticket }) => ticket.kind)]
  const known = marked.filter((one) => one !== 'unknown')
  const room = findSlots(line, concurrency, known, clock.now())
  const isSteady = policy.key !== undefined && line.pauses.size === 0
  return { ...room, ...(isSteady && { ahead: 2 * concurrency - ready.length }) }
}

/** The host may be slow: of what may not leave, no more is asked about than there is room for. The rest is barred again. */
function findQuestions({ deps, inFlight }: Loop): number {
  return deps.host.lookUp ? Math.max(0, deps.concurrency - inFlight.size) : Infinity
}

/** Sends what is marked ahead while there is room and the line shows no fault. */
function goOn(loop: Loop): void {
  const { deps, cues, line, inFlight, ready } = loop
  while (inFlight.size < deps.concurrency && !line.isSilent && line.pauses.size === 0 && !cues.isHalted()) {
    const next = ready.shift()
    if (!next) return
    launchClaim(loop, next)
  }
}

/** Puts what is marked ahead back in line: it has not left. */
function putBack(loop: Loop): void {
  const held = loop.ready.splice(0)
  loop.finished.push(...held.map(({ ticket }) => decideNow(loop, ticket, notItsTurn)))
}

function launchClaim(loop: Loop, claimed: Claimed): void {
  launch(loop, claimed.ticket.kind, () => attempt(loop, claimed))
}

function launch(loop: Loop, under: Under, work: () => Promise<void>): void {
  const delivery = work().finally(() => {
    loop.inFlight.delete(delivery)
    goOn(loop)
  })
  // The turn that waits for it handles its failure; after a failed run no turn does.
  delivery.catch(() => undefined)
  loop.inFlight.set(delivery, under)
}

/** Asks the host whether an entry that may not be sent again was applied; without its word the entry is parked. */
async function stop(loop: Loop, ticket: Ticket): Promise<void> {
  loop.stopping.add(ticket.id)
  concludeWaiting(loop, await decideByEvidence(ticket, notARepeat, undefined, loop.deps, () => viewOf(loop)))
}

async function attempt(loop: Loop, claimed: Claimed): Promise<void> {
  const { deps, cues, pulse, line, finished } = loop
  if ('unreadable' in claimed) {
    const { ticket, unreadable: detail, isBare } = claimed
    finished.push(decideNow(loop, ticket, { tag: isBare ? 'expired' : 'unreadable', detail }))
    return
  }
  const { ticket } = claimed
  let leftAt = deps.clock.now()
  // Since the claim the page may have left, or the device may have slept and the key expired.
  const gate = async () => {
    const mayGo =
      (await pulse.isOurs()) && !cues.isHalted() && mayLeave(ticket, policyOf(loop), deps.clock.now())
    leftAt = deps.clock.now()
    return mayGo
  }
  const { outcome, body } = await deliver(claimed, deps, gate, () => viewOf(loop))
  noteAnswer(line, outcome, ticket, deps.clock, leftAt)
  const judge = async () => {
    const decision = await decideByEvidence(ticket, outcome, body, deps, () => viewOf(loop))
    notePause(line, outcome, decision, deps)
    finished.push(decision)
  }
  // The host may take as long as it likes: the loop goes on with what the answer says of the line.
  if (isConflict(outcome)) launch(loop, 'question', judge)
  else await judge()
}

function concludeWaiting({ finished }: Loop, decision: Decision): void {
  finished.push({ ...decision, isWaiting: true })
}

function decideNow(loop: Loop, ticket: Ticket, outcome: Outcome): Decision {
  return decide(ticket, outcome, viewOf(loop))
}

/** The host's rules, with what the service has told of its keys up to now. */
function policyOf({ deps, line }: Loop): Policy {
  return withKeyLifetime(deps.policy, line.signs)
}

function viewOf(loop: Loop): View {
  const { clock } = loop.deps
  const { acknowledgedAt, signs } = loop.line
  return {
    policy: policyOf(loop),
    acknowledgedAt,
    proven: signs.proven,
    now: clock.now(),
    random: clock.random(),
  }
}
