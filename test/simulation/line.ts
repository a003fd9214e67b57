import { conditionsToHeaders } from '../../src/domain/conditions.js'
import { endpointOf } from '../../src/domain/endpoints.js'
import type { Answer } from '../../src/domain/outcome.js'
import type { Gate, ReadyClaim, Transport } from '../../src/ports.js'
import type { Answer as ServiceAnswer, Fault, ServiceRequest } from '../../src/sandbox/index.js'
import { markerOf, unknownCard } from './bodies.js'
import type { Random } from './random.js'
import type { FaultKind } from './scenario.js'
import { tillNow, type Process, type Sent, type Simulation } from './simulation.js'

export const timeoutMs = 30_000

/** The line between one process and the service. */
export function createLine(simulation: Simulation, process: Process): Transport {
  const { world, line, scenario } = simulation
  return {
    canRenew: scenario.canRenew,
    probe: () =>
      world.ask(process, 'probes', () => Promise.resolve(reachability[line.state]), {
        delayMs: line.random.between(1, 40),
        hearMs: () => line.random.between(1, 40),
        tell: (found) => found,
      }),
    async send(claim, gate) {
      const why = await findHindrance(simulation, process, claim, gate)
      if (why === undefined) return sendOff(simulation, process, claim)
      world.tell(process.name, `does not send ${claim.ticket.id}: ${why}`)
      return { tag: 'unsent', why, at: tillNow(simulation) }
    },
  }
}

/** Headers first, as a host gives them, and the gate last. */
async function findHindrance(
  { world, scenario, facts, line }: Simulation,
  process: Process,
  { ticket }: ReadyClaim,
  gate: Gate,
): Promise<string | undefined> {
  if (world.strikes('unsent', 0.05)) return 'no headers'
  const delayMs = world.strikes('slowHeaders', 0.1) ? line.random.between(1_000, 90_000) : 0
  if (scenario.canRenew || delayMs > 0) {
    await world.ask(process, `asks for the headers of ${ticket.id}`, () => Promise.resolve(), { delayMs })
  }
  if (await gate()) return undefined
  facts.held += 1
  return 'the run is not proven to be on'
}

const reachability = { up: 'reachable', down: 'unreachable', portal: 'not-the-service' } as const

function sendOff(simulation: Simulation, process: Process, claim: ReadyClaim): Promise<Answer> {
  const { world, line, facts, scenario } = simulation
  const sent = noteSent(simulation, process, claim)
  facts.inFlight.set(sent.marker, (facts.inFlight.get(sent.marker) ?? 0) + 1)
  const isSlow = world.strikes('slow', 0.15)
  const delayMs = isSlow ? line.random.between(1_000, 20_000) : line.random.between(5, 200)
  const sentAt = world.now()
  if (scenario.canRenew && line.random.isLikely(0.1)) line.credentialsAt = tillNow(simulation)
  return world.ask(
    process,
    `sends ${sent.marker}${sent.isLate ? ' (overtaken)' : ''}`,
    async () => {
      facts.inFlight.set(sent.marker, (facts.inFlight.get(sent.marker) ?? 1) - 1)
      if (claim.run === facts.runNumbers.at(-1)) await checkMark(simulation, claim)
      return arrive(simulation, sent, claim)
    },
    {
      delayMs,
      isOnWire: true,
      hearMs: (answer) => {
        if (answer.tag === 'silence' && answer.why === 'timeout') return sentAt + timeoutMs - world.now()
        return isSlow ? line.random.between(0, 9_000) : line.random.between(5, 200)
      },
      tell: describeAnswer,
    },
  )
}

/** No request leaves before its mark is on disk. */
async function checkMark({ raw, facts }: Simulation, { ticket }: ReadyClaim): Promise<void> {
  const row = (await raw.table('entries').get(ticket.place)) as { state: string } | undefined
  if (row?.state === 'sending') return
  facts.failures.push({
    check: 'marked before sent',
    detail: `${ticket.id} is on the wire and ${row?.state ?? 'gone'} in the journal`,
  })
}

function noteSent(simulation: Simulation, process: Process, { ticket, body, run }: ReadyClaim): Sent {
  const { facts } = simulation
  const { name, policy } = process
  const at = tillNow(simulation)
  const marker = markerOf(ticket.kind, JSON.parse(body) as object)
  const accountedBy = facts.accountedBy.get(ticket.id) ?? 0
  if (accountedBy > run) {
    const detail = `${ticket.id} is sent by run ${run}, and run ${accountedBy} has accounted for it`
    facts.failures.push({ check: 'no overtaken run sends', detail })
  }
  const sent: Sent = {
    marker,
    kind: ticket.kind,
    body,
    by: name,
    at,
    isArrived: false,
    effects: [],
    claim: facts.claims.get(`${run}/${ticket.id}`) ?? { moment: facts.moment, at, policy },
    isLate: run !== facts.runNumbers.at(-1),
    ...(ticket.key !== undefined && policy.key && { key: ticket.key, header: policy.key.header }),
  }
  facts.sent.push(sent)
  return sent
}

function describeAnswer(answer: Answer): string {
  if (answer.tag === 'reply') {
    const after = answer.headers['retry-after']
    return `${answer.status}${after === undefined ? '' : ` retry-after ${after}`} ${answer.text.slice(0, 60)}`
  }
  return 'why' in answer ? `${answer.tag} (${answer.why})` : answer.tag
}

type Fate = 'silent' | 'lostReply' | 'twice' | Fault | undefined

/** The request has reached the other end of the wire, whatever stands there. */
function arrive(simulation: Simulation, sent: Sent, claim: ReadyClaim): Answer {
  const { line, service, bank } = simulation
  const at = tillNow(simulation)
  if (line.state === 'down') return silence(simulation)
  const fate = line.state === 'portal' ? ({ kind: 'captivePortal' } as const) : pickFate(simulation, sent)
  if (fate === 'silent') return silence(simulation)
  const request = createRequest(sent, claim)
  service.faults.script(typeof fate === 'object' ? [{ ...fate, operation: 'any' }] : [])
  if (line.state === 'up') sent.isArrived = true
  const before = bank.effects.length
  const answer = service.answer(request)
  if (fate === 'twice') service.answer(request)
  sent.effects.push(...bank.effects.slice(before).map(({ sequence }) => sequence))
  return fate === 'lostReply' ? silence(simulation) : wireToAnswer(answer, at, line.credentialsAt)
}

function silence(simulation: Simulation): Answer {
  const why = simulation.line.random.isLikely(0.5) ? 'network' : 'timeout'
  return { tag: 'silence', why, at: tillNow(simulation) }
}

/** The service tells keys apart by their header too: a key under another name is another key. */
function createRequest(
  { key, header }: Sent,
  { ticket: { kind }, body, conditions }: ReadyClaim,
): ServiceRequest {
  const { method, path } = endpointOf(kind)
  return {
    method,
    path,
    bodyText: body,
    headers: {
      'content-type': 'application/json',
      ...(conditions && conditionsToHeaders(conditions)),
      ...(key !== undefined && { 'idempotency-key': `"${header ?? ''}/${key}"` }),
    },
  }
}

function wireToAnswer(answer: ServiceAnswer, at: number, credentialsAt: number): Answer {
  if (answer.kind === 'drop' || answer.truncateAt !== undefined) return { tag: 'silence', why: 'network', at }
  const { status, headers, body } = answer
  if (status >= 300 && status < 400) return { tag: 'redirect', at }
  return { tag: 'reply', status, headers, text: body, at, credentialsAt }
}

const fates: [FaultKind, number, (random: Random) => Fate][] = [
  ['lostRequest', 0.1, () => 'silent'],
  ['lostReply', 0.15, (random) => random.pick(['lostReply', { kind: 'dropAfterEffect' }])],
  ['redirect', 0.03, () => ({ kind: 'redirect' })],
  ['portal', 0.03, () => ({ kind: 'captivePortal' })],
  ['duplicate', 0.1, () => 'twice'],
  ['garbled', 0.08, pickGarble],
  ['misnamed', 0.08, () => misnamed],
  ['refusal', 0.12, (random) => ({ kind: 'status', status: random.pick(refusals) })],
  ['busy', 0.1, pickBusy],
  ['failure', 0.15, pickFailure],
]

const cardNotFound: Fault = {
  kind: 'status',
  status: 404,
  headers: { 'content-type': 'application/problem+json' },
  body: { type: 'https://counterfoil.example/problems/unknown-card', title: 'Card not found', status: 404 },
}

/** A refusal that speaks of somebody else's transaction. */
const misnamed: Fault = { kind: 'status', status: 409, body: { TransactionID: 999_999 } }

const refusals = [400, 401, 401, 403, 404, 405, 409, 409, 412, 413, 422, 428] as const

function pickFate({ world, line }: Simulation, { body, key }: Sent): Fate {
  if (body.includes(unknownCard)) return cardNotFound
  if (line.isFading) return 'lostReply'
  for (const [kind, probability, create] of fates) {
    // A browser sends twice what it pleases; only a key helps against that.
    if (kind === 'duplicate' && key === undefined) continue
    if (world.strikes(kind, probability)) return create(line.random)
  }
  return undefined
}

function pickGarble(random: Random): Fault {
  const kind = random.pick(['brokenJson', 'emptyBody', 'wrongType', 'truncatedBody', 'delay', 'clockSkew'])
  switch (kind) {
    case 'delay':
      return { kind, delayMs: random.between(1_000, 60_000) }
    case 'clockSkew':
      return { kind, skewSeconds: random.between(-7_200, 7_200) }
    default:
      return { kind }
  }
}

function pickBusy(random: Random): Fault {
  const retryAfterSeconds = random.pick([0, 1, 30, 300])
  const retryAfterForm = random.pick(['seconds', 'date'])
  const status = random.pick([413, 425, 429, 429, 503])
  const isNamed = status === 413 || status === 503 || random.isLikely(0.6)
  return { kind: 'status', status, ...(isNamed && { retryAfterSeconds, retryAfterForm }) }
}

/** After these nobody can tell whether the operation was done, and it may have been. */
function pickFailure(random: Random): Fault {
  const status = random.pick([204, 202, 408, 500, 500, 502, 503, 504, 511])
  return { kind: 'status', status, afterEffect: random.isLikely(0.5) }
}
