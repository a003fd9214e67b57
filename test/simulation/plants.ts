import type { Draft } from '../../src/journal/queue/prepare.js'
import type { EntryRow } from '../../src/journal/store/rows.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { openRaw } from './raw.js'
import { createScenario } from './scenario.js'
import { play } from './shrink.js'
import { SimulationFailure, type Plant } from './simulation.js'

function loseSettlingTurns(journal: TillJournal): TillJournal {
  let isLost = false
  return {
    ...journal,
    turn: (turn) => {
      if (isLost || !turn.decisions.some(({ nextState }) => nextState.state === 'settled'))
        return journal.turn(turn)
      isLost = true
      return Promise.resolve({ claimed: [], barred: [], nextDueAts: {}, isPaused: false })
    },
  }
}

/** Changes rows behind the journal's back. */
async function changeRows(
  name: string,
  ids: readonly string[],
  change: (row: EntryRow) => EntryRow,
): Promise<void> {
  const raw = await openRaw(name)
  const table = raw.table('entries')
  for (const id of ids) {
    const row = (await table.where('id').equals(id).first()) as EntryRow | undefined
    if (row) await table.put(change(row))
  }
  raw.close()
}

function forgetMarks(journal: TillJournal, name: string): TillJournal {
  return {
    ...journal,
    async turn(turn) {
      // What is about to be recorded gets its mark back, so that only a crash brings the fault to light.
      const ids = turn.decisions.map(({ ticket }) => ticket.id)
      await changeRows(name, ids, (row) => ({ ...row, state: 'sending' }))
      const turned = await journal.turn(turn)
      await changeRows(
        name,
        turned.claimed.map(({ ticket }) => ticket.id),
        (row) => ({ ...row, state: 'queued', dueAt: turn.now + 1_000 }),
      )
      return turned
    },
  }
}

const resendRefunds: NonNullable<Plant['policy']> = (policy) => ({
  ...policy,
  replay: { ...policy.replay, refund: 'idempotent' },
})

function dropLanes(journal: TillJournal, name: string): TillJournal {
  return {
    ...journal,
    async append(draft: Draft) {
      const entry = await journal.append(draft)
      await changeRows(name, [draft.id], (row) => ({ ...row, lanes: [] }))
      return entry
    },
  }
}

const swallowConflicts: NonNullable<Plant['transport']> = (transport) => ({
  ...transport,
  async send(claim, gate) {
    const answer = await transport.send(claim, gate)
    return answer.tag === 'reply' && answer.status === 409 ? { ...answer, status: 200, text: '{}' } : answer
  },
})

function reuseKeys(journal: TillJournal, name: string): TillJournal {
  return {
    ...journal,
    async act(id, deed, now, ...others) {
      const decision = await journal.act(id, deed, now, ...others)
      if (deed.tag !== 'amend') return decision
      let key: string | undefined
      await changeRows(name, [id], (row) => {
        key = row.key
        return row
      })
      await changeRows(name, [deed.successor.id], (row) => ({ ...row, ...(key !== undefined && { key }) }))
      return decision
    },
  }
}

const changeBytes: NonNullable<Plant['transport']> = (transport) => ({
  ...transport,
  send: (claim, gate) =>
    transport.send({ ...claim, body: claim.ticket.attempts > 0 ? `${claim.body} ` : claim.body }, gate),
})

const forgetGate: NonNullable<Plant['transport']> = (transport) => ({
  ...transport,
  send: (claim) => transport.send(claim, () => Promise.resolve(true)),
})

function letOvertakenWrite(journal: TillJournal): TillJournal {
  const findCurrent = async (run: number) => (await journal.readRun())?.number ?? run
  return {
    ...journal,
    turn: async (turn) => journal.turn({ ...turn, run: await findCurrent(turn.run) }),
    beat: async (run, now) => journal.beat(await findCurrent(run), now),
  }
}

function keepSecrets(journal: TillJournal, name: string): TillJournal {
  return {
    ...journal,
    async turn(turn) {
      const raw = await openRaw(name)
      const bodies = raw.table('bodies')
      const before = await bodies.bulkGet(turn.decisions.map(({ ticket }) => ticket.id))
      const turned = await journal.turn(turn)
      await bodies.bulkPut(before.filter((body) => body !== undefined))
      raw.close()
      return turned
    },
  }
}

function dropRefused(journal: TillJournal, name: string): TillJournal {
  return {
    ...journal,
    async turn(turn) {
      const turned = await journal.turn(turn)
      const raw = await openRaw(name)
      for (const { ticket, nextState } of turn.decisions) {
        if (nextState.state === 'parked') await raw.table('entries').delete(ticket.place)
      }
      raw.close()
      return turned
    },
  }
}

/** Faults built into what a run is given, one at a time: a simulation that does not notice them proves nothing. */
export const plants: readonly Plant[] = [
  { name: 'tells settled though the turn was lost', journal: loseSettlingTurns },
  { name: 'forgets the mark of sending', journal: forgetMarks },
  { name: 'resends a refund whose outcome is unknown', policy: resendRefunds },
  { name: 'drops the order of the lanes', journal: dropLanes },
  { name: 'takes a 409 for a success', transport: swallowConflicts },
  { name: 'reuses the key of what a correction replaces', journal: reuseKeys },
  { name: 'changes the bytes of a resend', transport: changeBytes },
  { name: 'lets an overtaken run write', journal: letOvertakenWrite },
  { name: 'forgets the gate before sending', transport: forgetGate, faults: ['freeze', 'steal'] },
  { name: 'keeps secrets after the end', journal: keepSecrets },
  { name: 'drops an operation that was refused', journal: dropRefused },
]

/** Within how many seeds a planted fault is noticed, and by which check. */
export async function findBite(
  plant: Plant,
  seedsMax: number,
): Promise<{ seeds: number; check: string } | undefined> {
  for (let seed = 1; seed <= seedsMax; seed += 1) {
    const played = await play(createScenario(seed, plant.faults), plant)
    if (played instanceof SimulationFailure) return { seeds: seed, check: played.check }
  }
  return undefined
}
