import type { Conflict, Resolution } from '../decide/resolve.js'
import type { Entry } from '../domain/entry.js'
import { traceError, type Trace, type TraceFact } from '../domain/trace.js'
import type { Clock, Host, LookedUp } from '../ports.js'

/** What the host knows of an attempt. */
export type Finding =
  | { tag: 'applied'; transactionId?: number }
  | { tag: 'absent' }
  /** The host does not know either. */
  | { tag: 'unknown' }

type Asked = TraceFact & { what: 'asked' }

/** Longer than a request may still be on its way; a question that takes longer would hold up the line for good. */
const lookUpMsMax = 60_000

const late = Symbol('late')

/** Asks the host what became of an entry; without an answer in time it is unknown. */
export async function askLookUp(
  lookUp: NonNullable<Host['lookUp']>,
  entry: Entry,
  { clock, trace }: { clock: Clock; trace: Trace | undefined },
): Promise<Finding> {
  const timer = clock.after(lookUpMsMax)
  const tell = (answer: (Asked & { where: 'lookUp' })['answer']) =>
    trace?.({ what: 'asked', where: 'lookUp', id: entry.id, answer })
  try {
    const word = await Promise.race([lookUp(entry), timer.over.then(() => late)])
    const finding = word === late ? unknown : readLookUp(word as LookedUp)
    const isWord = finding !== unknown || word === 'unknown'
    tell(word === late ? 'too-late' : isWord ? finding.tag : 'nonsense')
    return finding
  } catch (error) {
    traceError(trace, 'lookUp', error)
    tell('threw')
    return unknown
  } finally {
    timer.cancel()
  }
}

const unknown: Finding = { tag: 'unknown' }

/** The host may return anything: what is none of these words is no knowledge. */
function readLookUp(word: LookedUp | null): Finding {
  if (word === 'applied' || word === 'absent') return { tag: word }
  if (typeof word !== 'object' || (word?.found as unknown) !== 'applied') return unknown
  const { transactionId } = word as { transactionId?: number }
  const isNamed = transactionId !== undefined && Number.isSafeInteger(transactionId)
  return { tag: 'applied', ...(isNamed && { transactionId }) }
}

const actions: readonly Resolution['action'][] = ['accept', 'resend', 'amend', 'park']

/** Asks the host what to do about a conflict; if its function throws, the host was not asked. */
export async function askOnConflict(
  onConflict: NonNullable<Host['onConflict']>,
  conflict: Conflict,
  trace: Trace | undefined,
): Promise<Resolution | undefined> {
  const tell = (answer: (Asked & { where: 'onConflict' })['answer']) =>
    trace?.({ what: 'asked', where: 'onConflict', id: conflict.entry.id, answer })
  let resolution: unknown
  try {
    resolution = await onConflict(conflict)
  } catch (error) {
    traceError(trace, 'onConflict', error)
    tell('threw')
    return undefined
  }
  const action = (resolution as Partial<Resolution> | null | undefined)?.action
  tell(actions.find((known) => known === action) ?? 'nonsense')
  return (resolution ?? undefined) as Resolution | undefined
}
