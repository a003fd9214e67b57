import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Machine } from './machines.js'

/** A profile that a browser has made and left, without any site’s data: it spares each start half its work. */
export async function createTemplate({ prepare, start }: Machine): Promise<string> {
  const profile = mkdtempSync(join(tmpdir(), 'counterfoil-powercut-profile-'))
  prepare(profile)
  const browser = await start(profile)
  await browser.close()
  return profile
}
