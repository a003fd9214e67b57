import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright'
import { languages } from '../../../src/demo/languages.js'
import { findChromium, launchArguments } from '../../drivers/find-chromium.js'
import { startPreview } from '../../support/vite.js'
import { findAxeFaults } from '../../support/axe-page.js'
import { bringToTop, photograph, setUp, type Setting } from './camera.js'
import { pictures, views, type Scene } from './scenes.js'
import { layOut } from './sheet.js'
import { control, trade, tradeInOutage, untilCount, untilOpen } from './shop.js'
import { delivered, waiting } from './trade.js'

const bytesMax = 200_000
const sizes = [
  { width: 1280, height: 800 },
  { width: 768, height: 1024 },
  { width: 390, height: 844 },
]
const smallest = { width: 320, height: 640 }
const colorSchemes = ['light', 'dark'] as const

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    /** Lets axe look at every view, at phones of 320 pixels too, in place of taking its picture. */
    axe: { type: 'boolean', default: false },
    out: { type: 'string' },
    only: { type: 'string' },
    languages: { type: 'string', default: languages.join() },
  },
})
const out = values.out ?? (values.all ? 'dist/review' : 'docs')
const failures: string[] = []
let looks = 0

/** Wherever and whenever it runs, at the shop it is the afternoon. */
function chooseTimeZone(): string {
  const aheadHours = Math.min(14, 15 - new Date().getUTCHours())
  return `Etc/GMT${aheadHours > 0 ? '-' : '+'}${Math.abs(aheadHours)}`
}

function openContext(browser: Browser, scale: number): Promise<BrowserContext> {
  return browser.newContext({ deviceScaleFactor: scale, timezoneId: chooseTimeZone(), locale: 'en-IE' })
}

/** The browser promises what it promises to an installed till. */
async function keepData(browser: Browser, context: BrowserContext, page: Page): Promise<void> {
  const { targetInfo } = await (await context.newCDPSession(page)).send('Target.getTargetInfo')
  const { browserContextId = '' } = targetInfo
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.grantPermissions', { permissions: ['durableStorage'], browserContextId })
}

/** A day's trade: most of it delivered, some of it for a person, the rest waiting behind a line that is down. */
async function playDay(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await untilOpen(page)
  await trade(page, url, delivered)
  await untilCount(page, 'parked', delivered.filter(({ fault, changes }) => fault ?? changes).length)
  await control(url, 'outage', { on: true })
  await tradeInOutage(page, waiting)
  await untilCount(page, 'queued', waiting.length)
}

async function take(page: Page, url: string, scene: Scene, setting: Setting, name: string): Promise<void> {
  try {
    await setUp(page, url, scene.hash, setting)
    await page.locator(scene.ready).first().waitFor()
    await scene.prepare?.(page)
    if (values.axe) {
      looks += 1
      failures.push(...(await findAxeFaults(page)).map((fault) => `${name}: ${fault}`))
      return
    }
    await bringToTop(page, scene.top)
    const picture = await photograph(page, values.all)
    writeFileSync(join(out, `${name}.png`), picture)
    console.log(`${name}.png ${Math.round(picture.length / 1000)} kB`)
    if (!values.all && picture.length > bytesMax) failures.push(`${name}: larger than ${bytesMax} bytes`)
  } catch (error) {
    failures.push(`${name}: ${String(error).split('\n')[0] ?? ''}`)
  }
}

async function takeForDocs(page: Page, url: string): Promise<void> {
  for (const picture of pictures.filter(isWanted)) {
    await take(page, url, picture, { ...picture, language: 'en' }, picture.name)
  }
}

async function takeForReview(page: Page, url: string): Promise<void> {
  const wanted = values.languages.split(',')
  for (const language of languages.filter((one) => wanted.includes(one))) {
    for (const size of values.axe ? [...sizes, smallest] : sizes) {
      for (const colorScheme of colorSchemes) {
        const names = views.filter(isWanted).map(({ name }) => name)
        const toFile = (name: string) => [name, size.width, colorScheme, language].join('-')
        for (const view of views.filter(isWanted)) {
          await take(page, url, view, { ...size, colorScheme, language }, toFile(view.name))
        }
        if (values.axe) continue
        const sheet = await layOut(page.context(), names.map(toFile), out, size.width)
        writeFileSync(join(out, `sheet-${toFile('all')}.png`), sheet)
      }
    }
  }
}

function isWanted({ name }: Scene): boolean {
  return values.only === undefined || values.only.split(',').includes(name)
}

const server = await startPreview()
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: [...launchArguments, '--lang=en-GB'],
})
try {
  mkdirSync(out, { recursive: true })
  const context = await openContext(browser, 1)
  context.setDefaultTimeout(15_000)
  const page = await context.newPage()
  await keepData(browser, context, page)
  await playDay(page, server.url)
  await (values.all || values.axe ? takeForReview(page, server.url) : takeForDocs(page, server.url))
} finally {
  await browser.close()
  await server.stop()
}
if (values.axe) console.log(`axe looked at ${looks} views; it found ${failures.length} faults`)
for (const failure of failures) console.error(failure)
if (failures.length > 0) process.exitCode = 1
