import type { Page } from 'playwright'
import type { Till } from '../../../src/index.js'
import { setOutage } from '../../support/sandbox.js'
import { untilOpen } from '../pictures/shop.js'
import { frameMs, summarizeFrames, type FrameSummary } from './summary.js'

declare const counterfoilTill: Till
declare const frameGaps: number[]

const batch = 250
const passes = 2
const pixelsPerSecond = 4_000

/** Enters operations while the card service cannot be reached, so that nothing else goes on afterwards. */
export async function fillTill(page: Page, url: string, entries: number): Promise<void> {
  await setOutage(url, true)
  for (let from = 0; from < entries; from += batch) {
    const count = Math.min(batch, entries - from)
    await page.evaluate(
      async ([from, count]) => {
        const calls = Array.from({ length: count }, (_, index) =>
          counterfoilTill.refund({
            StoredValueCardCodeCollection: [
              { StoredValueCardCode: String(9_001_000_000_000_000 + from + index) },
            ],
            StoredValueCardReceipt: {
              Total: ((from + index) % 90) + 1,
              SenderData: { Number: from + index },
            },
          }),
        )
        await Promise.all(calls)
      },
      [from, count] as const,
    )
  }
}

/** Scrolls the journal from end to end and back as a finger does, and notes the time of each frame. */
export async function measureScrolling(page: Page): Promise<FrameSummary> {
  await page.goto('about:blank')
  await page.goBack()
  await untilOpen(page)
  await page.getByTestId('view-journal').click()
  const scroller = page.locator('counterfoil-journal .scroller')
  await page.locator('counterfoil-journal .row.queued').first().waitFor()
  await page.waitForFunction(() => {
    const grid = document.querySelector('counterfoil-journal')?.shadowRoot?.querySelector('[role=grid]')
    return grid?.getAttribute('aria-rowcount') !== '-1' && grid?.getAttribute('aria-busy') === 'false'
  })
  const box = await scroller.boundingBox()
  const height = await scroller.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)
  if (!box) throw new Error('the journal shows no list')
  const session = await page.context().newCDPSession(page)
  const gesture = (yDistance: number) =>
    session.send('Input.synthesizeScrollGesture', {
      x: Math.round(box.x + box.width / 2),
      y: Math.round(box.y + Math.min(box.height, 300) / 2),
      yDistance,
      speed: pixelsPerSecond,
      gestureSourceType: 'touch',
      preventFling: true,
    })
  await noteFrames(page)
  for (let pass = 0; pass < passes; pass += 1) {
    await gesture(-height)
    await gesture(height)
  }
  const { gaps, unread } = await page.evaluate(() => ({ gaps: frameGaps, unread: unreadFrames }))
  return { ...summarizeFrames(gaps, frameMs), unread, pixels: height * passes * 2 }
}

declare const unreadFrames: number

/** Notes the time from each frame to the next, and how many frames showed a row that was not read yet. */
async function noteFrames(page: Page): Promise<void> {
  await page.evaluate(() => {
    const gaps: number[] = []
    let unread = 0
    let before: number | undefined
    const root = document.querySelector('counterfoil-journal')?.shadowRoot
    const scroller = root?.querySelector('.scroller')
    const isUnreadInView = () => {
      const { top = 0, bottom = 0 } = scroller?.getBoundingClientRect() ?? {}
      return [...(root?.querySelectorAll('.row.unread') ?? [])].some((row) => {
        const place = row.getBoundingClientRect()
        return place.bottom > top && place.top < bottom
      })
    }
    const look = (at: number) => {
      if (before !== undefined) gaps.push(at - before)
      before = at
      if (isUnreadInView()) unread += 1
      Object.assign(globalThis, { frameGaps: gaps, unreadFrames: unread })
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
