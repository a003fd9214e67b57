import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Till } from '../../../src/index.js'
import { startChromium, type Chromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { cutOff, untilReady, untilStatus } from '../../support/page.js'
import { clearFaults, resetSandbox, setOutage } from '../../support/sandbox.js'
import { startPreview, type Server } from '../../support/vite.js'

declare const counterfoilTill: Till
declare const spoken: string[]

let server: Server
let browser: Chromium
const profile = createProfile()

beforeAll(async () => {
  server = await startPreview()
  browser = await startChromium(profile.path)
})
afterAll(async () => {
  await browser.kill()
  await server.stop()
  profile.remove()
})
afterEach(async () => {
  await clearFaults(server.url)
  await setOutage(server.url, false)
  await resetSandbox(server.url)
})

/** Collects what a screen reader is given: each change of a live region, shadow roots included. */
function listen(): void {
  const heard: string[] = []
  const words = new Map<Element, string>()
  const isLive = (element: Element) => {
    const role = element.getAttribute('role')
    return role === 'status' || role === 'alert' || element.hasAttribute('aria-live')
  }
  const collect = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      if (isLive(element) && element.checkVisibility()) {
        const text = element.textContent.replaceAll(/\s+/g, ' ').trim()
        if (words.get(element) !== text && text !== '')
          heard.push(`${element.getAttribute('role') === 'alert' ? 'alert' : 'status'}: ${text}`)
        words.set(element, text)
      }
      if (element.shadowRoot) collect(element.shadowRoot)
    }
  }
  const look = () => {
    collect(document)
    requestAnimationFrame(look)
  }
  look()
  Object.assign(globalThis, { spoken: heard })
}

async function openRegister(): Promise<Page> {
  const page = await browser.open(server.url)
  await untilReady(page)
  await page.evaluate(listen)
  return page
}

/** What was said since the last look, without what changes from run to run. */
async function hear(page: Page, last: RegExp): Promise<string[]> {
  await expect.poll(() => page.evaluate(() => spoken.join('\n')), { timeout: 20_000 }).toMatch(last)
  const heard = await page.evaluate(() => spoken.splice(0))
  return heard.map((line) => line.replaceAll(/\d+ secs?/g, '… s').replaceAll(/[ \u00a0]/g, ' '))
}

/** The name and role of what has the keyboard, shadow roots included. */
async function readFocus(page: Page): Promise<string> {
  return page.evaluate(() => {
    let focused: Element | null = document.activeElement
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement
    if (!focused) return 'nothing'
    const label = (focused as HTMLInputElement).labels?.[0]?.textContent ?? focused.textContent
    return `${focused.tagName.toLowerCase()} ${label.replaceAll(/\s+/g, ' ').trim()}`.trim()
  })
}

/** Presses Tab until the keyboard is on what is wanted; fails after a round. */
async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  for (let step = 0; step < 80; step += 1) {
    if (wanted.test(await readFocus(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${wanted.source}`)
}

/** Each test has a card of its own, since the till asks before the same is entered twice. */
async function refund(page: Page, card: string): Promise<void> {
  await page.locator('#refund-card').focus()
  await page.keyboard.type(card, { delay: 140 })
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Scarf')
  await page.keyboard.press('Tab')
  await page.keyboard.type('12.50')
  await page.keyboard.press('Enter')
}

async function setFault(fault: object): Promise<void> {
  await fetch(`${server.url}/api/_sandbox/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([fault]),
  })
}

/** What is sent again is looked over first; the button for it comes with the review. */
async function confirmReview(page: Page, words: string): Promise<void> {
  await page.getByRole('button', { name: words, exact: true }).waitFor()
  await tabTo(page, new RegExp(`^button ${words}$`))
  await page.keyboard.press('Enter')
}

describe('by the keyboard alone, a screen reader is told', () => {
  it('that a refund is saved while the line is down, and then that it is confirmed', async () => {
    const page = await openRegister()
    await cutOff(page, server.url)
    await page.evaluate(() => spoken.splice(0))
    await refund(page, '9001000000000042')
    const saved = await hear(page, /Saved on this till/)
    expect(saved).toContain('status: Saved on this till. Not confirmed yet. Refund · €12.50 · ••••0042')
    expect(await readFocus(page)).toMatch(/^input Card/)
    await setOutage(server.url, false)
    await page.evaluate(() => counterfoilTill.replay())
    const confirmed = await hear(page, /Confirmed by/)
    expect(confirmed).toContain('status: Confirmed by the card service. Refund · €12.50 · ••••0042')
    expect(confirmed.filter((line) => line.startsWith('alert'))).toEqual([])
    await page.close()
  })

  it('at once that the card is refused, in the service’s words, and where it is dealt with', async () => {
    const page = await openRegister()
    await setFault({ kind: 'status', status: 422, body: { title: 'Card is blocked' } })
    await refund(page, '9001000000000059')
    const heard = await hear(page, /alert: Stop/)
    expect(heard.filter((line) => line.startsWith('alert'))).toEqual([
      'alert: Stop. Not confirmed. The card service refused this card: Card is blocked. Do not hand anything over. Tell your supervisor. Refund · €12.50 · ••••0059',
    ])
    expect(await hear(page, /needs attention/)).toContain('status: One operation needs attention.')
    await page.evaluate(async () => {
      const [entry] = await counterfoilTill.entries({ state: 'parked' })
      await counterfoilTill.attention.void(entry?.id ?? '', { by: 'Eva', reason: 'a test' })
    })
    await page.close()
  })

  it.each([
    ['Void', '', { kind: 'status', status: 422 }, '9001000000000067', 'Voided.'],
    ['It already went through', '', { kind: 'truncatedBody' }, '9001000000000075', 'Recorded as done.'],
    [
      'Send again',
      'Send it again',
      { kind: 'status', status: 422 },
      '9001000000000083',
      'It will be sent again.',
    ],
  ] as const)('who decides, why, and what comes of: %s', async (act, confirm, fault, card, done) => {
    const page = await openRegister()
    await setFault(fault)
    await refund(page, card)
    await untilStatus(page, { counts: { parked: 1 } })
    await page.locator('.skip').focus()
    await tabTo(page, /Needs attention/)
    await page.keyboard.press('Enter')
    await tabTo(page, new RegExp(`^button ${act}`))
    await page.keyboard.press('Enter')
    await tabTo(page, /^input .*[Nn]ame/)
    await page.keyboard.type('Eva')
    await page.keyboard.press('Tab')
    await tabTo(page, /^(input|textarea) .*(Reason|reason)/)
    await page.keyboard.type('Asked the customer')
    await page.evaluate(() => spoken.splice(0))
    await page.keyboard.press('Enter')
    if (confirm !== '') await confirmReview(page, confirm)
    await untilStatus(page, { counts: { parked: 0 } })
    const heard = await hear(page, new RegExp(`status: .*${done}`))
    expect(heard.filter((line) => line.startsWith('alert'))).toEqual([])
    await page.close()
  })
})
