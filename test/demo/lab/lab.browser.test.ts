import baseSheet from '../../../src/demo/base.css?inline'
import labSheet from '../../../src/demo/lab/lab.css?inline'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { expectAccessible } from '../../support/axe.js'
import { cdp } from 'vitest/browser'
import { createLab, type Lab, type LabDeps } from '../../../src/demo/lab/lab.js'
import { demoTexts } from '../../support/demo-texts.js'
import { openTill, type Till } from '../../../src/index.js'
import { clearShown, nowhere, openShown, textOf } from '../../support/elements.js'
import { freshName } from '../../support/journals.js'
import { refundOf } from '../../support/models.js'
import { control } from '../../support/service.js'
import { wearStyles } from '../../support/styles.js'

wearStyles(baseSheet, labSheet)

const labs: Lab[] = []

afterEach(async () => {
  for (const lab of labs.splice(0)) lab.stop()
  await emulate('')
  await clearShown()
  await control('settings', 'POST', { keys: false, conditions: false })
})

async function showLab(till: Till, { language = 'en', ...deps }: Partial<LabDeps> = {}): Promise<Lab> {
  const lab = createLab({ till, language, texts: demoTexts[language].lab, ...deps })
  labs.push(lab)
  document.body.append(document.createElement('main'))
  document.querySelector('main')?.append(lab.element)
  lab.start()
  await vi.waitFor(() => {
    expect(find('service-switch').closest('[hidden]')).toBeNull()
  })
  return lab
}

function find(testId: string): HTMLElement {
  const part = document.querySelector<HTMLElement>(`[data-testid="${testId}"]`)
  if (!part) throw new Error(`there is no ${testId}`)
  return part
}

const says = (testId: string) => textOf(find(testId))
const inForce = () => says('faults-in-force')

describe('the plug', () => {
  it('keeps what is rung up while it is out, and lets it go when it is back in', async () => {
    const till = await openShown()
    await showLab(till)
    expect(find('service-switch').getAttribute('aria-checked')).toBe('true')
    find('service-switch').click()
    await vi.waitFor(() => {
      expect(find('service-switch').getAttribute('aria-checked')).toBe('false')
      expect(till.status.value.reach).toBe('offline')
    })
    expect(says('line-advice')).toContain('Enter a refund now')
    const first = await till.refund(refundOf('lab-1', 5))
    const second = await till.refund(refundOf('lab-2', 6))
    await vi.waitFor(() => {
      expect(says('line-advice')).toContain('2 operations wait here')
    })
    expect(till.status.value.counts.queued).toBe(2)
    find('service-switch').click()
    await Promise.all([till.settled(first.id), till.settled(second.id)])
    await vi.waitFor(() => {
      expect(says('effect-count')).toBe('2')
      expect(says('line-advice')).toBe('Back on the line: all 2 that waited have been sent, each once.')
    })
    expect(says('twice-count')).toBe('0')
    expect(find('effects').querySelectorAll('tr')).toHaveLength(2)
  })
})

describe('a fault', () => {
  it('strikes once, and the timeline tells what became of it', async () => {
    const till = await openShown()
    await showLab(till)
    find('fault-answerLost').click()
    await vi.waitFor(() => {
      expect(inForce()).toBe('Answer lost after the card was charged: once')
      expect(says('lab-announcer')).toBe('In force: Answer lost after the card was charged.')
    })
    const { id } = await till.refund(refundOf('lab-3', 12.5))
    await vi.waitFor(() => {
      expect(till.status.value.counts.parked).toBe(1)
      expect(inForce()).toBe('Nothing: every request gets through.')
      expect(says('effect-count')).toBe('1')
    })
    const lane = await vi.waitFor(() => {
      const drawn = find('timeline').querySelector(`[data-entry-id="${id}"]`)
      expect(drawn?.querySelectorAll('.lab-glyph-parked')).toHaveLength(1)
      return drawn
    })
    expect(lane?.querySelectorAll('.lab-glyph-rung-up, .lab-bar-unknown, .lab-glyph-unknown')).toHaveLength(3)
    expect(lane?.querySelector('title')?.textContent).toMatch(
      /^Refund €12\.50 for .+: entered .+, sent once, needs attention since .+\.$/,
    )
    expect(find('tally-picture').querySelectorAll('.lab-fate-unheard')).toHaveLength(1)
    expect(find('tally-picture').querySelector('svg')?.getAttribute('aria-label')).toBe(
      'Requests that arrived: 1. Done: 1, of which twice: 0. Lost on the way: 0.',
    )
  })

  it.each([
    { keys: true, applied: '1', twice: '0', fates: ['unheard', 'recognised'] },
    { keys: false, applied: '2', twice: '1', fates: ['unheard', 'twice'] },
  ])('of a browser that sends twice is told by the books alone: keys $keys', async (expected) => {
    await control('settings', 'POST', { keys: expected.keys })
    const till = await openTill({
      shop: 'S01',
      terminal: 'T1',
      worker: false,
      name: freshName(),
      service: { baseUrl: '/api', idempotencyKey: true },
    })
    onTestFinished(() => {
      till.close()
    })
    await showLab(till)
    find('fault-resent').click()
    await vi.waitFor(() => {
      expect(inForce()).toBe('The browser sends it twice by itself: once')
    })
    const { id } = await till.refund(refundOf('lab-twice', 12.5))
    await till.settled(id)
    await vi.waitFor(() => {
      expect(says('arrival-count')).toBe('2')
      expect([says('effect-count'), says('twice-count')]).toEqual([expected.applied, expected.twice])
    })
    const drawn = [...find('tally-picture').querySelectorAll('.lab-fate')]
    expect(drawn.map(({ classList }) => classList[1])).toEqual(
      expected.fates.map((fate) => `lab-fate-${fate}`),
    )
    await vi.waitFor(() => {
      expect(
        find('timeline').querySelector(`[data-entry-id="${id}"]`)?.querySelector('title')?.textContent,
      ).toMatch(/sent once, settled/)
    })
  })

  it('stays until it is cleared, beside the others', async () => {
    const till = await openShown()
    await showLab(till)
    document.querySelector<HTMLInputElement>('input[value=standing]')?.click()
    find('fault-rejected').click()
    await vi.waitFor(() => {
      expect(inForce()).toBe('Rejected: the card is blocked (400): until cleared')
    })
    document.querySelector<HTMLInputElement>('input[value=five]')?.click()
    find('fault-slow').click()
    await vi.waitFor(() => {
      expect(inForce()).toBe(
        'Rejected: the card is blocked (400): until cleared Answer takes 5 seconds: 5 times',
      )
    })
    find('faults-clear').focus()
    find('faults-clear').click()
    await vi.waitFor(() => {
      expect(find('faults-clear').getAttribute('aria-disabled')).toBe('true')
    })
    expect(document.activeElement).toBe(find('faults-clear'))
    expect(inForce()).toBe('Nothing: every request gets through.')
    const { id } = await till.refund(refundOf('lab-4'))
    await till.settled(id)
  })

  it('comes by chance on a bad day', async () => {
    await showLab(await openShown(nowhere))
    find('bad-day').click()
    await vi.waitFor(() => {
      expect(inForce()).toBe('A bad day: 3 in 10 requests go wrong')
    })
    const state = (await (await fetch('/api/_sandbox/state')).json()) as { faults: { chance: object } }
    expect(state.faults.chance).toMatchObject({ rate: 0.3 })
  })
})

describe('the service', () => {
  it('is told what to honour', async () => {
    await showLab(await openShown(nowhere))
    for (const name of ['keys', 'conditions']) {
      find(`setting-${name}`).click()
      await vi.waitFor(() => {
        expect(find(`setting-${name}`).getAttribute('aria-checked')).toBe('true')
      })
    }
    const state: unknown = await (await fetch('/api/_sandbox/state')).json()
    expect(state).toMatchObject({ settings: { keys: true, conditions: true } })
  })

  it('forgets when asked twice, and the till does not', async () => {
    const till = await openShown()
    await showLab(till)
    const { id } = await till.refund(refundOf('lab-5'))
    await till.settled(id)
    await vi.waitFor(() => {
      expect(says('effect-count')).toBe('1')
    })
    find('start-over').click()
    expect(find('start-over-confirm').closest('[hidden]')).toBeNull()
    expect(document.activeElement?.textContent).toBe('Cancel')
    expect(says('effect-count')).toBe('1')
    find('start-over-confirm').click()
    await vi.waitFor(() => {
      expect(says('effect-count')).toBe('0')
      expect(says('lab-announcer')).toBe('The service’s books are empty.')
    })
    expect(document.activeElement).toBe(find('start-over'))
    expect((await till.entry(id))?.state).toBe('settled')
    expect(find('timeline').querySelectorAll('.lab-lane')).toHaveLength(1)
  })
})

describe('a lab without a service', () => {
  it('says that there is none, and shows nothing', async () => {
    const till = await openShown(nowhere)
    const answer = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() =>
        Promise.resolve(new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } })),
      )
    const told: boolean[] = []
    const lab = createLab({
      till,
      language: 'it',
      texts: demoTexts.it.lab,
      onState: (isThere) => told.push(isThere),
    })
    document.body.append(lab.element)
    await vi.waitFor(() => {
      expect(told).toEqual([false])
    })
    answer.mockRestore()
    expect(find('service-switch').closest('[hidden]')).not.toBeNull()
    expect(says('service-silence')).toContain('la cassa funziona lo stesso')
  })

  it('asks once, and goes on only while it is shown', async () => {
    const till = await openShown(nowhere)
    const json = {
      outage: false,
      settings: {},
      faults: { script: [], standing: [], chance: null },
      arrivals: 0,
      effects: 0,
    }
    const ask = vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json(json)))
    const countAsked = () => ask.mock.calls.filter(([url]) => url === '/api/_sandbox/state').length
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    try {
      const lab = createLab({ till, language: 'en', texts: demoTexts.en.lab })
      await vi.advanceTimersByTimeAsync(20_000)
      expect(countAsked()).toBe(1)
      lab.start()
      await vi.advanceTimersByTimeAsync(2_100)
      expect(countAsked()).toBeGreaterThan(1)
      lab.stop()
      const asked = countAsked()
      await vi.advanceTimersByTimeAsync(20_000)
      expect(countAsked()).toBe(asked)
    } finally {
      vi.useRealTimers()
      ask.mockRestore()
    }
  })
})

describe('everybody', () => {
  it.each(['light', 'dark'])('can use it, where the page is %s', async (scheme) => {
    await emulate(scheme)
    expect(matchMedia(`(prefers-color-scheme: ${scheme})`).matches).toBe(true)
    const till = await openShown()
    await showLab(till, { language: scheme === 'dark' ? 'it' : 'en' })
    find('fault-answerLost').click()
    await vi.waitFor(() => {
      expect(find('faults-clear').getAttribute('aria-disabled')).toBe('false')
    })
    await till.refund(refundOf('lab-6'))
    const { id } = await till.refund(refundOf('lab-7'))
    await till.settled(id)
    await vi.waitFor(() => {
      expect(find('timeline').querySelectorAll('.lab-glyph-parked, .lab-glyph-settled')).toHaveLength(2)
      expect(says('effect-count')).toBe('2')
    })
    for (const group of document.querySelectorAll('details')) {
      group.removeAttribute('name')
      group.open = true
    }
    find('start-over').click()
    await expectAccessible(document.body)
  })
})

async function emulate(scheme: string): Promise<void> {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-color-scheme', value: scheme }],
  })
}
