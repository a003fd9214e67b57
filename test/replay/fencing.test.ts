import { describe, expect, it, vi } from 'vitest'
import type { Answer } from '../../src/domain/outcome.js'
import type { TillJournal } from '../../src/journal/journal.js'
import { createLock } from '../../src/platform/lock.js'
import type { Clock, Journal } from '../../src/ports.js'
import { isHolderStale, silenceMsMax } from '../../src/replay/holder.js'
import { beatMs, outlastMs, proofMs } from '../../src/replay/pulse.js'
import { createReplayer } from '../../src/replay/replayer.js'
import { createDeps } from '../support/deps.js'
import { append, openFreshJournal, stateOf } from '../support/journals.js'
import { createFakeLocks, type Locks } from '../support/locks.js'
import { refundOf } from '../support/models.js'
import { createFakeClock, createFakeTransport, json200, reply, type FakeClock } from '../support/replay.js'

// Several tabs share one journal, one clock and one lock, all in this process. A tab freezes by `ice`: every promise that
// it waits for stays open until the tab thaws, while the journal and the other tabs go on. The tests advance the clock,
// wait until the expected timers run, and then compare what each tab sent with what the journal says.

interface Browser {
  journal: TillJournal
  clock: FakeClock
  locks: Locks
}

async function openBrowser(): Promise<Browser> {
  const { journal } = await openFreshJournal()
  return { journal, clock: createFakeClock(), locks: createFakeLocks() }
}

/** What stops a tab: of all that it waits for, it hears nothing until it thaws. */
function createIce() {
  let thawed = Promise.resolve()
  let thaw = (): void => undefined
  return {
    freeze: () => {
      thawed = new Promise((resolve) => {
        thaw = resolve
      })
    },
    thaw: () => {
      thaw()
    },
    hear: async <Value>(work: Promise<Value>): Promise<Value> => {
      await Promise.allSettled([work])
      await thawed
      return work
    },
  }
}

type Ice = ReturnType<typeof createIce>

interface TabOptions {
  answer?: () => Answer | Promise<Answer>
  /** Freezes as soon as an entry is marked, before the tab hears of it. */
  freezesOnClaim?: boolean
  /** Between the claim and the gate: the host's headers, say. */
  beforeGate?: () => void
}

function openTab({ journal, clock, locks }: Browser, options: TabOptions = {}) {
  const ice = createIce()
  const line = createFakeTransport(options.answer)
  const transport: typeof line = {
    ...line,
    send: (claim, gate) => {
      options.beforeGate?.()
      return ice.hear(line.send(claim, gate))
    },
  }
  const timed: Clock = {
    ...clock,
    after: (delayMs) => {
      const { over, cancel } = clock.after(delayMs)
      return { over: ice.hear(over), cancel }
    },
  }
  const deps = createDeps({ journal: freezeJournal(journal, ice, options), transport, clock: timed })
  const lock = createLock('till', { locks, timers: timed })
  return { ...ice, sent: line.sent, ...createReplayer(() => Promise.resolve(deps), lock) }
}

function freezeJournal(journal: TillJournal, ice: Ice, { freezesOnClaim = false }: TabOptions): Journal {
  return {
    ...journal,
    begin: (now) => ice.hear(journal.begin(now)),
    beat: (run, now) => ice.hear(journal.beat(run, now)),
    end: (run, now) => ice.hear(journal.end(run, now)),
    readRun: () => ice.hear(journal.readRun()),
    turn: async (turn) => {
      const turned = await journal.turn(turn)
      if (freezesOnClaim && turned.claimed.length > 0) ice.freeze()
      return ice.hear(Promise.resolve(turned))
    },
  }
}

/** A line that answers when it is told to. */
function createSlowLine() {
  let give: (answer: Answer) => void = () => undefined
  const answer = new Promise<Answer>((resolve) => {
    give = resolve
  })
  return {
    answer: () => answer,
    give: () => {
      give(json200())
    },
  }
}

const isSending = (browser: Browser, id: string) =>
  vi.waitFor(async () => {
    expect(await stateOf(browser.journal, id)).toBe('sending')
  })

const isWaiting = ({ clock }: Browser, ...waits: number[]) =>
  vi.waitFor(() => {
    expect(clock.waits().sort()).toEqual(waits.sort())
  })

const lookMs = 30_000

/** A tab freezes with one refund marked and not sent. */
async function freezeBeforeSending(options: TabOptions = {}) {
  const browser = await openBrowser()
  const id = await append(browser.journal, 'refund', refundOf('1'))
  const frozen = openTab(browser, { freezesOnClaim: true, ...options })
  const woken = frozen.wake()
  await isSending(browser, id)
  return { browser, id, frozen, woken }
}

/** A tab freezes while its request is under way. */
async function freezeUnderWay() {
  const browser = await openBrowser()
  const id = await append(browser.journal, 'refund', refundOf('1'))
  const line = createSlowLine()
  const frozen = openTab(browser, { answer: line.answer })
  const woken = frozen.wake()
  await isWaiting(browser, beatMs)
  frozen.freeze()
  return { browser, id, line, frozen, woken }
}

/** Another tab wakes and takes the lock. */
async function rob(browser: Browser) {
  const thief = openTab(browser)
  return { thief, result: await thief.wake() }
}

it('a run beats twice before it is silent for too long, and its proof ends before the next beat', () => {
  expect(2 * beatMs).toBeLessThan(silenceMsMax)
  expect(proofMs).toBeLessThan(outlastMs)
  expect(outlastMs).toBeLessThan(beatMs)
})

describe('a tab that thaws', () => {
  it('sends nothing of what a later run has accounted for, and says so to nobody', async () => {
    const { browser, id, frozen, woken } = await freezeBeforeSending()
    browser.clock.advance(silenceMsMax + 1)
    const { result, thief } = await rob(browser)
    expect(result).toMatchObject({ parked: 1 })
    expect(await stateOf(browser.journal, id)).toBe('parked/unknown')
    frozen.thaw()
    expect(await woken).toMatchObject({ settled: 0, parked: 0, requeued: 0 })
    expect([...frozen.sent, ...thief.sent]).toEqual([])
    expect((await browser.journal.find(id))?.history.filter(({ what }) => what !== 'rung-up')).toMatchObject([
      { what: 'recovery', outcome: 'interrupted' },
    ])
  })

  it('sends nothing although the clock was set back to the minute of its claim', async () => {
    const { browser, frozen, woken } = await freezeBeforeSending()
    browser.clock.advance(silenceMsMax + 1)
    await rob(browser)
    browser.clock.set(browser.clock.ticks() * -1)
    frozen.thaw()
    await woken
    expect(frozen.sent).toEqual([])
  })

  it('sends what it has claimed if nobody has taken over', async () => {
    const { browser, id, frozen, woken } = await freezeBeforeSending()
    browser.clock.advance(3_600_000)
    frozen.thaw()
    expect(await woken).toMatchObject({ settled: 1 })
    expect(frozen.sent).toMatchObject([{ id }])
  })

  it('sends nothing while the journal cannot say whose turn it is', async () => {
    const { browser, id, frozen, woken } = await freezeBeforeSending()
    browser.journal.beat = () => Promise.reject(new Error('the disk is gone'))
    browser.clock.advance(6_000)
    frozen.thaw()
    expect(await woken).toMatchObject({ requeued: 1, paused: { reason: 'unsent' } })
    expect(await stateOf(browser.journal, id)).toBe('queued')
    expect(frozen.sent).toEqual([])
  })

  it('loses the answer that came meanwhile, quietly, and waits in line for what has come since', async () => {
    const { browser, id, line, frozen, woken } = await freezeUnderWay()
    browser.clock.advance(silenceMsMax + 1)
    await rob(browser)
    const later = await append(browser.journal, 'refund', refundOf('2'))
    line.give()
    frozen.thaw()
    expect(await woken).toMatchObject({ settled: 1 })
    expect(await stateOf(browser.journal, id)).toBe('parked/unknown')
    expect(await stateOf(browser.journal, later)).toBe('settled')
  })
})

describe('a run that is overtaken', () => {
  it('hands a person’s wish on to the next run of its tab', async () => {
    const browser = await openBrowser()
    const { journal, clock } = browser
    const id = await append(journal, 'refund', refundOf('1'))
    const answers = [{ ...reply(425), at: clock.now() }, json200()]
    const tab = openTab(browser, { answer: () => answers.shift() ?? json200() })
    expect(await tab.wake()).toMatchObject({ requeued: 1 })
    const turn = journal.turn.bind(journal)
    journal.turn = async (request) => {
      journal.turn = turn
      await journal.begin(clock.now())
      return turn(request)
    }
    expect(await tab.wake({ isManual: true })).toMatchObject({ settled: 1 })
    expect(await stateOf(browser.journal, id)).toBe('settled')
  })
})

describe('the gate', () => {
  it('asks nothing right after the claim, and gives a sign of life when the headers took long', async () => {
    const browser = await openBrowser()
    const beat = vi.spyOn(browser.journal, 'beat')
    for (const [headersMs, beats] of [
      [4_999, 0],
      [5_000, 1],
      [-5_000, 2],
    ] as const) {
      await append(browser.journal, 'refund', refundOf('1'))
      const beforeGate = () => {
        if (headersMs < 0) browser.clock.set(headersMs)
        else browser.clock.advance(headersMs)
      }
      expect(await openTab(browser, { beforeGate }).wake()).toMatchObject({ settled: 1 })
      expect(beat).toHaveBeenCalledTimes(beats)
    }
  })
})

describe('a holder of the lock', () => {
  it('is left alone for as long as it beats, however long its answer takes', async () => {
    const browser = await openBrowser()
    const { journal, clock } = browser
    await append(journal, 'refund', refundOf('1'))
    const line = createSlowLine()
    const slow = openTab(browser, { answer: line.answer })
    const woken = slow.wake()
    await isWaiting(browser, beatMs)
    const other = openTab(browser)
    const waiting = other.wake()
    await isWaiting(browser, beatMs, lookMs)
    for (let looks = 0; looks < 10; looks += 1) {
      clock.advance(beatMs)
      await isWaiting(browser, beatMs, beatMs)
      clock.advance(beatMs)
      await isWaiting(browser, beatMs, lookMs)
    }
    expect(await journal.readRun()).toMatchObject({ number: 1, beatAt: clock.now() })
    line.give()
    expect(await woken).toMatchObject({ settled: 1 })
    await waiting
    expect(other.sent).toEqual([])
    expect(clock.waits()).toEqual([])
  })

  it('is robbed by the next wake-up once it has been silent for too long', async () => {
    const { browser, id } = await freezeUnderWay()
    browser.clock.advance(silenceMsMax + 1)
    expect((await rob(browser)).result).toMatchObject({ parked: 1 })
    expect(await stateOf(browser.journal, id)).toBe('parked/unknown')
  })

  it.each([-3_600_000, 3_600_000])('is robbed when it froze and the clock was set by %i ms', async (byMs) => {
    const { browser } = await freezeUnderWay()
    browser.clock.set(byMs)
    expect((await rob(browser)).result).toMatchObject({ parked: 1 })
  })

  it('is robbed by a wake-up that was waiting in line when it froze', async () => {
    const { browser, id } = await freezeUnderWay()
    const { clock, journal } = browser
    const waiting = openTab(browser)
    const woken = waiting.wake()
    await isWaiting(browser, beatMs, lookMs)
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await journal.readRun()).toMatchObject({ number: 1 })
      clock.advance(lookMs)
      await isWaiting(browser, lookMs)
    }
    clock.advance(lookMs)
    expect(await woken).toMatchObject({ parked: 1 })
    expect(await stateOf(browser.journal, id)).toBe('parked/unknown')
  })

  it('is robbed too if it froze before it could begin a run', async () => {
    const browser = await openBrowser()
    await append(browser.journal, 'refund', refundOf('1'))
    void browser.locks.request('till', {}, () => new Promise(() => undefined)).catch(() => undefined)
    const woken = openTab(browser).wake()
    for (let looks = 0; looks < 4; looks += 1) {
      await isWaiting(browser, lookMs)
      browser.clock.advance(lookMs)
    }
    expect(await woken).toMatchObject({ settled: 1 })
  })

  it('is not robbed by a tab that is about to leave', async () => {
    const { browser, id } = await freezeUnderWay()
    browser.clock.advance(silenceMsMax + 1)
    const leaving = openTab(browser)
    const left = leaving.halt()
    const woken = leaving.wake()
    await left
    await isWaiting(browser, lookMs)
    expect(await stateOf(browser.journal, id)).toBe('sending')
    leaving.resume()
    browser.clock.advance(lookMs)
    expect(await woken).toMatchObject({ parked: 1 })
  })
})

describe('a tab that is halted', () => {
  it('records what is under way, beats no more, begins no run, and goes on when it returns', async () => {
    const browser = await openBrowser()
    const { journal, clock } = browser
    await append(journal, 'refund', refundOf('1'))
    const line = createSlowLine()
    const tab = openTab(browser, { answer: line.answer })
    void tab.wake()
    await isWaiting(browser, beatMs)
    const halted = tab.halt()
    await append(journal, 'refund', refundOf('2'))
    line.give()
    await halted
    expect(clock.waits()).toEqual([])
    expect(await tab.wake()).toMatchObject({ settled: 0, isCut: false })
    expect(await journal.readRun()).toMatchObject({ number: 1, endedAt: clock.now() })
    tab.resume()
    expect(await tab.wake()).toMatchObject({ settled: 1 })
  })
})

describe('a tab that is halted while another one’s run is long', () => {
  it('is done at once, and begins no run when its turn comes', async () => {
    const browser = await openBrowser()
    await append(browser.journal, 'refund', refundOf('1'))
    const line = createSlowLine()
    const busy = openTab(browser, { answer: line.answer })
    const woken = busy.wake()
    await isWaiting(browser, beatMs)
    const closing = openTab(browser)
    const waiting = closing.wake()
    await isWaiting(browser, beatMs, lookMs)
    await closing.halt()
    line.give()
    expect(await woken).toMatchObject({ settled: 1 })
    expect(await waiting).toMatchObject({ settled: 0 })
    expect(await browser.journal.readRun()).toMatchObject({ number: 1 })
  })
})

describe('isHolderStale', () => {
  const now = 1_000_000_000
  it.each([
    ['a fresh beat', { beatAt: now - silenceMsMax }, 0, false],
    ['an old beat', { beatAt: now - silenceMsMax - 1 }, 0, true],
    ['a beat a little ahead of the clock', { beatAt: now + silenceMsMax }, 0, false],
    ['a beat far ahead of the clock', { beatAt: now + silenceMsMax + 1 }, 0, true],
    ['a run that has ended, and a short wait', { beatAt: 0, endedAt: 0 }, silenceMsMax, false],
    ['a run that has ended, and a long wait', { beatAt: 0, endedAt: 0 }, silenceMsMax + 1, true],
    ['a run that has just ended, and a long wait', { beatAt: 0, endedAt: now }, silenceMsMax + 1, false],
  ])('%s', (_, run, waitedMs, isStale) => {
    expect(isHolderStale({ number: 1, ...run }, waitedMs, now)).toBe(isStale)
  })

  it('no run at all', () => {
    expect(isHolderStale(undefined, silenceMsMax, now)).toBe(false)
    expect(isHolderStale(undefined, silenceMsMax + 1, now)).toBe(true)
  })
})
