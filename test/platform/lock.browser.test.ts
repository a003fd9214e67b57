import { describe, expect, it, vi } from 'vitest'
import { createLock } from '../../src/platform/lock.js'
import { freshName } from '../support/journals.js'
import { createFakeClock } from '../support/replay.js'

function createGate() {
  let open: () => void = () => undefined
  const isOpen = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, isOpen }
}

const never = () => Promise.resolve(false)
const always = () => Promise.resolve(true)

/** One lock of the browser's own, seen by two tabs whose timers ring when told. */
function setUp() {
  const name = freshName()
  const clock = createFakeClock()
  const create = () => createLock(name, { locks: navigator.locks, timers: clock })
  const countWaiting = async () => {
    const { pending = [], held = [] } = await navigator.locks.query()
    const isOurs = ({ name: other }: LockInfo) => other === `counterfoil:${name}`
    return { pending: pending.filter(isOurs).length, held: held.filter(isOurs).length }
  }
  return { clock, create, countWaiting }
}

describe('the lock, as this browser has it', () => {
  it('is held by one at a time, and goes to the next in line', async () => {
    const { create, countWaiting } = setUp()
    const first = createGate()
    const log: string[] = []
    const early = create().hold(async () => {
      log.push('first')
      await first.isOpen
      log.push('first ends')
    }, never)
    const late = create().hold(() => {
      log.push('second')
      return Promise.resolve('done')
    }, never)
    await vi.waitFor(async () => {
      expect(await countWaiting()).toEqual({ held: 1, pending: 1 })
    })
    first.open()
    await early
    expect(await late).toBe('done')
    expect(log).toEqual(['first', 'first ends', 'second'])
  })

  it('is stolen from a holder that is found stale; its work goes on, and nobody hears of an error', async () => {
    const { create, countWaiting } = setUp()
    const first = createGate()
    const robbed = create().hold(() => first.isOpen.then(() => 'ended by itself'), never)
    await vi.waitFor(async () => {
      expect(await countWaiting()).toEqual({ held: 1, pending: 0 })
    })
    expect(await create().hold(() => Promise.resolve('stolen'), always)).toBe('stolen')
    expect(await countWaiting()).toEqual({ held: 0, pending: 0 })
    first.open()
    expect(await robbed).toBe('ended by itself')
  })

  it('passes on what the work of a robbed holder throws in the end', async () => {
    const { create } = setUp()
    const first = createGate()
    const robbed = create().hold(async () => {
      await first.isOpen
      throw new Error('the disk is gone')
    }, never)
    await create().hold(() => Promise.resolve(), always)
    first.open()
    await expect(robbed).rejects.toThrow('the disk is gone')
  })

  it('is asked after again by whoever waits in line, and stolen once its holder has gone stale', async () => {
    const { clock, create, countWaiting } = setUp()
    void create().hold(() => new Promise<void>(() => undefined), never)
    const isStale = vi
      .fn()
      .mockResolvedValueOnce(false)
      .mockResolvedValueOnce(false)
      .mockResolvedValueOnce(true)
    const waiting = create().hold(() => Promise.resolve('stolen'), isStale)
    for (let looks = 1; looks <= 2; looks += 1) {
      await vi.waitFor(async () => {
        expect(isStale).toHaveBeenCalledTimes(looks)
        expect(await countWaiting()).toEqual({ held: 1, pending: 1 })
      })
      clock.advance(30_000)
    }
    expect(await waiting).toBe('stolen')
    expect(clock.waits()).toEqual([])
  })
})
