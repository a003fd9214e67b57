import { pauseMs } from '../../../../src/till/follower.js'
import { delay } from '../../../../src/platform/clock.js'
import { mean } from '../stats.js'

/** How long each took, turn by turn: as usual, and while nothing was kept beside the database. */
export interface Turns {
  usual: number[][]
  bare: number[][]
}

/** What is kept beside the database follows a change after just this pause: without its end it is not begun. */
function createHold(): { begin: () => void; end: () => void } {
  const { setTimeout } = globalThis
  let held: TimerHandler[] | undefined
  const hold = (work: TimerHandler, delayMs?: number, ...words: unknown[]) =>
    held && delayMs === pauseMs ? -held.push(work) : setTimeout(work, delayMs, ...words)
  globalThis.setTimeout = hold as typeof setTimeout
  return {
    begin() {
      held = []
    },
    end() {
      const works = held ?? []
      held = undefined
      for (const work of works) setTimeout(work, 0)
    },
  }
}

/** The turn of the witness, in the place of it that is read at once. */
function readTurn(): number {
  const path = Object.keys(localStorage).find((path) => path.startsWith('/counterfoil-witness/'))
  const witness: unknown = JSON.parse(localStorage.getItem(path ?? '') ?? '{}')
  return (witness as { turn?: number }).turn ?? 0
}

/** Long enough for all that is kept beside the database to be there. */
const restMs = 3 * pauseMs

/** So long is a turn at least: what is kept beside follows once in each pause. */
const turnMsMin = 3 * pauseMs
const triesMax = 5

/** So many pairs of turns, the first of them by turns: at least so many are kept one after the other in each. */
export async function keepInTurns(
  keep: (index: number) => Promise<unknown>,
  from: number,
  pairs: number,
  least: number,
): Promise<Turns> {
  const hold = createHold()
  const turns: Turns = { usual: [], bare: [] }
  let index = from
  const keepMany = async (count: number): Promise<number[]> => {
    const taken: number[] = []
    for (let at = performance.now(); taken.length < count; at = performance.now()) {
      await keep(index++)
      taken.push(performance.now() - at)
    }
    return taken
  }
  const count = Math.max(least, Math.ceil(turnMsMin / mean(await keepMany(least))))
  /** Returns whether it counts: on a slow machine, what began before it may still be under way. */
  const tryTurn = async (which: keyof Turns): Promise<boolean> => {
    await keep(index++)
    await delay(restMs)
    if (which === 'bare') hold.begin()
    const turnBefore = readTurn()
    const taken = await keepMany(count)
    const isFollowed = readTurn() > turnBefore
    hold.end()
    if (isFollowed !== (which === 'usual')) return false
    turns[which].push(taken)
    return true
  }
  const play = async (which: keyof Turns) => {
    for (let tries = 0; tries < triesMax; tries += 1) if (await tryTurn(which)) return
    throw new Error(which === 'bare' ? 'what is kept beside was not held back' : 'nothing was kept beside')
  }
  for (let pair = 0; pair < pairs; pair += 1) {
    const order: (keyof Turns)[] = pair % 2 === 0 ? ['usual', 'bare'] : ['bare', 'usual']
    for (const which of order) await play(which)
  }
  return turns
}
