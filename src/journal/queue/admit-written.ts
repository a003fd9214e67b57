import type { Decision } from '../../decide/decide.js'
import { LimitReached } from '../../domain/errors.js'
import {
  type Candidate,
  type Circumstances,
  decideAdmission,
  describeObstacle,
  findForAdmission,
  type Guard,
  type Obstacle,
} from './admit.js'
import type { Database } from './below.js'
import type { PreparedDecision } from './prepare-decisions.js'

// The checks of an entry that comes by another way than the till's own calls: an amendment, or one of a file.

/**
 * Finds a duplicate or a passed limit. Runs inside the transaction that writes the entry, and never throws. An entry
 * that is already written does not count against itself.
 */
export async function findObstacle(
  database: Database,
  candidate: Candidate,
  guard: Pick<Guard, 'limits'>,
  circumstances: Circumstances,
): Promise<Obstacle | undefined> {
  const found = await findForAdmission(database, candidate, guard, circumstances)
  return decideAdmission(candidate, found, guard, circumstances)
}

/** A host's amendment was refused: the transaction is undone, and repeated without the amendment. */
class NotAdmitted extends Error {
  override readonly name = 'NotAdmitted'
  constructor(
    readonly replaced: string,
    readonly obstacle: Obstacle,
  ) {
    super(`the amendment of ${replaced} was not admitted`)
  }
}

/** Throws if a host's amendment is refused. Runs inside the transaction that has written the amendments. */
export async function assertAdmitted(
  database: Database,
  decided: readonly PreparedDecision[],
  now: number,
): Promise<void> {
  for (const { decision, successor } of decided) {
    if (!decision.admission || !successor) continue
    const circumstances = { now, isWritten: true }
    const obstacle = await findObstacle(database, successor.entry, decision.admission, circumstances)
    if (obstacle) throw new NotAdmitted(decision.ticket.id, obstacle)
  }
}

/** The decisions without the refused amendment; rethrows any other error. */
export function withoutAmendment(decisions: readonly Decision[], error: unknown): Decision[] {
  if (!(error instanceof NotAdmitted)) throw error
  const { replaced, obstacle } = error
  return decisions.map((decision) => {
    const { ticket, admission } = decision
    return admission && ticket.id === replaced ? admission.refuse(describeRefusal(obstacle)) : decision
  })
}

function describeRefusal(obstacle: Obstacle): string {
  const description = describeObstacle(obstacle)
  return obstacle instanceof LimitReached ? `limit ${description}` : `it looks like ${description}`
}
