import type { Clock } from '../ports.js'
import type { Pulse } from './pulse.js'

/** What asks for a run: a person, or a new operation while the line is out. */
export interface Urge {
  isManual: boolean
  isEager?: boolean
}

/** What the loop is told from outside while it runs. */
export interface RunCues {
  isHalted: () => boolean
  /** Called as each claim begins; tells what has asked for it. A person ends waits, a new operation that for the line. */
  look: () => Urge
  /** Resolves once something has asked since the last look; a later call takes the place of an earlier one. */
  untilAsked: () => Promise<void>
}

/** A clock that was set back must not turn a short wait into a long one. */
const lookMsMax = 60_000

/** What the loop waits for. */
interface Awaited {
  answers: readonly Promise<void>[]
  /** More could go beside what is awaited. */
  hasRoom: boolean
  /** When something falls due. */
  dueAt: number | undefined
}

/** Waits for an answer; where there is room, also until something is asked for or falls due. */
export async function untilNext(
  { answers, hasRoom, dueAt }: Awaited,
  cues: RunCues,
  pulse: Pulse,
  clock: Clock,
): Promise<void> {
  if (!hasRoom) return pulse.beatWhile(Promise.race(answers))
  const timer = dueAt === undefined ? undefined : clock.after(Math.min(dueAt - clock.now(), lookMsMax))
  const others = [cues.untilAsked(), ...(timer ? [timer.over] : [])]
  try {
    await pulse.beatWhile(Promise.race([...answers, ...others]))
  } finally {
    timer?.cancel()
  }
}
