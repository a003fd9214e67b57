import { clockOffsetMs, freshDate } from '../decide/clock-offset.js'
import { looksMissing, noteExistence } from '../decide/existence.js'
import type { Decision } from '../decide/decide.js'
import { isStored, meaningOf } from '../decide/outcomes.js'
import { isHolding, mayEnd, pauseAfter, pauseAfterProbe } from '../decide/pauses.js'
import { noteKeyLifetime } from '../decide/key-lifetime.js'
import { noteHeard, noteProbe, noteUnheard } from '../decide/note-signs.js'
import { isAddressSuspect } from '../decide/suspect.js'
import { operationKinds } from '../domain/endpoints.js'
import { pickGiven } from '../domain/given.js'
import type { OperationKind } from '../domain/models.js'
import { isOut, type Outcome, type Pause, type PauseScope } from '../domain/outcome.js'
import { noSigns, type Signs } from '../domain/signs.js'
import type { Ticket } from '../domain/ticket.js'
import { lineFacts, type Clock, type LineNews, type ReplayDeps, type Run, type Transport } from '../ports.js'

/** What a run knows of the line. */
export interface Line {
  pauses: Map<PauseScope, Pause>
  answeredAt?: number
  /** When the latest request left that the service accepted. */
  acknowledgedAt?: number
  /** How far the service's clock is ahead of the till's. */
  clockOffsetMs?: number
  /** How far it is ahead at the least. */
  leastOffsetMs?: number
  /** The service's time by its last answer, and when that came by the till's ticks. */
  serviceTime?: { at: number; ticks: number }
  /** Something was sent and nothing came back: ask before sending more. */
  isSilent: boolean
  /** Kinds whose endpoint has given a sound answer in this run. */
  proven: Set<OperationKind>
  /** Kinds whose sendings ended at once since the last probe; the next probe tells whether the line is at fault. */
  cutShort: Set<OperationKind>
  /** What suggests that the service is set up wrong. */
  signs: Signs
  /** Scopes whose pauses the journal does not know yet. */
  untold: Set<PauseScope>
}

const freshMs = 5_000

/** The line as an earlier run left it. */
export function createLine({ pauses, acknowledgedAt, leastOffsetMs, signs = noSigns }: Run): Line {
  return {
    pauses: new Map(pauses.map((pause) => [pause.scope, pause])),
    ...(acknowledgedAt !== undefined && { acknowledgedAt }),
    ...(leastOffsetMs !== undefined && { leastOffsetMs }),
    isSilent: false,
    proven: new Set(),
    cutShort: new Set(),
    signs,
    untold: new Set(),
  }
}

/** A manual start ends every wait but one that the service named. */
export function endSoftWaits(line: Line, now: number): void {
  for (const pause of line.pauses.values()) {
    if (!pause.isFirm && isHolding(pause, now)) setPause(line, { ...pause, until: now })
  }
}

/** A new operation ends the wait between two probes, and no other wait. */
export function endProbeWait(line: Line, now: number): void {
  const pause = line.pauses.get('service')
  if (pause && isOut(pause) && isHolding(pause, now)) setPause(line, { ...pause, until: now })
}

/** Whether operations may be spent on the line now; a probe goes first as a run begins, after failure and after silence. */
export async function isLineOpen(line: Line, transport: Transport, clock: Clock): Promise<boolean> {
  const now = clock.now()
  const pause = line.pauses.get('service')
  if (pause && isHolding(pause, now)) return false
  const silentMs = now - (line.answeredAt ?? -Infinity)
  const isFresh = silentMs >= 0 && silentMs < freshMs
  const isKnownOut = pause !== undefined && isOut(pause)
  if (isFresh && !isKnownOut && !line.isSilent) return true
  const found = await transport.probe((date, at) => {
    const { leastOffsetMs = -Infinity } = line
    noteDate(line, date, at, clock)
    // A cache that hides its age may have kept the answer: its date is too old then, and never too young.
    line.leastOffsetMs = Math.max(leastOffsetMs, line.leastOffsetMs ?? -Infinity)
  })
  line.isSilent = false
  const { cutShort } = line
  line.cutShort = new Set()
  line.signs = noteProbe(line.signs, found, clock.now())
  if (found !== 'reachable') {
    setPause(line, pauseAfterProbe(found, pause, clock.now(), clock.random(), now))
    return false
  }
  line.answeredAt = clock.now()
  line.signs = noteUnheard(line.signs, cutShort, line.answeredAt)
  if (isKnownOut) endPause(line, 'service')
  return true
}

/**
 * How many may go: one alone where a pause has just ended or nothing has been proven, so that a fault costs little. A
 * question to the host has a place like a request, but proves nothing of the line.
 */
export function findSlots(
  line: Line,
  concurrency: number,
  inFlight: readonly (OperationKind | 'question')[],
  now: number,
): { slots: number; slotsPerKind: Partial<Record<OperationKind, number>> } {
  const requests = inFlight.filter((one) => one !== 'question')
  const left = concurrency - inFlight.length
  const slotsPerKind: Partial<Record<OperationKind, number>> = {}
  for (const kind of operationKinds) {
    const pause = line.pauses.get(kind)
    const isOnTrial = pause !== undefined || !line.proven.has(kind)
    if (pause && isHolding(pause, now)) slotsPerKind[kind] = 0
    else if (isOnTrial)
      slotsPerKind[kind] = Math.max(0, 1 - requests.filter((other) => other === kind).length)
  }
  const slots = line.pauses.has('service') ? Math.min(left, 1 - requests.length) : left
  return { slots: Math.max(0, slots), slotsPerKind }
}

/** Notes what the outcome of a request that left at a time says of the line. */
export function noteAnswer(
  line: Line,
  outcome: Outcome,
  { kind, id }: Ticket,
  clock: Clock,
  leftAt: number,
): void {
  const now = clock.now()
  // A stored answer says nothing of how the service is now, and may bring the date of its first sending.
  const isFresh = !isStored(outcome)
  if (outcome.reply && outcome.tag !== 'not-the-service') {
    line.answeredAt = now
    const { headers, at } = outcome.reply
    if (isFresh) noteDate(line, freshDate(headers), at, clock)
  }
  if (outcome.tag === 'silent' || (outcome.tag === 'failed' && isFresh)) line.isSilent = true
  if (outcome.tag === 'acknowledged' && isFresh) line.acknowledgedAt = leftAt
  if (kind === 'unknown') return
  const isMissing = looksMissing(line.signs, kind, outcome)
  noteSigns(line, outcome, kind, now)
  line.signs = noteKeyLifetime(line.signs, outcome, now)
  line.signs = noteExistence(line.signs, { kind, id }, outcome, now)
  if (!meaningOf(outcome).isOwn || !isFresh || isMissing) return
  line.proven.add(kind)
  endPause(line, kind)
  const service = line.pauses.get('service')
  if (service && mayEnd(service, leftAt, now)) endPause(line, 'service')
}

/** Begins the pause that follows an outcome, if one does. */
export function notePause(
  line: Line,
  outcome: Outcome,
  decision: Decision,
  { clock, transport }: ReplayDeps,
): void {
  const { ticket } = decision
  const { kind } = ticket
  const { signs } = line
  const view = {
    earlier: (scope: PauseScope) => line.pauses.get(scope),
    canRenew: transport.canRenew,
    isAddressSuspect:
      kind !== 'unknown' && looksMissing(signs, kind, outcome) && isAddressSuspect(signs, kind),
    now: clock.now(),
    random: clock.random(),
  }
  const pause = pauseAfter(ticket, outcome, decision, view)
  if (pause) setPause(line, pause)
}

function noteSigns(line: Line, outcome: Outcome, kind: OperationKind, now: number): void {
  if ('isAbrupt' in outcome) line.cutShort.add(kind)
  if (!('credentialsAt' in outcome)) return
  line.cutShort.delete(kind)
  line.signs = noteHeard(line.signs, kind, outcome.isVeiled ?? false, now)
}

function noteDate(line: Line, date: string | undefined, at: number, clock: Clock): void {
  const offsetMs = clockOffsetMs(date, at)
  if (offsetMs === undefined) return
  line.clockOffsetMs = offsetMs
  line.leastOffsetMs = offsetMs
  line.serviceTime = { at: at + offsetMs, ticks: clock.ticks() }
}

/** The service's time now, where a reply of this run told it; no change of the till's clock moves it. */
export function serviceNow({ serviceTime }: Line, clock: Clock): number | undefined {
  return serviceTime && serviceTime.at + clock.ticks() - serviceTime.ticks
}

/** Takes what the journal does not know yet. */
export function takeNews(line: Line): LineNews | undefined {
  const scopes = [...line.untold]
  line.untold.clear()
  const begun = scopes.flatMap((scope) => line.pauses.get(scope) ?? [])
  const ended = scopes.filter((scope) => !line.pauses.has(scope))
  if (scopes.length === 0 && line.answeredAt === undefined) return undefined
  return { begun, ended, ...pickGiven(line, lineFacts) }
}

/** Gives back what a turn did not record: the next turn tells how these pauses stand then. */
export function returnNews({ untold }: Line, { begun, ended }: LineNews): void {
  for (const scope of [...begun.map((pause) => pause.scope), ...ended]) untold.add(scope)
}

/** When it is worth looking again, pauses counted in; nothing if nothing waits, or all of it by the time `after`. */
export function findNextLook(
  line: Line,
  nextDueAts: Partial<Record<OperationKind, number>>,
  now: number,
  after = -Infinity,
): number | undefined {
  const endOf = (scope: PauseScope) => {
    const pause = line.pauses.get(scope)
    return pause && isHolding(pause, now) ? pause.until : 0
  }
  const times = operationKinds.flatMap((kind) => {
    const dueAt = nextDueAts[kind]
    return dueAt === undefined ? [] : [Math.max(dueAt, endOf(kind), endOf('service'))]
  })
  const later = times.filter((time) => time > after)
  return later.length > 0 ? Math.min(...later) : undefined
}

function setPause(line: Line, pause: Pause): void {
  line.pauses.set(pause.scope, pause)
  line.untold.add(pause.scope)
}

function endPause(line: Line, scope: PauseScope): void {
  if (line.pauses.delete(scope)) line.untold.add(scope)
}
