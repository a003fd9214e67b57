import axe from 'axe-core'
import type { Page } from 'playwright'
import { axeOptions } from '../../support/axe-options.js'

declare const globalAxe: typeof axe

/** What axe finds on the page, and whether the page scrolls sideways. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe.source.replace(/$/, '\n;globalThis.globalAxe = axe'))
  const { violations } = await page.evaluate((options) => globalAxe.run(document, options), axeOptions)
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`),
  )
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return isWide ? [...faults, 'scrolls sideways'] : faults
}
