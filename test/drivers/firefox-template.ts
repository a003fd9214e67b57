import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { createProfile } from './driver.js'

/** Tells every process of a test run where the template lies. */
const variable = 'COUNTERFOIL_FIREFOX_TEMPLATE'

/** By this file Firefox knows that a profile is its own, and what it made ready there still good. */
const mark = 'compatibility.ini'

/**
 * A profile that has been opened and closed once: half the work of a first start is to make ready what later starts
 * find. Returns how to be rid of it.
 */
export async function prepareTemplate(openAndClose: (profile: string) => Promise<void>): Promise<() => void> {
  const { path, remove } = createProfile()
  try {
    await openAndClose(path)
  } catch (error) {
    remove()
    throw error
  }
  process.env[variable] = path
  return remove
}

/** Lets a profile that nobody has used yet begin where the template ended, if there is one; what stands in it holds. */
export function beginFromTemplate(profile: string): void {
  const template = process.env[variable]
  if (template === undefined || existsSync(join(profile, mark))) return
  cpSync(template, profile, { recursive: true, force: false })
}
