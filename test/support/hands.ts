import { expect } from 'vitest'
import type { Tab } from '../drivers/driver.js'

interface Spot {
  x: number
  y: number
}

/**
 * Clicks what a path leads to, as soon as it is there, at rest, and nothing covers it. `>>>` goes into a shadow root:
 * `counterfoil-status >>> button.parked`.
 */
export async function click(tab: Tab, path: string): Promise<void> {
  let spot: Spot | undefined
  const find = async () => {
    const earlier = spot
    spot = await findSpot(tab, path)
    // What comes or goes above it moves it: a person aims at what stands still.
    return spot !== undefined && spot.x === earlier?.x && spot.y === earlier.y
  }
  await expect.poll(find, { interval: 100, message: `nothing to click at ${path}` }).toBe(true)
  if (spot) await tab.clickAt(spot.x, spot.y)
}

/** Presses a button by keyboard: what comes or goes above it while a page settles makes nobody miss it. */
export async function press(tab: Tab, path: string): Promise<void> {
  await focus(tab, path)
  await tab.press('Enter')
}

/** Gives the keyboard to what a path leads to, as soon as it is there and nothing covers it. */
export async function focus(tab: Tab, path: string): Promise<void> {
  await expect
    .poll(() => findSpot(tab, path, true), { interval: 100, message: `nothing to go to at ${path}` })
    .toBeDefined()
}

/** The text that a path leads to; undefined while there is nothing. */
export async function readText(tab: Tab, path: string): Promise<string | undefined> {
  return tab.evaluate((path) => {
    let root: ParentNode = document
    let found: Element | null = null
    for (const part of path.split('>>>')) {
      found = root.querySelector(part.trim())
      if (!found) return undefined
      root = found.shadowRoot ?? found
    }
    return found?.textContent.replaceAll(/\s+/g, ' ').trim()
  }, path)
}

async function findSpot(tab: Tab, path: string, isFocused = false): Promise<Spot | undefined> {
  return tab.evaluate(
    (path, isFocused) => {
      let root: ParentNode = document
      let found: Element | null = null
      for (const part of path.split('>>>')) {
        found = root.querySelector(part.trim())
        if (!found) return undefined
        root = found.shadowRoot ?? found
      }
      if (!found || ('disabled' in found && found.disabled === true)) return undefined
      found.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y, width, height } = found.getBoundingClientRect()
      if (width === 0 || height === 0) return undefined
      const spot = { x: Math.floor(x + width / 2), y: Math.floor(y + height / 2) }
      const home = found.getRootNode() as Document | ShadowRoot
      const top = home.elementFromPoint(spot.x, spot.y)
      if (isFocused) (found as HTMLElement).focus()
      return top && (found.contains(top) || top.contains(found)) ? spot : undefined
    },
    path,
    isFocused,
  )
}
