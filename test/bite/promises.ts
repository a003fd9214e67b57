import type { PlantedFault } from './fault.js'

/** What is sent a second time, and what an answer means then. */
const repeats: readonly PlantedFault[] = [
  {
    name: 'the rule is not asked again at a claim',
    file: 'src/journal/queue/claim.ts',
    from: 'if (mayLeave(rowToTicket(before), turn.policy, turn.now)) taken',
    to: 'if (rowToTicket(before).place > 0) taken',
    test: 'test/replay/repeats.test.ts',
  },
  {
    name: 'a conflict that is asked about again casts no doubt',
    file: 'src/decide/decide.ts',
    from: 'doubts: ticket.doubts + 1 }',
    to: 'doubts: ticket.doubts }',
    test: 'test/replay/repeats.test.ts',
  },
  {
    name: 'a key is believed under another header than that of the first sending',
    file: 'src/decide/policy.ts',
    from: 'return sentAt === undefined || keyHeader?.toLowerCase() === header.toLowerCase()',
    to: "return sentAt === undefined || keyHeader !== header + 'never'",
    test: 'test/replay/repeats.test.ts',
  },
  {
    name: 'a refusal is believed after an attempt without an answer',
    file: 'src/decide/outcomes.ts',
    from: "reason: mayBeApplied ? 'unknown' : reason",
    to: 'reason: mayBeApplied ? reason : reason',
    test: 'test/decide/policy.test.ts',
  },
  {
    name: 'a refusal names a transaction',
    file: 'src/replay/deliver.ts',
    from: 'return entry.reply && isAcknowledged ?',
    to: 'return entry.reply && (isAcknowledged || entry.id !== id) ?',
    test: 'test/replay/transactions.test.ts',
  },
  {
    name: 'a correction goes beside an operation of its new card',
    file: 'src/journal/queue/claim.ts',
    from: 'return !readLanes(lanes).some((lane) => taken.has(lane))',
    to: 'return readLanes(lanes).length > 0 || taken.size > 0',
    test: 'test/replay/one-card-at-a-time.test.ts',
  },
  {
    name: 'updates of a transaction go side by side under two of its cards',
    file: 'src/domain/endpoints.ts',
    from: 'orders: [transactionField],',
    to: 'orders: [],',
    test: 'test/replay/transactions.test.ts',
  },
]

/** Every way in passes the same gate, and a hand-over keeps what it gives away. */
const waysIn: readonly PlantedFault[] = [
  {
    name: 'a correction passes no gate',
    file: 'src/journal/queue/act.ts',
    from: 'if (obstacle) throw obstacle',
    to: 'if (obstacle) return true',
    test: 'test/contract/guards.test.ts',
  },
  {
    name: 'a host’s amendment passes no gate',
    file: 'src/journal/queue/admit.ts',
    from: 'if (!decision.admission || !successor) continue',
    to: 'if (decision.admission ?? !successor) continue',
    test: 'test/replay/conflicts.test.ts',
  },
  {
    name: 'a file passes no gate',
    file: 'src/journal/transfer/import-admission.ts',
    from: 'if (!note) throw nameEntry(obstacle, entry)',
    to: 'if (!note) return missing',
    test: 'test/contract/import-admission.test.ts',
  },
  {
    name: 'a file brings in what breaks the rules, to be sent',
    file: 'src/journal/transfer/arrival.ts',
    from: 'return placement && isBarred ? placeByRules(placement, arrival.ticket.doubts > 0) : placement',
    to: 'return placement',
    test: 'test/contract/import-admission.test.ts',
  },
  {
    name: 'a hand-over moves what its file does not tell',
    file: 'src/journal/transfer/export.ts',
    from: 'if (!rows.every((row, index) => isAsBefore(row, current[index]))) return false',
    to: 'if (current.length > rows.length) return false',
    test: 'test/contract/hand-overs.test.ts',
  },
  {
    name: 'a hand-over keeps no file',
    file: 'src/journal/transfer/export.ts',
    from: 'if (rows.length > 0) await handOvers.add(',
    to: 'if (rows.length < 0) await handOvers.add(',
    test: 'test/contract/hand-overs.test.ts',
  },
]

/** What a journal stands on: its keys, its service, its clocks. */
const standing: readonly PlantedFault[] = [
  {
    name: 'keys are made anew where entries stand',
    file: 'src/journal/seal/vault.ts',
    from: 'if (await isAnythingSealed(keys.db)) throw',
    to: 'if ((await isAnythingSealed(keys.db)) && !keys.db.isOpen()) throw',
    test: 'test/journal/keys.test.ts',
  },
  {
    name: 'a till of one service opens over what is for another',
    file: 'src/journal/open.ts',
    from: 'if ((await entries.count()) > 0)',
    to: 'if ((await entries.count()) < 0)',
    test: 'test/till/service.test.ts',
  },
  {
    name: 'operations of a group are told before their transaction is committed',
    file: 'src/journal/queue/write-new.ts',
    from: 'const refusals = await write(',
    to: 'for (const { resolve } of group) resolve()\n    const refusals = await write(',
    test: 'test/contract/groups.test.ts',
  },
  {
    name: 'a twin inside one group is let through',
    file: 'src/journal/queue/write-new.ts',
    from: 'alike: found.alike && [...found.alike, ...before.filter(isAlike)],',
    to: 'alike: found.alike && before.every(isAlike) ? found.alike : found.alike,',
    test: 'test/contract/groups.test.ts',
  },
  {
    name: 'one of a group that cannot be written takes the others down',
    file: 'src/journal/queue/write-new.ts',
    from: 'for (const one of group) saved += await writeGroup(store, memory, [one])',
    to: 'for (const one of group) one.reject(error)',
    test: 'test/contract/groups.test.ts',
  },
  {
    name: 'a turn goes by what it assumed, whatever it finds',
    file: 'src/journal/queue/turn.ts',
    from: 'if (assumedText !== undefined && foundToText(await reading) !== assumedText)',
    to: 'if (assumedText !== undefined && foundToText(await reading) === "")',
    test: 'test/journal/assumed.test.ts',
  },
  {
    name: 'the tally runs ahead of what it has counted',
    file: 'src/journal/store/tally.ts',
    from: 'row.upTo = tail.at(-1)?.place ?? row.upTo',
    to: 'row.upTo = (tail.at(-1)?.place ?? row.upTo) + 1',
    test: 'test/contract/tallies.test.ts',
  },
  {
    name: 'limits go by a tally that was set back',
    file: 'src/journal/store/tally.ts',
    from: 'if (!isSoundTally(kept) || kept.upTo < reached) return undefined',
    to: 'if (!isSoundTally(kept)) return undefined',
    test: 'test/contract/guards.test.ts',
  },
  {
    name: 'the tally follows an entry that it does not count yet',
    file: 'src/journal/store/tally.ts',
    from: 'place <= row.upTo',
    to: 'place <= row.upTo + 9',
    test: 'test/contract/tallies.test.ts',
  },
  {
    name: 'a page goes on keeping for a service that was left',
    file: 'src/journal/queue/write-new.ts',
    from: '!found || mismatch',
    to: '!found',
    test: 'test/till/service.test.ts',
  },
  {
    name: 'retention believes the till’s clock alone',
    file: 'src/decide/counted-time.ts',
    from: 'return Number.isNaN(serviceMs) ? tillMs : Math.min(tillMs, serviceMs)',
    to: 'return Number.isNaN(serviceMs) ? tillMs : tillMs',
    test: 'test/decide/retention.test.ts',
  },
  {
    name: 'retention counts a long gap at its first sighting',
    file: 'src/decide/counted-time.ts',
    from: 'return gapMs <= gapMsMax ?',
    to: 'return gapMs > 0 ?',
    test: 'test/contract/retentions.test.ts',
  },
]

/** What the browser lost is not taken for a new till. */
const losses: readonly PlantedFault[] = [
  {
    name: 'a replaced database counts as a new till',
    file: 'src/decide/witness.ts',
    from: 'witness.birth !== birth && !former.includes(witness.birth)',
    to: "witness.birth === '' && !former.includes(witness.birth)",
    test: 'test/decide/witness.test.ts',
  },
  {
    name: 'receipt numbers begin anew after a loss',
    file: 'src/journal/store/witness.ts',
    from: 'await raiseCounters(database, recognised)',
    to: 'await raiseCounters(database, { ...recognised, ceilings: new Map() })',
    test: 'test/contract/witnesses.test.ts',
  },
  {
    name: 'what waits in an older state is sent as if it were new',
    file: 'src/journal/store/witness.ts',
    from: 'if (recognised.isSetBack) await',
    to: 'if (!recognised.isSetBack) await',
    test: 'test/contract/witnesses.test.ts',
  },
  {
    name: 'what a person voided since an older state is sent under its key',
    file: 'src/replay/run.ts',
    from: 'ticket.place <= (loop.run.doubtedUpTo ?? -Infinity)',
    to: 'ticket.place < -(loop.run.doubtedUpTo ?? Infinity)',
    test: 'test/till/worker-witness.test.ts',
  },
  {
    name: 'a worker sends before it has looked for a loss',
    file: 'src/worker.ts',
    from: 'heedWitnesses(await store.read(),',
    to: 'heedWitnesses([],',
    test: 'test/till/worker-witness.test.ts',
  },
  {
    name: 'a witness is written before the database knows of it',
    file: 'src/journal/store/witness.ts',
    from: 'const next = { turn: turn + 1, former, losses, doubtedUpTo, setBackAt }\n    await settings.put({ name: rowName, value: next })',
    to: 'const next = { turn: turn + 1, former, losses, doubtedUpTo, setBackAt }\n    await settings.get(rowName)',
    test: 'test/contract/witnesses.test.ts',
  },
  {
    name: 'the mirror says that it is whole before it is',
    file: 'src/till/mirror-writer.ts',
    from: 'this.#pending.size === 0 ? this.#seen : reached',
    to: 'this.#pending.size >= 0 ? this.#seen : reached',
    test: 'test/till/mirror-writer.test.ts',
  },
  {
    name: 'what has ended stays in the mirror after a crash between writing and deleting',
    file: 'src/platform/mirror-store.ts',
    from: 'new Set(segments.flatMap(({ head }) => head.replaces))',
    to: 'new Set<string>()',
    test: 'test/till/mirror-writer.test.ts',
  },
  {
    name: 'what could not be copied is forgotten',
    file: 'src/till/mirror-writer.ts',
    from: 'this.#pending.clear()\n      this.#seen = undefined',
    to: 'this.#pending.clear()',
    test: 'test/till/mirror-writer.test.ts',
  },
  {
    name: 'secrets lie in the mirror beside their key',
    file: 'src/journal/transfer/export.ts',
    from: 'entry: mayKeepSecrets ? entry : withoutSecrets(entry),',
    to: 'entry: mayKeepSecrets ? withoutSecrets(entry) : entry,',
    test: 'test/till/mirror-writer.test.ts',
  },
  {
    name: 'what has no secrets any more is sent again under its key',
    file: 'src/decide/transfer.ts',
    from: 'arrival.isBare !== true &&\n',
    to: '\n',
    test: 'test/decide/transfer.test.ts',
  },
]

/** Against the rules that keep money from moving twice, whichever way an operation took. */
export const promises: readonly PlantedFault[] = [...repeats, ...waysIn, ...standing, ...losses]
