import { describe, expect, it, vi } from 'vitest'
import { createFault, faultGroups, type FaultName } from '../../src/demo/lab/faults.js'
import type { EntryState, ListedEntry, Till, TillOptions } from '../../src/index.js'
import { englishOutcome as texts } from '../../src/elements/texts/outcome.js'
import { mount, newest, prepareCounter, refund, testPart } from '../support/counter.js'
import { openTestTill, textOf } from '../support/elements.js'
import { control } from '../support/service.js'

prepareCounter()

const card = '9001000000000042'

/** The states of the journal that each title may be read in. */
const statesOfTitle: Record<string, readonly EntryState[]> = {
  [texts.saved]: ['queued', 'sending', 'settled', 'parked', 'voided'],
  [texts.confirmed]: ['settled'],
  [texts.stop]: ['parked'],
  [texts.cancelled]: ['voided'],
}

/** What the outcome has said of the newest operation, with the journal's state read at once after each change. */
function watchOutcome(till: Till) {
  const root = testPart('confirmation').shadowRoot
  if (!root) throw new Error('the outcome has no content')
  const seen: { title: string; words: string; state: Promise<ListedEntry | undefined> }[] = []
  const read = () => {
    const box = root.querySelector('.newest')
    const title = root.querySelector('.newest .title')?.textContent.trim()
    if (!box || title === undefined) return
    const words = textOf(box)
    if (seen.at(-1)?.words === words) return
    seen.push({ title, words, state: newest(till).catch(() => undefined) })
  }
  const watch = new MutationObserver(read)
  watch.observe(root, { subtree: true, childList: true, characterData: true })
  return {
    titles: () => seen.map(({ title }) => title),
    async check() {
      watch.disconnect()
      for (const { title, words, state } of seen) {
        const entry = await state
        expect(statesOfTitle[title], `${words} while ${entry?.state}`).toContain(entry?.state)
        if (title !== texts.stop) expect(words).not.toMatch(/Stop|Refused|refused/)
        if (title !== texts.confirmed) expect(words).not.toContain(texts.confirmed)
        expect(words).not.toMatch(/Kept|Safe to hand over/)
      }
    },
  }
}

/** How the journal's entry ends, and whether the outcome says so. */
async function reachEnd(till: Till, state: string, title: string): Promise<void> {
  await vi.waitFor(async () => {
    const entry = await newest(till)
    expect('reason' in entry ? `${entry.state} ${entry.reason}` : entry.state).toBe(state)
    expect(testPart('confirmation').shadowRoot?.querySelector('.newest .title')?.textContent.trim()).toBe(
      title,
    )
  })
}

async function ringUp(faults: readonly object[], options: Partial<TillOptions> = {}) {
  const till = await openTestTill(options)
  await till.replay()
  await control('faults', 'POST', faults)
  mount(till)
  const watched = watchOutcome(till)
  await refund(card)
  await vi.waitFor(async () => {
    expect(await newest(till)).toBeDefined()
  })
  return { till, watched }
}

/** What becomes of a refund that meets a fault once: the journal's state, and the outcome's title. */
const ends: Record<Exclude<FaultName, 'requestLost'>, [string, string]> = {
  answerLost: ['parked unknown', texts.stop],
  resent: ['settled', texts.confirmed],
  slow: ['parked unknown', texts.stop],
  nonsense: ['parked unknown', texts.stop],
  busy: ['queued', texts.saved],
  tooMany: ['queued', texts.saved],
  unauthorized: ['queued', texts.saved],
  conflict: ['parked conflict', texts.stop],
  changed: ['parked precondition', texts.stop],
  rejected: ['parked rejected', texts.stop],
  failed: ['parked unknown', texts.stop],
  portal: ['queued', texts.saved],
  clock: ['settled', texts.confirmed],
}

/** Does not wait for an answer that takes seconds. */
const impatient = { service: { baseUrl: '/api', timeoutMs: 500 } }

describe('the outcome never contradicts the journal, from ring-up to the end', () => {
  it('covers each fault of the lab', () => {
    expect([...Object.keys(ends), 'requestLost'].sort()).toEqual(Object.values(faultGroups).flat().sort())
  })

  it('under the fault requestLost of the lab, after which browsers may repeat a request by themselves', async () => {
    const { till, watched } = await ringUp([createFault('requestLost', 'once')])
    await vi.waitFor(async () => {
      expect((await newest(till)).state).toMatch(/settled|parked/)
    })
    const isParked = (await newest(till)).state === 'parked'
    await (isParked
      ? reachEnd(till, 'parked unknown', texts.stop)
      : reachEnd(till, 'settled', texts.confirmed))
    await watched.check()
  })

  it.each(Object.entries(ends) as [keyof typeof ends, [string, string]][])(
    'under the fault %s of the lab',
    async (name, end) => {
      const isSlow = name === 'slow'
      const { till, watched } = await ringUp([createFault(name, 'once')], isSlow ? impatient : {})
      await reachEnd(till, ...end)
      expect(watched.titles()[0]).toBe(texts.saved)
      await watched.check()
    },
  )

  it.each([
    ['busy', 'settled', texts.confirmed],
    ['unauthorized', 'settled', texts.confirmed],
    ['portal', 'settled', texts.confirmed],
  ] as const)('when %s is over and a person sends it', async (name, state, title) => {
    const { till, watched } = await ringUp([createFault(name, 'standing')])
    await reachEnd(till, 'queued', texts.saved)
    await control('faults', 'DELETE')
    await vi.waitFor(
      async () => {
        await till.replay()
        expect((await newest(till)).state).toBe(state)
      },
      { interval: 250 },
    )
    await reachEnd(till, state, title)
    await watched.check()
  })

  it('when it waits longer than the host allows', async () => {
    await control('outage', 'POST', { on: true })
    const hourMs = 3_600_000
    const { till, watched } = await ringUp([], { limits: { ageHours: 300 / hourMs } })
    await vi.waitFor(async () => {
      await till.replay()
      expect(await newest(till)).toMatchObject({ state: 'parked', reason: 'expired' })
    })
    await reachEnd(till, 'parked expired', texts.stop)
    await watched.check()
  })

  it('when it is handed over to another till', async () => {
    await control('outage', 'POST', { on: true })
    const { till, watched } = await ringUp([])
    await reachEnd(till, 'queued', texts.saved)
    await till.exportJournal('a passphrase for the shop', {
      handOver: { by: 'Eva', reason: 'This till is retired' },
    })
    await reachEnd(till, 'parked moved', texts.stop)
    await watched.check()
  })

  it('when a supervisor records it as done', async () => {
    const { till, watched } = await ringUp([createFault('answerLost', 'once')])
    await reachEnd(till, 'parked unknown', texts.stop)
    await till.attention.markApplied((await newest(till)).id, { by: 'Eva', reason: 'The balance shows it' })
    await reachEnd(till, 'settled', texts.confirmed)
    await watched.check()
  })

  it('when a supervisor cancels it while it waits', async () => {
    await control('outage', 'POST', { on: true })
    const till = await openTestTill()
    mount(till)
    const watched = watchOutcome(till)
    await refund(card)
    await reachEnd(till, 'queued', texts.saved)
    await till.attention.void((await newest(till)).id, { by: 'Eva', reason: 'The customer went' })
    await reachEnd(till, 'voided', texts.cancelled)
    await watched.check()
  })
})
