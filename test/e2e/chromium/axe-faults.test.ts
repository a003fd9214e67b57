import { chromium, type Browser } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findChromium, launchArguments } from '../../drivers/find-chromium.js'
import { findAxeFaults } from '../../support/axe-page.js'

let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findChromium(), args: launchArguments })
})
afterAll(() => browser.close())

/** A page that scrolls, with a foot that stays and covers all but the upper tenth of a button. */
const compose = (height: string) => `<!doctype html><html lang="en"><title>Till</title>
  <style>
    main { height: 3000px; padding-top: 490px }
    h1 { position: absolute; top: 0 }
    button { display: block; padding: 0; width: 40px; height: ${height} }
    footer { position: fixed; inset: 494px 0 0; background: #fff }
  </style>
  <main><h1>Till</h1><button>a</button><button>b</button></main><footer><button style="height: 40px">c</button></footer>`

async function findFaults(height: string): Promise<string[]> {
  const page = await browser.newPage({ viewport: { width: 800, height: 600 } })
  await page.setContent(compose(height))
  const faults = await findAxeFaults(page)
  expect(await page.evaluate(() => scrollY)).toBe(0)
  await page.close()
  return faults
}

describe('what axe finds on a page', () => {
  it('is no fault where a target lies half behind the foot of the page', async () => {
    expect(await findFaults('40px')).toEqual([])
  })

  it('is one where a target is small wherever it is scrolled to', async () => {
    expect(await findFaults('8px')).toContainEqual(expect.stringMatching(/^target-size: <button>/))
  })
})
