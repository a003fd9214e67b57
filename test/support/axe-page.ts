import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright'
import { axeOptions } from './axe-options.js'

declare const globalAxe: typeof axe

/** What axe finds on the page, and whether the page scrolls sideways. */
export async function findAxeFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'globalAxe' in globalThis)))
    await page.evaluate(axe.source.replace(/$/, '\n;globalThis.globalAxe = axe'))
  const faults = await page.evaluate(findInPage, axeOptions)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  return isWide ? [...faults, 'scrolls sideways'] : faults
}

async function findInPage(options: RunOptions): Promise<string[]> {
  const look = async (how: RunOptions) =>
    (await globalAxe.run(document, { ...how, elementRef: true })).violations.flatMap(({ id, nodes }) =>
      nodes.map(({ element, html }) => ({ id, element, html })),
    )
  /** What lies half behind the foot of the page is small there alone: a person scrolls. */
  const isSmallInView = async (target: HTMLElement | undefined) => {
    const { scrollX, scrollY } = window
    target?.scrollIntoView({ block: 'center', behavior: 'instant' })
    const found = await look({ runOnly: { type: 'rule', values: ['target-size'] } })
    scrollTo({ left: scrollX, top: scrollY, behavior: 'instant' })
    return found.some(({ element }) => element === target)
  }
  const faults: string[] = []
  for (const { id, element, html } of await look(options))
    if (id !== 'target-size' || (await isSmallInView(element))) faults.push(`${id}: ${html.slice(0, 200)}`)
  return faults
}
