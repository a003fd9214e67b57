import type { OperationKind } from '../domain/models.js'
import type { Reachability } from '../domain/outcome.js'
import type { Signs } from '../domain/signs.js'

/** Notes an answer to one kind: the browser lets the till read it. */
export function noteHeard(signs: Signs, kind: OperationKind, isVeiled: boolean, now: number): Signs {
  const { [kind]: _, ...unheard } = signs.unheard
  const { veiledSince: __, ...others } = signs
  return { ...others, unheard, ...(isVeiled && { veiledSince: signs.veiledSince ?? now }) }
}

/** Notes kinds whose sendings ended at once, after a probe that got through. */
export function noteUnheard(signs: Signs, kinds: Iterable<OperationKind>, now: number): Signs {
  const unheard = { ...signs.unheard }
  for (const kind of kinds) {
    const { since, times } = unheard[kind] ?? { since: now, times: 0 }
    unheard[kind] = { since, times: times + 1 }
  }
  return { ...signs, unheard }
}

/** Notes whether the browser blocked a probe. */
export function noteProbe(signs: Signs, found: Reachability, now: number): Signs {
  const { blockedSince = now, ...others } = signs
  return found === 'blocked' ? { ...others, blockedSince } : others
}
