import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { refuseSync, startChromium } from '../../drivers/chromium.js'

/** A profile that a browser has made and left, without any site’s data: it spares each start half its work. */
export async function createTemplate(words: readonly string[]): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-profile-'))
  refuseSync(profile)
  const browser = await startChromium(profile, words)
  await browser.close()
  return profile
}
