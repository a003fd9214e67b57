import { array, type } from 'superstruct'
import { Loss } from '../../decide/witness.js'
import { is } from '../../domain/is.js'
import type { Database } from './database.js'
import { readStanding, rowName, Witnessed } from './witness.js'

// What a till that is open asks of what the database knows of its witnesses.

/** Who has taken note of losses, and why. */
interface Verdict {
  by: string
  reason: string
}

/** Entries up to this place that are found as sending may have been sent, voided or corrected since. */
export async function readDoubtedUpTo({ settings }: Database): Promise<number> {
  const row = await settings.get(rowName)
  return (is(row?.value, Witnessed) ? row.value.doubtedUpTo : undefined) ?? -Infinity
}

/** A name for this database since it was last set back: what another database or a later state left has another one. */
export async function readEpoch({ settings }: Database): Promise<string> {
  const [birth, row] = await Promise.all([settings.get('birth'), settings.get(rowName)])
  const { setBackAt } = is(row?.value, Witnessed) ? row.value : {}
  return setBackAt === undefined ? String(birth?.value) : `${String(birth?.value)}-${setBackAt}`
}

/** Ends the losses that a person has taken note of, and keeps who it was. */
export async function acknowledgeLosses(
  database: Database,
  { by, reason }: Verdict,
  now: number,
): Promise<void> {
  const { entries, settings } = database
  await database.transaction('rw', [entries, settings], async () => {
    const { turn, former, losses, doubtedUpTo, setBackAt } = await readStanding(database)
    if (losses.length === 0) return
    await settings.put({ name: rowName, value: { turn, former, losses: [], doubtedUpTo, setBackAt } })
    await settings.put({ name: `${notePrefix}${now}`, value: { at: now, by, reason, losses } })
  })
}

/** The settings rows of the losses that persons have taken note of. */
const notePrefix = 'losses-'

const WithLosses = type({ losses: array(Loss) })

/** When what this till has lost was last seen, whether or not a person has taken note of it; -Infinity if nothing was. */
export async function readLostUntil({ settings }: Database): Promise<number> {
  const [present, noted] = await Promise.all([
    settings.get(rowName),
    settings.where('name').startsWith(notePrefix).toArray(),
  ])
  const losses = [present, ...noted].flatMap((row) => (is(row?.value, WithLosses) ? row.value.losses : []))
  return Math.max(-Infinity, ...losses.map(({ knownUntil }) => knownUntil))
}
