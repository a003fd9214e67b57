import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startTalk, type Talk } from './bidi.js'
import type { Browser, Engine } from './driver.js'
import { openTab } from './firefox-tab.js'
import { writePreferences } from './firefox-preferences.js'
import { beginFromTemplate, prepareTemplate } from './firefox-template.js'
import { killGroup, signalGroup, stopGroup } from './processes.js'

const names = ['firefox-esr', 'firefox']
const places = [
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
]

/** Firefox, spoken to in WebDriver BiDi without anything in between. */
export const firefox: Engine = {
  name: 'firefox',
  family: 'firefox',
  store: 'firefox',
  findObstacle: () =>
    findFirefox() === undefined
      ? 'No Firefox found: `apt-get install firefox-esr`, or set FIREFOX_PATH to a Firefox that is there.'
      : undefined,
  async prepare() {
    return prepareTemplate(async (profile) => (await startFirefox(profile)).close())
  },
  start: (profile) => startFirefox(profile),
}

/** What FIREFOX_PATH names is used or nothing: another browser than the one asked for would prove another thing. */
function findFirefox(): string | undefined {
  const named = process.env.FIREFOX_PATH
  const candidates = named === undefined || named === '' ? [...names.map(which), ...places] : [named]
  return candidates.find((path) => path !== undefined && existsSync(path))
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

/** Started by another command, if one is given. */
export async function startFirefox(profile: string, by: readonly string[] = []): Promise<Browser> {
  const path = findFirefox()
  if (path === undefined) throw new Error(firefox.findObstacle())
  beginFromTemplate(profile)
  // By this it knows that it ended too soon, and throws away what it had made ready for this start.
  rmSync(join(profile, '.startup-incomplete'), { force: true })
  writePreferences(profile)
  const [command, ...first] = [...by, path]
  const words = [...first, '--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0']
  const child = spawn(command, [...words, 'about:blank'], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      MOZ_CRASHREPORTER_DISABLE: '1',
      MOZ_DISABLE_AUTO_SAFE_MODE: '1',
      MOZ_REMOTE_SETTINGS_DEVTOOLS: '1',
    },
  })
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve()
    }),
  )
  await once(child, 'spawn')
  try {
    const talk = await startTalk(`${await readAddress(child)}/session`)
    const complaints = await startSession(talk)
    return createBrowser({ child, ended, talk, complaints })
  } catch (error) {
    await killGroup(child)
    throw error
  }
}

interface Running {
  child: ChildProcess
  ended: Promise<void>
  talk: Talk
  complaints: string[]
}

function createBrowser({ child, ended, talk, complaints }: Running): Browser {
  const kill = async () => {
    await killGroup(child)
    talk.hangUp()
    await ended
  }
  return {
    engine: 'firefox',
    complaints,
    open: (url) => openTab(talk, url),
    sleep: () => stopGroup(child),
    wake: () => {
      signalGroup(child, 'SIGCONT')
    },
    async close() {
      if (hasEnded(child)) return
      signalGroup(child, 'SIGCONT')
      await talk.send('browser.close').catch(() => undefined)
      await ended
      await kill()
    },
    kill,
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

async function startSession(talk: Talk): Promise<string[]> {
  const complaints: string[] = []
  talk.listen('log.entryAdded', (params) => {
    const { level, text } = params as { level: string; text: string | null }
    if (['error', 'warn'].includes(level)) complaints.push(text ?? '')
  })
  await talk.send('session.new', { capabilities: {} })
  await talk.send('session.subscribe', { events: ['log.entryAdded'] })
  return complaints
}

async function readAddress({ stderr }: ChildProcess): Promise<string> {
  if (!stderr) throw new Error('the browser has no output to read')
  const said: string[] = []
  const lines = createInterface(stderr)
  for await (const line of lines) {
    const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      stderr.resume()
      return address
    }
    said.push(line)
  }
  throw new Error(`the browser ended before it listened: ${said.join(' ')}`)
}
