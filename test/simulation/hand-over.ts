import { Dexie } from 'dexie'
import { pickGiven } from '../../src/domain/given.js'
import { createRules } from '../../src/domain/rules.js'
import { DuplicateOperation, InvalidOperation } from '../../src/domain/errors.js'
import type { FieldFailure } from '../../src/domain/validate.js'
import type { TransferHead } from '../../src/journal/transfer/export.js'
import type { Import } from '../../src/journal/transfer/arrival.js'
import type { Imported } from '../../src/journal/transfer/import.js'
import { openJournal, type TillJournal } from '../../src/journal/journal.js'
import type { Transfer, TransferredEntry } from '../../src/journal/transfer/transfer.js'
import { assertValid } from '../../src/till/ring.js'
import { plainVault } from '../support/vault.js'
import { crash, startProcess } from './processes.js'
import { tillNow, type Process, type Simulation } from './simulation.js'
import { drainCalls, errorToText, flush } from './world.js'

const hour = 3_600_000
const handedOverMax = 2

/** The till gives up all that is unsettled, and another one goes on with it, told of the service what it is told. */
export async function handOver(simulation: Simulation): Promise<void> {
  const { world, processes, former, facts } = simulation
  if (former.length >= handedOverMax || facts.isPaused) return
  for (const one of [...processes]) crash(simulation, one, 'as the till is handed over')
  const last = await startProcess(simulation)
  const transfer = await giveUp(simulation, last)
  crash(simulation, last, 'with the till')
  if (transfer) await takeUp(simulation, transfer)
  else world.tell('till', 'keeps what it has')
  await startProcess(simulation)
}

/** Stands still first, as a till does: what is under way has to be accounted for. */
async function giveUp(simulation: Simulation, last: Process): Promise<Transfer | undefined> {
  const { world, facts } = simulation
  const verdict = { by: 'Ada', reason: 'the screen is broken' }
  const head: TransferHead = {
    file: `file${simulation.nextNumber()}`,
    kind: 'hand-over',
    shop: 'S01',
    terminal: 'T1',
    at: tillNow(simulation),
    ...verdict,
  }
  let sealed: Transfer | undefined
  let transfer: Transfer | undefined
  const seal = (given: Transfer) => {
    sealed = given
    return Promise.resolve(new Uint8Array())
  }
  last.replayer
    .still(() => last.journal.handOver(head, verdict, seal))
    .then(
      () => {
        transfer = sealed
      },
      (error: unknown) => {
        world.tell(last.name, `hands nothing over: ${errorToText(error)}`)
      },
    )
  await flush()
  await drainCalls(world, hour)
  // The journal's own work is no call of the world's.
  for (let turn = 0; turn < 50 && !transfer; turn += 1) await flush()
  facts.drafts.length = 0
  return transfer
}

async function takeUp(simulation: Simulation, transfer: Transfer): Promise<void> {
  const { world, scenario, facts } = simulation
  const name = `${simulation.name}+`
  const journal = await openJournal(name, { openVault: () => Promise.resolve(plainVault) })
  const policy = world.random.pickFrom([simulation.policy, ...scenario.changes]) ?? simulation.policy
  const how: Import = { policy, now: tillNow(simulation), guard: { limits: {} }, findObjections }
  const report = await bringIn(simulation, journal, transfer, how)
  journal.close()
  simulation.former.push(simulation.raw)
  Object.assign(simulation, { name, policy, raw: new Dexie(name) })
  await simulation.raw.open()
  facts.history = new Map()
  facts.runNumbers = []
  facts.accountedBy.clear()
  facts.claims.clear()
  facts.known = new Set(transfer.entries.map(({ id }) => id))
  world.tell('till', `hands over ${report.imported}, and the other is told ${JSON.stringify(policy)}`)
}

/** Two of the file may be alike: a supervisor who has looked lets them in by name. */
async function bringIn(
  { world }: Simulation,
  journal: TillJournal,
  transfer: Transfer,
  how: Import,
): Promise<Imported> {
  try {
    return await journal.importTransfer(transfer, how)
  } catch (error) {
    if (!(error instanceof DuplicateOperation)) throw error
    world.tell('till', `looks again: ${errorToText(error)}`)
    const allowDuplicate = { by: 'Ada', reason: 'both were sold' }
    return journal.importTransfer(transfer, { ...how, guard: { limits: {}, allowDuplicate } })
  }
}

const rules = createRules()

/** What a till asks of an entry that comes in by a file. */
function findObjections(entry: TransferredEntry): readonly FieldFailure[] {
  const said = pickGiven(entry, ['operator', 'conditions', 'transactionOf'])
  try {
    assertValid(entry.kind, JSON.parse(entry.body) as object, said, rules)
    return []
  } catch (error) {
    if (error instanceof InvalidOperation) return error.failures
    throw error
  }
}
