import type { Page } from 'playwright'
import { summarizeDelays, type DelaySummary } from './summary.js'

declare const typedAt: number
declare const shownAt: Record<string, number>

const changes = 50

/** Types amounts at the register, and notes when the customer's window shows each. */
export async function measureCustomerDisplay(page: Page): Promise<DelaySummary> {
  const display = await openDisplay(page)
  await page.getByTestId('view-till').click()
  await page.locator('#refund-card').focus()
  await page.keyboard.type('9001000000000042', { delay: 140 })
  const price = page.locator('#refund-lines-1-price')
  await noteInput(page)
  await noteTotals(display)
  const delays: number[] = []
  for (let index = 0; index < changes; index += 1) {
    const total = `€${index + 10}.00`
    await price.fill('')
    await price.fill(String(index + 10))
    await display.waitForFunction((total) => total in shownAt, total)
    const [typed, shown] = await Promise.all([
      page.evaluate(() => typedAt),
      display.evaluate((total) => shownAt[total] ?? NaN, total),
    ])
    delays.push(shown - typed)
  }
  return summarizeDelays(delays)
}

/** A second window, as the register's own link opens it. */
async function openDisplay(page: Page): Promise<Page> {
  const href = await page.locator('.customer-link').getAttribute('href')
  const [display] = await Promise.all([
    page.waitForEvent('popup'),
    page.evaluate((href) => {
      window.open(href ?? '', 'counterfoil-customer', 'popup,width=800,height=600')
    }, href),
  ])
  await display.getByTestId('customer').waitFor()
  return display
}

/** Notes the time of the last input, by a clock that both windows have. */
async function noteInput(page: Page): Promise<void> {
  await page.evaluate(() => {
    addEventListener(
      'input',
      ({ timeStamp }) => {
        Object.assign(globalThis, { typedAt: performance.timeOrigin + timeStamp })
      },
      { capture: true },
    )
  })
}

async function noteTotals(display: Page): Promise<void> {
  await display.evaluate(() => {
    const shown: Record<string, number> = {}
    Object.assign(globalThis, { shownAt: shown })
    const total = document.querySelector('[data-testid=customer-total]')
    const note = () => {
      shown[total?.textContent ?? ''] ??= performance.timeOrigin + performance.now()
    }
    if (total)
      new MutationObserver(note).observe(total, { childList: true, characterData: true, subtree: true })
  })
}
