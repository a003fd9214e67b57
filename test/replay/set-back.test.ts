import { describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '../support/lives.js'
import { refundOf } from '../support/models.js'
import { json200, reply } from '../support/replay.js'
import { openWorld, type WorldOptions } from '../support/world.js'

const start = Date.parse('2026-03-02T08:00:00Z')
const silence = { tag: 'silence', why: 'timeout', at: 1 } as const
const policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * hourMs } }

/** A till whose first refund was never answered, twenty hours ago; since then the line is out. */
async function openDoubtful(options: WorldOptions = {}) {
  const till = await openWorld({ startAt: start, policy, answers: [silence], ...options })
  const id = await till.append('refund', refundOf('A'), { key: 'key-1' })
  await till.wake()
  till.goOffline()
  for (let hours = 0; hours < 20; hours += 1) await till.wakeLater(hourMs)
  return { ...till, id }
}

/** The same at a service that tells its time, which goes on while the till is off. */
async function openBesideService() {
  let service = start
  const till = await openDoubtful({ serviceNow: (ticks) => service + ticks })
  return {
    ...till,
    /** The till is off for so long, and its clock loses so much of that. */
    rest: (ms: number, lostMs: number) => {
      till.clock.advance(ms)
      till.clock.set(-lostMs)
    },
    /** The service's clock is set. */
    setService: (byMs: number) => {
      service += byMs
    },
  }
}

const timesSent = (till: { listSent: () => string[] }, id: string) =>
  till.listSent().filter((sent) => sent === id).length

describe('a key whose first sending went before the clock was set back', () => {
  it('is not relied on any more: its age is not known', async () => {
    const till = await openDoubtful()
    till.clock.set(-10 * hourMs)
    await till.wake()
    // By the till's clock it is fifteen hours old, and in truth twenty-five.
    till.clock.advance(5 * hourMs)
    till.goOnline()
    await till.wakeLater()
    expect(timesSent(till, till.id)).toBe(1)
    expect(await till.stateOf(till.id)).toBe('parked/unknown')
  })

  it('is not relied on either where the clock is set while a run lasts', async () => {
    const till = await openDoubtful({
      concurrency: 1,
      answer: ({ id }) => {
        if (id === 'entry-1') return silence
        till.clock.set(-10 * hourMs)
        return json200()
      },
    })
    const other = await till.append('refund', refundOf('B'), { key: 'key-2' })
    till.goOnline()
    await till.wakeLater()
    expect(await till.statesOf(till.id, other)).toEqual(['parked/unknown', 'settled'])
    expect(timesSent(till, till.id)).toBe(1)
  })

  it('lets the host be asked first', async () => {
    const till = await openDoubtful({ host: { lookUp: () => Promise.resolve('absent') } })
    till.clock.set(-10 * hourMs)
    till.goOnline()
    await till.wakeLater()
    await till.wakeLater()
    expect(timesSent(till, till.id)).toBe(2)
    expect(await till.stateOf(till.id)).toBe('settled')
  })

  it('is relied on after a correction of less than a minute, and where the clock was put forward', async () => {
    for (const ms of [-minuteMs + 1_000, 2 * hourMs]) {
      const till = await openDoubtful()
      till.clock.set(ms)
      till.goOnline()
      await till.wakeLater()
      expect(await till.stateOf(till.id)).toBe('settled')
    }
  })
})

describe('a key whose first sending went before the till was off, at a service that tells the time,', () => {
  it.each([
    ['stood still meanwhile', 60 * hourMs, 60 * hourMs - 1_000],
    ['was set back by less than that', 60 * hourMs, 58 * hourMs],
  ])('is not relied on where the clock %s', async (_, restMs, lostMs) => {
    const till = await openBesideService()
    till.goOnline()
    till.rest(restMs, lostMs)
    const other = await till.append('refund', refundOf('B'), { key: 'key-2' })
    await till.wakeLater()
    expect(timesSent(till, till.id)).toBe(1)
    expect(await till.statesOf(till.id, other)).toEqual(['parked/unknown', 'settled'])
  })

  it('is relied on where both clocks went on, however far apart they are', async () => {
    const till = await openBesideService()
    till.goOnline()
    till.rest(hourMs, 0)
    await till.wakeLater()
    expect(await till.stateOf(till.id)).toBe('settled')
  })

  it.each([
    ['less than what a slow answer makes', 4 * minuteMs],
    ['anything, backwards', -hourMs],
  ])('is relied on where the service’s clock was put forward by %s', async (_, ms) => {
    const till = await openBesideService()
    till.goOnline()
    till.setService(ms)
    await till.wakeLater()
    expect(await till.stateOf(till.id)).toBe('settled')
  })
})

describe('a key at a service behind a cache', () => {
  /** Of two refunds the first is not answered at first; three rounds, hours apart. */
  async function goOnForHours(options: WorldOptions & { headers?: (id: string) => Record<string, string> }) {
    const { headers = () => ({}) } = options
    const till = await openWorld({
      startAt: start,
      policy,
      answer: ({ id }) => {
        if (id.startsWith('doubtful') && timesSent(till, id) === 1) return silence
        const at = till.clock.now()
        return {
          ...reply(200, '{"TransactionID":1}', { date: new Date(at).toUTCString(), ...headers(id) }),
          at,
        }
      },
      ...options,
    })
    await till.append('refund', refundOf('first'), { key: 'key-first' })
    await till.wake()
    const ids: string[] = []
    for (let round = 0; round < 3; round += 1) {
      till.clock.advance(3 * hourMs)
      for (const name of ['doubtful', 'other']) {
        const id = `${name}-${round}`
        ids.push(await till.append('refund', refundOf(id), { id, key: `key-${id}` }))
      }
      await till.wake()
      await till.wakeLater()
    }
    return { till, ids }
  }

  it('is relied on where the cache keeps the answer to the probe, and hides its age', async () => {
    const keptMs = 4 * hourMs
    const { till, ids } = await goOnForHours({ serviceNow: (ticks) => start + ticks - (ticks % keptMs) })
    expect(await till.statesOf(...ids)).toEqual(ids.map(() => 'settled'))
  })

  it('is relied on where the cache tells the age of what it kept', async () => {
    const { till, ids } = await goOnForHours({
      headers: (id) => (id.startsWith('doubtful') ? { date: new Date(start).toUTCString(), age: '60' } : {}),
    })
    expect(await till.statesOf(...ids)).toEqual(ids.map(() => 'settled'))
  })
})

describe('a key that first goes after the clock was set back', () => {
  it('is relied on as ever', async () => {
    const till = await openDoubtful({
      answer: (_, count) => (count <= 2 ? silence : json200()),
      host: { lookUp: ({ id }) => Promise.resolve(id === 'entry-1' ? 'applied' : 'unknown') },
    })
    const later = await till.append('refund', refundOf('B'), { key: 'key-2' })
    till.clock.set(-10 * hourMs)
    till.goOnline()
    await till.wakeLater()
    for (let times = 0; times < 3; times += 1) await till.wakeLater()
    expect(timesSent(till, later)).toBe(2)
    expect(await till.statesOf(till.id, later)).toEqual(['settled', 'settled'])
  })
})
