import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { ContenderName } from './contenders.js'
import { withinLimit } from './limit.js'
import { settings, type Setting } from './settings.js'
import { playIn, type Scene, type Service } from './stage.js'

/** What a profile holds before anything is measured. */
export interface Filling {
  /** Operations that wait, each on a card of its own. */
  waiting: number
  /** Cards whose first operation the service refused, with one more behind it that waits: they are the first in line. */
  stuck?: number
  /** Whether all of them are settled in place of waiting. */
  isSettled?: boolean
}

/** Profiles that are filled once and copied for each round. */
export interface Profiles {
  /** Where the profile lies; nothing where filling it took too long. */
  find: (name: ContenderName, setting: Setting, filling: Filling) => Promise<string | undefined>
}

/** Filling is not measured, but has a time limit too. */
const fillMsMax = 1_200_000

/** Where the profiles of one build lie, so that the next run finds them; those of an earlier build are taken away. */
function makePlace(folder: string, build: string): string {
  const place = join(folder, build)
  if (existsSync(folder))
    for (const other of readdirSync(folder)) if (other !== build) remove(join(folder, other))
  mkdirSync(place, { recursive: true })
  return place
}

const remove = (path: string) => {
  rmSync(path, { recursive: true, force: true, maxRetries: 5 })
}

export function createProfiles(service: Service, folder: string, build: string): Profiles {
  const place = makePlace(folder, build)
  const made = new Map<string, Promise<string | undefined>>()

  async function make(key: string, name: ContenderName, setting: Setting, filling: Filling) {
    const path = join(place, key)
    if (existsSync(path)) return path
    const [draft, tooMuch] = [`${path}.draft`, `${path}.too-much`]
    if (existsSync(tooMuch)) return undefined
    remove(draft)
    mkdirSync(draft)
    const before = filling.isSettled ? await find(name, setting, { ...filling, isSettled: false }) : undefined
    if (before !== undefined) execFileSync('cp', ['-a', `${before}/.`, draft])
    const isFull = await fill(draft, name, setting, filling, service)
    renameSync(draft, isFull ? path : tooMuch)
    return isFull ? path : undefined
  }

  function find(name: ContenderName, setting: Setting, filling: Filling): Promise<string | undefined> {
    const { waiting, stuck = 0, isSettled = false } = filling
    const more = [...(stuck > 0 ? [`${stuck}-stuck`] : []), ...(isSettled ? ['settled'] : [])]
    const key = [setting.store, name, waiting, ...more].join('-')
    const path = made.get(key) ?? make(key, name, setting, filling)
    made.set(key, path)
    return path
  }

  return { find }
}

/** What is measured, as a few letters: what was laid in or measured by another build is not to be mixed with it. */
export function fingerprintBuild(folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && /\.(js|html)$/.test(file.name))
      .map((file) => join(file.parentPath, file.name))
      .sort())
      hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

async function fill(
  profile: string,
  name: ContenderName,
  setting: Setting,
  { waiting, stuck = 0, isSettled = false }: Filling,
  service: Service,
): Promise<boolean> {
  const startedAt = performance.now()
  // A page that is slowed would take six times as long over it.
  const filler = settings.find(({ store }) => store === setting.store) ?? setting
  const layIn = async ({ call }: Scene) => {
    await call('opened')
    if (stuck > 0) await layInStuck(call, stuck, service)
    const work = async () => {
      // What is settled begins as a copy of what waits.
      await (isSettled ? call('settleAll') : call('fill', 0, waiting))
      return true
    }
    const isFull = await withinLimit(work(), fillMsMax)
    if (isFull) await untilQuiet(profile)
    return isFull ?? false
  }
  // LevelDB is given the time to tidy up, and its browser would wait for the worker when it is closed.
  const end = { msMax: 2 * fillMsMax, isClosed: setting.store !== 'leveldb' }
  const isFull = await playIn(
    profile,
    { name, setting: filler, service },
    layIn,
    { isOpened: !isSettled },
    end,
  )
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)
  console.log(`${setting.store}, ${name}: ${waiting}${isSettled ? ' settled' : ''} laid in in ${seconds} s`)
  return isFull
}

async function layInStuck(call: Scene['call'], stuck: number, service: Service): Promise<void> {
  await call('keepBurst', 0, stuck)
  await service.count()
  service.set({ isDown: false, latencyMs: 0, isRefusing: true })
  await call('deliver')
  service.set({ isDown: true, latencyMs: 0 })
  const refused = await service.count()
  if (refused !== stuck) throw new Error(`${refused} were refused in place of ${stuck}`)
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

/** Where each engine keeps databases inside its profile. */
const databasePlace = /\/(IndexedDB|idb|indexeddb|databases)\//

function listDatabases(profile: string): [string, number][] {
  return readdirSync(profile, { recursive: true, withFileTypes: true }).flatMap((file) => {
    const path = join(file.parentPath, file.name)
    const found = databasePlace.test(path) && file.isFile() && statSync(path, { throwIfNoEntry: false })
    return found ? [[path, found.mtimeMs]] : []
  })
}
