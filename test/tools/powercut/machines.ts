import {
  chromium,
  createBrowser,
  engineToWords,
  refuseSync,
  sqlite,
  startChromium,
  type Chromium,
} from '../../drivers/chromium.js'
import type { Browser } from '../../drivers/driver.js'
import { firefox, startFirefox } from '../../drivers/firefox.js'

export const powercutEngines = ['leveldb', 'sqlite', 'firefox'] as const

export type PowercutEngine = (typeof powercutEngines)[number]

/** A browser whose power is cut. */
export interface Machine {
  engine: PowercutEngine
  /** What keeps it from being used here; undefined if nothing does. */
  findObstacle: () => string | undefined
  /** The folder inside a profile to which the paths of its files are relative. */
  dataFolder: string
  /** What the whole path of every file that is cut begins with, after the profile's. */
  traced: string
  /** Whether a file is cut; the others tell a till nothing. */
  isCut: (path: string) => boolean
  /** Whether a file is one of those in which the databases lie. */
  isDatabase: (path: string) => boolean
  /** Makes a new profile ready. */
  prepare: (profile: string) => void
  /** By another command, if one is given. */
  start: (profile: string, by?: readonly string[]) => Promise<Running>
}

export interface Running extends Browser {
  /** Deletes all that a site keeps, while the browser runs on; missing where nobody can ask it to. */
  clear?: (url: string) => Promise<void>
}

/** The parts of Chromium's profile that are cut. */
const parts = ['IndexedDB', 'File System', 'Service Worker', 'Local Storage', 'WebStorage']

function createChromium(engine: 'leveldb' | 'sqlite'): Machine {
  const driver = engine === 'sqlite' ? sqlite : chromium
  const words = engineToWords(driver.name)
  return {
    engine,
    findObstacle: driver.findObstacle,
    dataFolder: 'Default',
    traced: 'Default',
    isCut: (path) => parts.some((part) => path.startsWith(`${part}/`)),
    isDatabase: (path) => path.startsWith('IndexedDB/'),
    prepare: refuseSync,
    async start(profile, by) {
      const started = await startChromium(profile, words, by)
      return { ...createBrowser(driver.name, started), clear: (url) => clear(started, url) }
    },
  }
}

async function clear({ context }: Chromium, url: string): Promise<void> {
  const [page] = context.pages()
  if (!page) throw new Error('the browser has no page to ask from')
  const session = await context.newCDPSession(page)
  await session.send('Storage.clearDataForOrigin', { origin: url, storageTypes: 'all' })
  await session.detach()
}

/** What it keeps of sites lies in one folder, and the list of these in a file beside it. */
const inFirefox: Machine = {
  engine: 'firefox',
  findObstacle: firefox.findObstacle,
  dataFolder: '',
  traced: 'storage',
  isCut: (path) => path.startsWith('storage/default/') || path.startsWith('storage.sqlite'),
  isDatabase: (path) => path.includes('/idb/'),
  prepare: () => undefined,
  start: startFirefox,
}

export function findMachine(engine: PowercutEngine): Machine {
  return engine === 'firefox' ? inFirefox : createChromium(engine)
}
