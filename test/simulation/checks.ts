import type { EntryRow } from '../../src/journal/store/rows.js'
import { openJournal } from '../../src/journal/journal.js'
import { endpointOf } from '../../src/domain/endpoints.js'
import { plainVault } from '../support/vault.js'
import { effectToMarker, findRoot, markerOf, secretOf, type Operation } from './bodies.js'
import { readRaw, type RawRows } from './raw.js'
import { SimulationFailure, type Facts, type Sent, type SeedResult, type Simulation } from './simulation.js'

interface Seen {
  simulation: Simulation
  rows: RawRows
  markerOfId: Map<string, string>
  rowOfMarker: Map<string, EntryRow>
  /** How often each marker stands in the ledger. */
  effects: Map<string, number>
}

type Check = (seen: Seen) => Iterable<string>

const checks: [string, Check][] = [
  ['1 every operation told to be safe is kept once', findLost],
  ['2 no operation is applied more often than its rule allows', findRepeated],
  ['3 every entry ends settled, voided or parked, or waits behind one that is parked', findAdrift],
  ['4 what is settled was applied, unless a person said so', findUnfounded],
  ['4b what the loop was told to be settled stays settled', findUnsettled],
  ['5 what was applied is settled or in front of a person', findHidden],
  ['5b what is said not to have been done was not done', findDenied],
  ['6 the order of each card is kept', findDisordered],
  ['6b no older update overwrites a newer one', findOverwritten],
  ['6c an update names the transaction of its own operation', findMisnamed],
  ['7 every resend carries the same bytes, and each key one body', findChanged],
  ['8 secrets are gone from what has ended', findSecrets],
  ['9 every attempt is accounted for', findUnaccounted],
  ['10 run numbers rise', findRunNumbers],
]

/** Compares the bank's ledger with the journal; throws at the first thing that is wrong. */
export async function checkAll(simulation: Simulation): Promise<void> {
  await checkHistory(simulation)
  await checkListed(simulation)
  const seen = await look(simulation)
  for (const [name, find] of checks) {
    const [detail] = find(seen)
    if (detail !== undefined) throw new SimulationFailure(name, detail, simulation)
  }
}

async function look(simulation: Simulation): Promise<Seen> {
  const rows = await readTills(simulation)
  const markerOfId = new Map(
    rows.entries.flatMap(({ id, kind }) => {
      const body = rows.bodies.get(id)
      return body ? [[id, markerOf(kind, JSON.parse(body.body) as object)] as const] : []
    }),
  )
  const effects = new Map<string, number>()
  for (const effect of simulation.bank.effects) {
    const marker = effectToMarker(effect)
    effects.set(marker, (effects.get(marker) ?? 0) + 1)
  }
  const rowOfMarker = new Map(rows.entries.map((row) => [markerOfId.get(row.id) ?? '', row]))
  return { simulation, rows, markerOfId, rowOfMarker, effects }
}

/** What each till has; what one has handed over is the other's, unless it did not arrive. */
async function readTills({ former, raw }: Simulation): Promise<RawRows> {
  const tills = await Promise.all([...former, raw].map(readRaw))
  return tills.reduce((earlier, later, index) => {
    const here = new Set(later.entries.map(({ id }) => id))
    const isLeft = ({ id }: { id: string }) => !here.has(id)
    return {
      entries: [
        ...earlier.entries.filter(isLeft),
        ...later.entries.map((row) => ({ ...row, place: row.place + index * 1_000_000 })),
      ],
      bodies: new Map([...earlier.bodies, ...later.bodies]),
      history: [...earlier.history.filter(isLeft), ...later.history],
      texts: [...earlier.texts.filter(isLeft), ...later.texts],
    }
  })
}

function* findLost({ simulation: { facts }, rows }: Seen): Iterable<string> {
  for (const id of facts.appended) {
    const count = rows.entries.filter((row) => row.id === id).length
    if (count !== 1 || !rows.bodies.has(id)) yield `${id} stands ${count} times in the journal`
  }
}

function* findRepeated({ simulation, effects }: Seen): Iterable<string> {
  const { operations, facts } = simulation
  for (const [marker, count] of effects) {
    const operation = operations.get(marker)
    if (!operation) yield `nobody rang up ${marker}, yet it was applied`
    else if (count > 1 && !facts.misjudged.has(marker)) {
      const [first, ...repeats] = findApplied(simulation, marker)
      if (first && first.effects.length > 1) yield `one request for ${marker} was applied twice`
      const wrong = repeats.find((sent, index) => !mayRepeat(sent, [first, ...repeats.slice(0, index)]))
      if (wrong) yield `${marker}, a ${operation.kind}, was applied ${count} times; ${tellTerms(wrong)}`
    }
  }
}

/** The requests for an operation that had an effect, in the order of the ledger. */
function findApplied({ facts }: Simulation, marker: string): Sent[] {
  return facts.sent
    .filter((sent) => sent.marker === marker && sent.effects.length > 0)
    .sort((left, right) => (left.effects[0] ?? 0) - (right.effects[0] ?? 0))
}

/** Whether the rule that was in force when it was claimed allowed to send again what may have been applied. */
function mayRepeat({ kind, header, claim }: Sent, earlier: readonly (Sent | undefined)[]): boolean {
  const { key, replay } = claim.policy
  const rule = replay[kind] ?? endpointOf(kind).replay
  if (rule === 'idempotent' || (rule === 'once' && earlier.length === 1)) return true
  if (header === undefined || !key || earlier.some((sent) => sent?.header !== header)) return false
  // What the till's own clock cannot tell, it cannot act on.
  return earlier.some((sent) => Math.abs(claim.at - (sent?.at ?? 0)) < key.lifetimeMs)
}

function tellTerms({ by, header, claim }: Sent): string {
  return `the repeat by ${by} went ${header === undefined ? 'without a key' : `under ${header}`}, told ${JSON.stringify(claim.policy)}`
}

function* findAdrift({ rows, simulation: { operations }, markerOfId }: Seen): Iterable<string> {
  const waiting = rows.entries.filter(
    ({ state }) => state === 'queued' || state === 'sending' || state === 'parked',
  )
  for (const row of rows.entries) {
    if (row.state === 'sending') yield `${row.id} is still sending`
    if (row.state !== 'queued') continue
    const lanes = [...(operations.get(markerOfId.get(row.id) ?? '')?.lanes ?? []), ...(row.lanes ?? [])]
    const isBehind = waiting.some(
      (other) => other.place < row.place && other.lanes?.some((lane) => lanes.includes(lane)),
    )
    if (!isBehind) yield `${row.id} is queued and nothing stands in front of it`
  }
}

function* findUnfounded({ rows, simulation: { facts }, markerOfId, effects }: Seen): Iterable<string> {
  for (const { id, state } of rows.entries) {
    const marker = markerOfId.get(id) ?? ''
    if (state === 'settled' && !effects.has(marker) && !facts.markedByPerson.has(marker)) {
      yield `${id} is settled, and the service never did it`
    }
  }
}

function* findUnsettled({ rows, simulation: { facts } }: Seen): Iterable<string> {
  for (const { id, state } of rows.entries) {
    if (facts.toldSettled.has(id) && state !== 'settled') yield `${id} was told to be settled and is ${state}`
  }
}

function* findHidden({ effects, rowOfMarker }: Seen): Iterable<string> {
  for (const marker of effects.keys()) {
    const row = rowOfMarker.get(marker)
    if (!row) yield `${marker} was applied and is not in the journal`
    else if (row.state === 'queued' && row.attempts === 0) yield `${row.id} was applied and looks never tried`
  }
}

function* findDisordered({ simulation, rowOfMarker, effects }: Seen): Iterable<string> {
  const { bank, operations, facts } = simulation
  const firsts = [...new Set(bank.effects.map(effectToMarker))]
    .filter((marker) => effects.has(marker))
    .flatMap((marker) => operations.get(marker) ?? [])
  const lanes = new Set(firsts.flatMap((operation) => operation.lanes))
  for (const lane of lanes) {
    const inLane = firsts.filter(({ lanes }) => lanes.includes(lane))
    for (const [index, later] of inLane.entries()) {
      const wrong = inLane.slice(0, index).find((earlier) => {
        const claimedAt = findApplied(simulation, earlier.marker)[0]?.claim.moment ?? 0
        return placeOf(earlier) > placeOf(later) && claimedAt > findJoining(facts, later, lane)
      })
      if (wrong) yield `${later.marker} came after ${wrong.marker} in ${lane}`
    }
  }

  function placeOf({ marker }: Operation): number {
    return rowOfMarker.get(marker)?.place ?? 0
  }
}

/** Since when an operation stands in a lane: a correction that moved to another card, since it was decided. */
function findJoining(facts: Facts, { marker, before }: Operation, lane: string): number {
  if (!before) return 0
  return before.lanes.includes(lane) ? findJoining(facts, before, lane) : (facts.joinedAt.get(marker) ?? 0)
}

/** What an update says stands until a newer one of the same transaction, whichever of its cards either names. */
function* findOverwritten({ simulation, rowOfMarker }: Seen): Iterable<string> {
  const { facts, operations } = simulation
  const updates = facts.sent.filter(({ effects, isLate }) => effects.length > 0 && !isLate)
  for (const older of updates) {
    const { transaction, before } = operations.get(older.marker) ?? {}
    if (transaction === undefined || facts.misjudged.has(older.marker)) continue
    const joinedAt = before ? (facts.joinedAt.get(older.marker) ?? 0) : 0
    const newer = updates.find(
      ({ marker, claim }) =>
        operations.get(marker)?.transaction === transaction &&
        claim.moment < older.claim.moment &&
        claim.moment > joinedAt &&
        (rowOfMarker.get(marker)?.place ?? 0) > (rowOfMarker.get(older.marker)?.place ?? 0),
    )
    if (newer) yield `${older.marker} went out again after ${newer.marker}, of transaction ${transaction}`
  }
}

function* findMisnamed({ simulation: { facts, operations, bank } }: Seen): Iterable<string> {
  for (const { marker, body } of facts.sent) {
    const { transaction = '' } = operations.get(marker) ?? {}
    const base = operations.get(transaction.replace(/^of /, ''))
    const { TransactionID } = JSON.parse(body) as { TransactionID?: number }
    if (!transaction.startsWith('of ') || !base) continue
    const isItsOwn = bank.effects.some((effect) => {
      const operation = operations.get(effectToMarker(effect))
      return operation && effect.transactionId === TransactionID && findRoot(operation) === findRoot(base)
    })
    if (!isItsOwn) yield `${marker} went out for ${TransactionID ?? 'no transaction'}, ${transaction}`
  }
}

const denials: readonly unknown[] = [
  'rejected',
  'refused',
  'expired',
  'reference',
  'conflict',
  'precondition',
]

/** Unless the answer was to a key, which the service would have recognised. */
function* findDenied({ simulation: { facts }, effects, rowOfMarker }: Seen): Iterable<string> {
  for (const marker of effects.keys()) {
    const row = rowOfMarker.get(marker)
    const last = facts.sent.findLast((sent) => sent.marker === marker)
    if (row?.state !== 'parked' || !denials.includes(row.reason)) continue
    if (last?.header === undefined && !facts.misjudged.has(marker))
      yield `${row.id} is parked as ${row.reason ?? ''}, and the service did it`
  }
}

function* findChanged({ simulation: { facts } }: Seen): Iterable<string> {
  const bodies = new Map<string, string>()
  const keys = new Map<string, string>()
  const markers = new Map<string, string>()
  for (const { marker, body, key } of facts.sent) {
    if ((bodies.get(marker) ?? body) !== body) yield `${marker} was sent with another body`
    bodies.set(marker, body)
    if (key === undefined) continue
    if ((keys.get(key) ?? body) !== body) yield `the key ${key} was used for another body`
    if ((markers.get(marker) ?? key) !== key) yield `${marker} was sent under another key`
    keys.set(key, body)
    markers.set(marker, key)
  }
}

function* findSecrets({ rows, markerOfId }: Seen): Iterable<string> {
  const open = rows.entries.filter(({ state }) => state !== 'settled' && state !== 'voided')
  const allowed = new Set(open.map(({ id }) => markerOfId.get(id) ?? ''))
  const ended = [...markerOfId.values()].filter((marker) => !allowed.has(marker))
  for (const { id, text } of rows.texts) {
    const found = ended.find((marker) => text.includes(secretOf(marker)))
    if (found !== undefined) yield `a row of ${id} still holds a secret of ${found}`
  }
}

function* findUnaccounted({ rows, simulation: { facts }, markerOfId }: Seen): Iterable<string> {
  for (const { id } of rows.entries) {
    const marker = markerOfId.get(id) ?? ''
    const sent = facts.sent.filter((one) => one.marker === marker && one.isArrived).length
    const lines = rows.history.filter((line) => line.id === id && line.outcome !== undefined).length
    if (sent > lines) yield `${id} reached the service ${sent} times and tells of ${lines}`
  }
}

function* findRunNumbers({ simulation: { facts } }: Seen): Iterable<string> {
  const wrong = facts.runNumbers.findIndex(
    (number, index, all) => index > 0 && number <= (all[index - 1] ?? 0),
  )
  if (wrong > 0) yield `run ${facts.runNumbers[wrong] ?? 0} follows ${facts.runNumbers[wrong - 1] ?? 0}`
}

/** What was once written in the history stands there word for word. */
export async function checkHistory(simulation: Simulation): Promise<void> {
  const { raw, facts } = simulation
  const lines = (await raw.table('history').toArray()) as { n: number }[]
  const now = new Map(lines.map((line) => [line.n, JSON.stringify(line)]))
  for (const [n, text] of facts.history) {
    if (now.get(n) !== text)
      throw new SimulationFailure('9 history only grows', `line ${n} was ${text}`, simulation)
  }
  facts.history = now
}

/** The journal shows through its own door what lies on disk. */
async function checkListed(simulation: Simulation): Promise<void> {
  const journal = await openJournal(simulation.name, { openVault: () => Promise.resolve(plainVault) })
  const listed = await journal.list({ limit: 1000 })
  journal.close()
  const rows = await readRaw(simulation.raw)
  const shown = new Map(listed.map(({ id, state }) => [id, state]))
  for (const { id, state } of rows.entries) {
    if (shown.get(id) !== state) {
      const detail = `${id} is ${state} and shows as ${shown.get(id) ?? 'nothing'}`
      throw new SimulationFailure('3 what is kept is shown', detail, simulation)
    }
  }
}

export async function summarise(simulation: Simulation): Promise<SeedResult> {
  const { world, bank, facts, raw, operations, service } = simulation
  const { entries } = await readRaw(raw)
  const count = (names: readonly string[]) => {
    const counts: Record<string, number> = {}
    for (const one of names) counts[one] = (counts[one] ?? 0) + 1
    return counts
  }
  return {
    hash: world.hash(),
    story: world.story,
    operations: operations.size,
    arrivals: service.arrivalCount,
    effects: bank.effects.length,
    robberies: simulation.lock.robberies(),
    late: facts.sent.filter(({ isLate }) => isLate).length,
    held: facts.held,
    struck: world.struck,
    parked: count(entries.flatMap(({ reason }) => reason ?? [])),
    ends: count(entries.map(({ state }) => state)),
  }
}
