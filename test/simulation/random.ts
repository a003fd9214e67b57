import { createRandom } from '../../src/sandbox/random.js'

/** Every choice of a simulation comes from here. */
export interface Random {
  next: () => number
  /** A whole number from 0 up to but not including `limit`. */
  below: (limit: number) => number
  between: (low: number, high: number) => number
  isLikely: (probability: number) => boolean
  pick: <const Items extends readonly [unknown, ...unknown[]]>(items: Items) => Items[number]
  pickFrom: <Item>(items: readonly Item[]) => Item | undefined
  /** A stream of its own, so that leaving one kind of choice out does not change all the others. */
  fork: (name: string) => Random
}

export function createSeededRandom(seed: number): Random {
  const next = createRandom(seed)
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    isLikely: (probability) => next() < probability,
    pick: (items) => items[below(items.length)] ?? items[0],
    pickFrom: (items) => items[below(items.length)],
    fork: (name) => createSeededRandom(hashText(`${seed}/${name}`)),
  }
}

/** FNV-1a, 32 bits. */
export function hashText(text: string, start = 0x811c9dc5): number {
  let hash = start
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0
  }
  return hash
}
