import { parseArgs } from 'node:util'
import { startChromium } from '../../drivers/chromium.js'
import { createProfile } from '../../drivers/driver.js'
import { startPreview } from '../../support/vite.js'
import { describeMachine } from '../bench/report.js'
import { untilOpen } from '../pictures/shop.js'
import { measureCustomerDisplay } from './customer.js'
import { fillTill, measureScrolling } from './scrolling.js'
import { frameMs } from './summary.js'

const { values } = parseArgs({
  options: {
    /** How many operations the journal has. */
    entries: { type: 'string', default: '5000' },
  },
})

const entries = Number(values.entries)
const profile = createProfile()
const server = await startPreview()
const browser = await startChromium(profile.path)
console.log(describeMachine())
try {
  const page = await browser.open(server.url)
  await page.setViewportSize({ width: 1280, height: 800 })
  await untilOpen(page)
  const sale = await measureCustomerDisplay(page)
  console.log(
    `customer display: ${sale.changes} changes, shown after ${sale.median.toFixed(1)} ms (median), ${sale.longest.toFixed(1)} ms (the longest)`,
  )
  await fillTill(page, server.url, entries)
  const scroll = await measureScrolling(page)
  console.log(
    `journal of ${entries.toLocaleString('en')}: ${Math.round(scroll.pixels).toLocaleString('en')} pixels scrolled in ${scroll.frames} frames; ` +
      `median ${scroll.median.toFixed(1)} ms, the longest ${scroll.longest.toFixed(1)} ms; ` +
      `${scroll.late} later than ${frameMs.toFixed(1)} ms; ${scroll.unread} with a row in view that was not read yet`,
  )
} finally {
  await browser.kill()
  await server.stop()
  profile.remove()
}
