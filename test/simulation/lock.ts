import type { Lock } from '../../src/ports.js'
import type { Actor, World } from './world.js'

/** The browser's lock: one holder, first come first served, released by death, and it can be stolen. */
export interface SharedLock {
  doorFor: (actor: Actor) => Lock
  holder: () => Actor | undefined
  /** The actor has died. */
  leave: (actor: Actor) => void
  steal: () => void
}

interface Waiter {
  actor: Actor
  begin: () => void
  fail: (error: Error) => void
}

export class LockStolen extends Error {
  override name = 'LockStolen'
}

export function createSharedLock(world: World): SharedLock {
  let queue: Waiter[] = []
  let current: Waiter | undefined

  function grant(): void {
    if (current) return
    const next = queue.shift()
    if (!next) return
    current = next
    world.ask(next.actor, 'is given the lock', () => Promise.resolve()).then(next.begin, () => undefined)
  }

  function release(waiter: Waiter): void {
    if (current !== waiter) return
    current = undefined
    grant()
  }

  return {
    holder: () => current?.actor,
    leave(actor) {
      queue = queue.filter((waiter) => waiter.actor !== actor)
      if (current?.actor === actor) release(current)
    },
    steal() {
      const robbed = current
      if (!robbed) return
      world.tell(robbed.actor.name, 'is robbed of the lock')
      world
        .ask(robbed.actor, 'hears that the lock is gone', () => Promise.resolve())
        .then(
          () => {
            robbed.fail(new LockStolen('the lock was stolen'))
          },
          () => undefined,
        )
      release(robbed)
    },
    doorFor: (actor) => ({
      hold: (work) =>
        new Promise((resolve, reject) => {
          const waiter: Waiter = {
            actor,
            fail: reject,
            begin: () => {
              work()
                .then(resolve, reject)
                .finally(() => {
                  release(waiter)
                })
            },
          }
          queue.push(waiter)
          grant()
        }),
    }),
  }
}
