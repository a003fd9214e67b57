import type { Random } from '../../simulation/random.js'
import { startRelay, type Manner, type Relay } from './streams.js'

/** The header that numbers what the tills' side sends, so that what a proxy repeats is told from what it passes on. */
export const sendingHeader = 'x-sending'

/** What arrived at the instances, and what was cut in front of them. */
export interface Arrivals {
  /** How often each sending arrived. */
  bySending: Map<string, number>
  cutsBefore: number
  cutsAfter: number
}

export function createArrivals(): Arrivals {
  return { bySending: new Map(), cutsBefore: 0, cutsAfter: 0 }
}

const operation = /^(?:PUT|POST) \S+ HTTP\/1\.[01]\r\n/

/** The way from a proxy to an instance: it counts the operations, and cuts connections before and after them. */
export function openDoor(
  instance: number,
  { arrivals, random, cutShare }: { arrivals: Arrivals; random: Random; cutShare: number },
): Promise<Relay> {
  return startRelay(instance, () => createManner(arrivals, random, cutShare))
}

/** No proxy sends a request before it has the answer to the last, so that each begins with a chunk of its own. */
function createManner(arrivals: Arrivals, random: Random, cutShare: number): Manner {
  let isReplyDropped = false
  return {
    toServer(chunk, { cut }) {
      const head = chunk.toString('latin1')
      if (!operation.test(head)) return true
      if (random.isLikely(cutShare / 2)) {
        arrivals.cutsBefore += 1
        cut()
        return false
      }
      const sending = readSending(head)
      arrivals.bySending.set(sending, (arrivals.bySending.get(sending) ?? 0) + 1)
      isReplyDropped = random.isLikely(cutShare / 2)
      return true
    },
    toClient(_, { cut }) {
      if (!isReplyDropped) return true
      arrivals.cutsAfter += 1
      cut()
      return false
    },
  }
}

function readSending(head: string): string {
  const sending = /\r\nx-sending: (\S+)\r\n/i.exec(head)?.[1]
  if (sending === undefined) throw new Error(`An operation arrived without its number:\n${head}`)
  return sending
}
