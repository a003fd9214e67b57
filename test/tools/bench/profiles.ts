import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createProfile } from '../../drivers/driver.js'
import type { ContenderName } from './contenders.js'
import { withinLimit } from './limit.js'
import { playIn, type Service } from './stage.js'

/** What a profile holds before anything is measured. */
export interface Filling {
  /** Operations that wait, each on a card of its own. */
  waiting: number
  /** Cards whose first operation the service refused, with one more behind it that waits: they are the first in line. */
  stuck?: number
}

/** Profiles that are filled once and copied for each round. */
export interface Profiles {
  /** Where the profile lies; nothing where filling it took too long. */
  find: (name: ContenderName, filling: Filling) => Promise<string | undefined>
  removeAll: () => void
}

/** Filling is not measured, but has a time limit too. */
const fillMsMax = 600_000

export function createProfiles(service: Service): Profiles {
  const made = new Map<string, { path: Promise<string | undefined>; remove: () => void }>()
  return {
    find(name, filling) {
      const key = `${name} ${JSON.stringify(filling)}`
      const known = made.get(key)
      if (known) return known.path
      const profile = createProfile()
      const path = fill(profile.path, name, filling, service).then((isFull) =>
        isFull ? profile.path : undefined,
      )
      made.set(key, { path, remove: profile.remove })
      return path
    },
    removeAll() {
      for (const { remove } of made.values()) remove()
    },
  }
}

async function fill(
  profile: string,
  name: ContenderName,
  { waiting, stuck = 0 }: Filling,
  service: Service,
): Promise<boolean> {
  const startedAt = performance.now()
  const done = await playIn(profile, name, service, async ({ call }) => {
    await call('opened')
    if (stuck > 0) {
      await call('keepBurst', 0, stuck)
      await service.count()
      service.set({ isDown: false, latencyMs: 0, isRefusing: true })
      await call('deliver')
      service.set({ isDown: true, latencyMs: 0 })
      const refused = await service.count()
      if (refused !== stuck) throw new Error(`${refused} were refused in place of ${stuck}`)
    }
    const isFull = await withinLimit(
      call('fill', 0, waiting).then(() => true),
      fillMsMax,
    )
    if (isFull) await untilQuiet(profile)
    return isFull
  })
  console.log(`${name}: ${waiting} laid in in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s`)
  return done ?? false
}

const quietMs = 1_500
const noiseMsMax = 60_000

/**
 * A till comes to have so much waiting over days, and its browser has long tidied up what it wrote: it is given the
 * time for that, so that none of it happens while opening is measured.
 */
async function untilQuiet(profile: string): Promise<void> {
  const endAt = performance.now() + noiseMsMax
  for (let before = ''; performance.now() < endAt;) {
    const now = JSON.stringify(listDatabases(profile))
    if (now === before) return
    before = now
    await delay(quietMs)
  }
}

function listDatabases(profile: string): [string, number][] {
  return readdirSync(profile, { recursive: true, withFileTypes: true }).flatMap((file) => {
    const path = join(file.parentPath, file.name)
    const found = path.includes('IndexedDB') && file.isFile() && statSync(path, { throwIfNoEntry: false })
    return found ? [[path, found.mtimeMs]] : []
  })
}
