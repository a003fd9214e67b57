import { array, enums, type Infer, literal, number, record, string, type } from 'superstruct'
import { is } from '../domain/is.js'

/** Saved operations that the browser lost, which no person has acknowledged yet. */
export const Loss = type({
  /** `replaced`: another database is in its place; `set-back`: it is the same database, as it was earlier. */
  how: enums(['replaced', 'set-back']),
  recognisedAt: number(),
  /** When the lost database was last seen. */
  knownUntil: number(),
  /** Of a replaced database the operations that were unresolved, of one set back those saved since. */
  missing: number(),
})
export type Loss = Infer<typeof Loss>

/** What is written outside the database about it, so that its loss is recognised. It names no card and no person. */
export const Witness = type({
  v: literal(1),
  birth: string(),
  /** Counts the witnesses of one database: each is written to the database first. */
  turn: number(),
  at: number(),
  unresolved: number(),
  place: number(),
  /** For each sender a receipt number that is not reached yet. */
  ceilings: record(string(), number()),
  losses: array(Loss),
})
export type Witness = Infer<typeof Witness>

/** What a database knows about itself. */
export interface Standing {
  birth: string
  turn: number
  /** The databases before it whose loss is known here. */
  former: readonly string[]
  place: number
  losses: readonly Loss[]
}

/** What changes because of a loss. */
export interface Recognised {
  isSetBack: boolean
  turn: number
  former: string[]
  losses: Loss[]
  /** For each sender the next receipt number, at least. */
  ceilings: Map<string, number>
}

/** A text as a witness; undefined if it is none. */
export function textToWitness(text: string): Witness | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return is(value, Witness) ? value : undefined
  } catch {
    // A torn witness counts as none: there are others.
    return undefined
  }
}

/** Compares a database with its witnesses; undefined if nothing is lost. Of two that disagree, each is believed. */
export function compareWitnesses(
  { birth, turn, former, place, losses }: Standing,
  witnesses: readonly Witness[],
  now: number,
): Recognised | undefined {
  const later = witnesses.filter((witness) => witness.birth === birth && witness.turn > turn)
  const others = witnesses.filter((witness) => witness.birth !== birth && !former.includes(witness.birth))
  const [latest] = newestOfEach(later)
  const replaced = newestOfEach(others)
  if (!latest && replaced.length === 0) return undefined
  const found = (how: Loss['how'], { at }: Witness, missing: number): Loss => ({
    how,
    recognisedAt: now,
    knownUntil: at,
    missing,
  })
  return {
    isSetBack: latest !== undefined,
    turn: latest?.turn ?? turn,
    former: [...former, ...replaced.map((witness) => witness.birth)],
    losses: [
      // The later witness knows which losses a person has acknowledged since.
      ...(latest ? latest.losses : losses),
      ...replaced.flatMap((witness) => witness.losses),
      ...(latest ? [found('set-back', latest, Math.max(0, latest.place - place))] : []),
      ...replaced.map((witness) => found('replaced', witness, witness.unresolved)),
    ],
    ceilings: findCeilings([...later, ...others]),
  }
}

/** The last witness of each database. */
function newestOfEach(witnesses: readonly Witness[]): Witness[] {
  const newest = new Map<string, Witness>()
  for (const witness of witnesses)
    if (witness.turn >= (newest.get(witness.birth)?.turn ?? 0)) newest.set(witness.birth, witness)
  return [...newest.values()]
}

function findCeilings(witnesses: readonly Witness[]): Map<string, number> {
  const ceilings = new Map<string, number>()
  for (const witness of witnesses)
    for (const [sender, ceiling] of Object.entries(witness.ceilings))
      ceilings.set(sender, Math.max(ceiling, ceilings.get(sender) ?? 0))
  return ceilings
}

/** So many receipt numbers may be taken before the next witness must be written; as many are left out after a loss. */
const numbersAhead = 50

/** A receipt number that is not reached before the next witness is written. */
export function findCeiling(next: number): number {
  return next + numbersAhead
}
