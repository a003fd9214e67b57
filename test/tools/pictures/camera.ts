import type { Page } from 'playwright'
import type { Language } from '../../../src/demo/languages.js'
import { untilOpen } from './shop.js'

export interface Setting {
  width: number
  height: number
  colorScheme: 'light' | 'dark'
  language: Language
}

const tries = 20

/** Lays the page out as asked for, from a fresh start. */
export async function setUp(page: Page, url: string, hash: string, setting: Setting): Promise<void> {
  const { width, height, colorScheme, language } = setting
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate((language) => {
    localStorage.setItem('counterfoil-demo:language', language)
    sessionStorage.setItem('counterfoil-demo:operator', 'Ada')
  }, language)
  await page.goto('about:blank')
  await page.goto(`${url}/${hash}`)
  await untilOpen(page)
  await page.evaluate(() => document.fonts.ready)
}

/** What was touched may have scrolled out of sight: the page's head comes back, or the part that is named. */
export async function bringToTop(page: Page, part = 'body'): Promise<void> {
  await page
    .locator(part)
    .first()
    .evaluate((element) => {
      ;(document.activeElement as HTMLElement | null)?.blur()
      element.scrollIntoView({ block: 'start' })
    })
}

/** Takes the picture as soon as two in a row are the same. */
export async function photograph(page: Page, isWhole: boolean): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  for (let index = 0; index < tries; index += 1) {
    const taken = await page.screenshot({ fullPage: isWhole, animations: 'disabled', scale: 'device' })
    if (taken.equals(before)) return taken
    before = taken
  }
  return before
}
