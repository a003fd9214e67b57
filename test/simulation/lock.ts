import { createLock } from '../../src/platform/lock.js'
import type { Clock, Lock } from '../../src/ports.js'
import type { Actor, World } from './world.js'

/** The browser's lock: one holder, first come first served, released by death, and it can be stolen. */
export interface SharedLock {
  doorFor: (actor: Actor, timers: Pick<Clock, 'after'>) => Lock
  holder: () => Actor | undefined
  /** The actor has died. */
  leave: (actor: Actor) => void
  /** How often a wake-up has taken the lock from its holder. */
  robberies: () => number
}

type Locks = Pick<LockManager, 'request'>

interface Waiter {
  actor: Actor
  begin: () => void
  fail: (error: Error) => void
}

interface Desk {
  world: World
  queue: Waiter[]
  current?: Waiter | undefined
  robberies: number
}

export function createSharedLock(world: World): SharedLock {
  const desk: Desk = { world, queue: [], robberies: 0 }
  return {
    holder: () => desk.current?.actor,
    leave(actor) {
      desk.queue = desk.queue.filter((waiter) => waiter.actor !== actor)
      if (desk.current?.actor === actor) release(desk, desk.current)
    },
    robberies: () => desk.robberies,
    doorFor(actor, timers) {
      const lock = createLock('till', { locks: createLocks(desk, actor), timers })
      const hold: Lock['hold'] = (work, isStale) =>
        lock.hold(work, async () => (await isStale()) || isLooted(desk))
      return { hold }
    },
  }
}

const proofMs = 5_000

/** A holder may be robbed long before the rule says so: what its last proof covers is all it may still send. */
function isLooted({ current, world }: Desk): boolean {
  const { state, frozenAt = 0 } = current?.actor ?? {}
  return state === 'frozen' && world.now() - frozenAt >= proofMs && world.strikes('steal', 0.5)
}

function grant(desk: Desk): void {
  if (desk.current) return
  const next = desk.queue.shift()
  if (!next) return
  desk.current = next
  desk.world.ask(next.actor, 'is given the lock', () => Promise.resolve()).then(next.begin, () => undefined)
}

function release(desk: Desk, waiter: Waiter): void {
  if (desk.current !== waiter) return
  desk.current = undefined
  grant(desk)
}

function rob(desk: Desk): void {
  const { world, current: robbed } = desk
  if (!robbed) return
  desk.current = undefined
  world.tell(robbed.actor.name, 'is robbed of the lock')
  world
    .ask(robbed.actor, 'hears that the lock is gone', () => Promise.resolve())
    .then(
      () => {
        robbed.fail(new DOMException('the lock was stolen', 'AbortError'))
      },
      () => undefined,
    )
}

/** What one actor sees as `navigator.locks`. */
function createLocks(desk: Desk, actor: Actor): Locks {
  const request = (_name: string, options: LockOptions, callback: (lock: object | null) => unknown) =>
    new Promise((resolve, reject) => {
      if (options.ifAvailable && (desk.current || desk.queue.length > 0)) {
        resolve(callback(null))
        return
      }
      const waiter: Waiter = {
        actor,
        fail: reject,
        begin: () => {
          const work = Promise.resolve(callback({}))
          work.then(resolve, reject).finally(() => {
            release(desk, waiter)
          })
        },
      }
      enter(desk, waiter, options)
    })
  return { request: request as Locks['request'] }
}

function enter(desk: Desk, waiter: Waiter, { steal, signal }: LockOptions): void {
  if (steal) {
    desk.robberies += desk.current ? 1 : 0
    rob(desk)
    desk.queue.unshift(waiter)
  } else desk.queue.push(waiter)
  signal?.addEventListener('abort', () => {
    if (!desk.queue.includes(waiter)) return
    desk.queue = desk.queue.filter((other) => other !== waiter)
    waiter.fail(new DOMException('the wait was given up', 'AbortError'))
  })
  grant(desk)
}
