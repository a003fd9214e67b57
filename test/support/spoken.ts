import type { CDPSession, Page } from 'playwright'
import { expect } from 'vitest'

declare const spoken: string[]

/** Collects what a screen reader is given: each change of a live region, shadow roots included. */
export async function listen(page: Page): Promise<void> {
  await page.evaluate(() => {
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
  })
}

/** Drops what was said so far. */
export async function forgetSpoken(page: Page): Promise<void> {
  await page.evaluate(() => spoken.splice(0))
}

/** What was said since the last look, without what changes from run to run. */
export async function hear(page: Page, last: RegExp): Promise<string[]> {
  await expect.poll(() => page.evaluate(() => spoken.join('\n'))).toMatch(last)
  const heard = await page.evaluate(() => spoken.splice(0))
  return heard.map((line) => line.replaceAll(/\d+ secs?/g, '… s').replaceAll(/[ \u00a0]/g, ' '))
}

const sessions = new WeakMap<Page, CDPSession>()

/** Role, name and description of what has the keyboard, as the browser gives them to a screen reader. */
export async function readFocus(page: Page): Promise<string> {
  const session = sessions.get(page) ?? (await page.context().newCDPSession(page))
  sessions.set(page, session)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  const focused = nodes.findLast(({ properties }) =>
    properties?.some(({ name, value }) => name === 'focused' && value.value === true),
  )
  const words = [focused?.role, focused?.name, focused?.description].map((part) => String(part?.value ?? ''))
  return words.join(' ').replaceAll(/\s+/g, ' ').trim()
}

/** Presses Tab until the keyboard is on what is wanted; fails after a round. */
export async function tabTo(page: Page, wanted: RegExp): Promise<void> {
  const passed: string[] = []
  for (let step = 0; step < 80; step += 1) {
    const focus = await readFocus(page)
    if (wanted.test(focus)) return
    passed.push(focus)
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not reach ${wanted.source}, only ${passed.join(', ')}`)
}
