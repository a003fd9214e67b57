import type { Act } from '../../src/decide/act.js'
import type { Entry, ListedEntry } from '../../src/domain/entry.js'
import { ActRefused } from '../../src/domain/errors.js'
import type { OperationKind } from '../../src/domain/models.js'
import { createRules } from '../../src/domain/rules.js'
import type { Draft } from '../../src/journal/queue/prepare.js'
import { assertValid } from '../../src/till/ring.js'
import {
  createOperation,
  createRequest,
  markerOf,
  pickKind,
  unknownCard,
  type Extra,
  type Operation,
} from './bodies.js'
import { amendRequest } from './processes.js'
import { isApplied, tillNow, type Process, type Simulation } from './simulation.js'
import { errorToText } from './world.js'

const rules = createRules()

/** A cashier rings something up at one of the tabs. */
export function ringUp(simulation: Simulation, tab: Process): void {
  const { facts, operations } = simulation
  const { operation, extra } = createSale(simulation)
  const { policy } = tab
  const { kind, request, marker } = operation
  operations.set(marker, operation)
  assertValid(kind, request, extra, rules)
  const draft: Draft = {
    id: marker,
    kind,
    request,
    shop: 'S01',
    terminal: 'T1',
    createdAt: tillNow(simulation),
    ...(policy.key && { key: `key-${marker}` }),
    ...extra,
  }
  facts.drafts.push(draft)
  append(simulation, tab, draft, `rings up ${describe(operation, extra)}`)
}

/** Whoever has not heard whether it was kept tells it again, to the letter, under the same id. */
export function tellAgain(simulation: Simulation, tab: Process): void {
  const draft = simulation.world.random.pickFrom(simulation.facts.drafts)
  if (draft) append(simulation, tab, draft, `tells again of ${draft.id}`)
}

function append({ world, facts }: Simulation, tab: Process, draft: Draft, label: string): void {
  world
    .ask(tab, label, () => tab.journal.append(draft), { tell: (entry) => entry?.state ?? 'nothing' })
    .then(
      () => {
        facts.appended.add(draft.id)
        facts.known.add(draft.id)
      },
      (error: unknown) => {
        facts.failures.push({ check: 'ringing up threw', detail: errorToText(error) })
      },
    )
}

function describe({ kind, marker, lanes }: Operation, { transactionOf, conditions }: Extra): string {
  const after = transactionOf === undefined ? '' : ` after ${transactionOf}`
  const under = conditions === undefined ? '' : ` if ${JSON.stringify(conditions)}`
  return `${kind} ${marker} [${lanes.map((lane) => lane.replace('900100000000', '')).join(' ')}]${after}${under}`
}

function createSale(simulation: Simulation): { operation: Operation; extra: Extra } {
  const { world, facts, bank, operations } = simulation
  const kind = pickKind(world.random)
  const marker = `m${simulation.nextNumber()}`
  let request = createRequest(kind, marker, world.random)
  if (world.strikes('unknownCard', 0.15)) request = moveToUnknownCard(request)
  const extra: Extra = {}
  if (kind === 'updateReceipt') {
    const base = world.strikes('reference', 0.6) ? pickBase(simulation) : undefined
    const effect = world.random.pickFrom(bank.effects.filter(({ transactionId }) => transactionId))
    if (base) {
      extra.transactionOf = base.marker
      request = { ...request, CardCode: cardOf(base) }
    } else {
      const CardCode = world.random.pickFrom(effect?.cards ?? [])
      request = { ...request, TransactionID: effect?.transactionId ?? 1001, ...(CardCode && { CardCode }) }
    }
  }
  if (kind !== 'confirmOrder' && world.strikes('conditions', 0.4)) {
    extra.conditions = world.random.isLikely(0.7)
      ? 'latest'
      : { ifMatch: `"${world.random.between(1, bank.effects.length + 1)}"` }
  }
  return { operation: createOperation(kind, marker, request, undefined, extra.transactionOf), extra }

  function pickBase(simulation: Simulation): Operation | undefined {
    const known = [...facts.known].flatMap((id) => operations.get(id) ?? [])
    return simulation.world.random.pickFrom(
      known.filter(({ kind }) => kind === 'refund' || kind === 'migrate'),
    )
  }
}

/** The same, on a card that the service has never heard of. */
function moveToUnknownCard(request: object): object {
  return JSON.parse(JSON.stringify(request).replaceAll(/"90010000000000\d\d"/g, `"${unknownCard}"`)) as object
}

function cardOf({ lanes }: Operation): string {
  return (lanes.find((lane) => lane.startsWith('card:')) ?? '').slice('card:'.length)
}

/** A supervisor looks at what needs a person, asks the service how it stands, and decides. */
export function supervise(simulation: Simulation, tab: Process): void {
  const { world } = simulation
  if (world.strikes('slowPeople', 0.7)) {
    superviseSlowly(simulation, tab)
    return
  }
  world.ask(tab, 'supervisor', () => attend(simulation, tab), { tell: (what) => what }).catch(() => undefined)
}

async function attend(simulation: Simulation, tab: Process): Promise<string> {
  const { world } = simulation
  const state = world.strikes('queuedActs', 0.2) ? 'queued' : 'parked'
  const entry = world.random.pickFrom(await tab.journal.list({ state }))
  return entry ? judge(simulation, tab, entry, false) : 'finds nothing to do'
}

/** Sees to one entry, at last by giving it up if nothing else is left. */
export async function attendNow(
  simulation: Simulation,
  tab: Process,
  entry: ListedEntry,
  isLast: boolean,
): Promise<void> {
  simulation.world.tell(tab.name, `supervisor: ${await judge(simulation, tab, entry, isLast)}`)
}

interface Verdict {
  entry: Entry
  act: Act
}

async function judge(
  simulation: Simulation,
  tab: Process,
  entry: ListedEntry,
  isLast: boolean,
): Promise<string> {
  if (!isEntry(entry)) return `cannot read ${entry.id}`
  const act = chooseAct(simulation, tab, entry, isLast)
  return act ? perform(simulation, tab, { entry, act }, true) : `leaves ${entry.id} for later`
}

/** Without the revision that was seen, a person decides about whatever stands there now. */
async function perform(
  simulation: Simulation,
  { journal }: Process,
  { entry, act }: Verdict,
  isSeen: boolean,
): Promise<string> {
  const { facts } = simulation
  const { id, kind, request, revision } = entry
  const marker = markerOf(kind, request)
  const isBlind = isApplied(simulation, marker) || (facts.inFlight.get(marker) ?? 0) > 0
  try {
    await journal.act(id, act, tillNow(simulation), ...(isSeen ? [revision] : []))
    if (isBlind && !isSeen) facts.misjudged.add(marker)
    if (act.tag === 'amend') facts.joinedAt.set(markerOf(kind, act.successor.request), (facts.moment += 1))
    if (act.tag === 'mark-applied') facts.markedByPerson.add(marker)
    return `${act.tag} ${id}${act.tag === 'amend' ? ` into ${act.successor.id}` : ''}`
  } catch (error) {
    if (error instanceof ActRefused) return `is refused: ${error.message}`
    throw error
  }
}

/** Between a look and the act that follows it, somebody else at another tab may have acted. */
function superviseSlowly(simulation: Simulation, tab: Process): void {
  const { world } = simulation
  const look = async () => {
    const entry = world.random.pickFrom(await tab.journal.list({ state: 'parked' }))
    if (!entry || !isEntry(entry)) return undefined
    const act = chooseAct(simulation, tab, entry, false)
    return act && { entry, act }
  }
  world
    .ask(tab, 'supervisor looks', look, {
      tell: (seen) => (seen ? `${seen.act.tag} ${seen.entry.id}?` : 'nothing'),
    })
    .then(async (seen) => {
      if (!seen) return
      const isSeen = !world.strikes('staleActs', 0.5)
      const act = () => perform(simulation, tab, seen, isSeen)
      const delayMs = world.random.between(1_000, 90_000)
      await world.ask(tab, 'supervisor', act, { delayMs, tell: (what) => what })
    })
    .catch(() => undefined)
}

function isEntry(entry: ListedEntry): entry is Entry {
  return (
    !('reason' in entry && entry.reason === 'unreadable') &&
    (entry.kind as OperationKind | 'unknown') !== 'unknown'
  )
}

/** Nobody decides while the request may still be on its way: people are slower than wires. */
function chooseAct(simulation: Simulation, tab: Process, entry: Entry, isLast: boolean): Act | undefined {
  const { world, facts, scenario } = simulation
  const marker = markerOf(entry.kind, entry.request)
  const verdict = { by: 'Ada', reason: 'checked with the service' }
  if ((facts.inFlight.get(marker) ?? 0) > 0) return undefined
  if (isApplied(simulation, marker)) {
    if (entry.state !== 'parked') return undefined
    return { tag: 'mark-applied', ...verdict }
  }
  if (isLast) return { tag: 'void', ...verdict }
  const kinds = ['void', ...(entry.state === 'parked' ? ['send-again', 'send-again'] : [])]
  if (scenario.faults.has('amend')) kinds.push('amend', 'amend')
  switch (world.random.pickFrom(kinds)) {
    case 'send-again':
      return { tag: 'send-again', ...verdict }
    case 'amend':
      return { tag: 'amend', ...verdict, successor: createSuccessor(simulation, tab, entry) }
    default:
      return { tag: 'void', ...verdict }
  }
}

function createSuccessor(simulation: Simulation, { policy }: Process, { kind, request }: Entry) {
  const model = amendRequest(simulation, kind, request)
  const id = markerOf(kind, model)
  return {
    id,
    request: model,
    createdAt: tillNow(simulation),
    operator: 'Ada',
    ...(policy.key && { key: `key-${id}` }),
  }
}
