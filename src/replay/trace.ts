import type { Decision } from '../decide/decide.js'
import { decisionToFact } from '../decide/trace.js'
import type { Trace } from '../domain/trace.js'
import type { Claimed, LineNews } from '../ports.js'

/** What one turn recorded, had room for, claimed, and learnt of the line. */
interface TurnTold {
  recorded: readonly Decision[]
  slots: number
  claimed: readonly Claimed[]
  news: LineNews | undefined
}

/** Traces a turn, each of its decisions, and each pause that it set or lifted. */
export function traceTurn(trace: Trace, run: number, { recorded, slots, claimed, news }: TurnTold): void {
  const ids = claimed.map(({ ticket }) => ticket.id)
  trace({ what: 'turn', run, decisions: recorded.length, slots, claimed: ids })
  for (const decision of recorded) trace({ ...decisionToFact(decision), run })
  if (!news) return
  for (const { scope, reason, until } of news.begun) {
    trace({ what: 'paused', run, scope, reason, until: new Date(until) })
  }
  for (const scope of news.ended) trace({ what: 'resumed', run, scope })
}
