import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { findFreePort } from '../support/programs.js'
import { keyToCode, type Browser, type Engine, type Tab } from './driver.js'
import { killGroup, signalGroup, stopGroup } from './processes.js'
import { beginSession, type Session } from './webdriver.js'

/** Debian's own: another Python lacks the bindings. */
const python = '/usr/bin/python3'
const bindings = 'import gi; gi.require_version("Gtk", "3.0"); gi.require_version("WebKit2", "4.1")'
const commands = ['WebKitWebDriver', 'Xvfb', 'setpriv']
const packages = 'webkit2gtk-driver xvfb python3-gi gir1.2-webkit2-4.1'
const launcher = fileURLToPath(new URL('webkit-launcher.py', import.meta.url))
const screen = '1280x800x24'
const timeouts = { script: 300_000, pageLoad: 300_000 }

/** Where WebKitGTK is left when an address could not be loaded; WebDriver is told that all is well. */
const blank = 'about:blank'

/** WebKitGTK, led over WebDriver, on a display of its own that nobody sees. */
export const webkit: Engine = { name: 'webkit', family: 'webkit', store: 'webkit', findObstacle, start }

function findObstacle(): string | undefined {
  const missing = [
    ...commands.filter((command) => !isAble('which', command)),
    ...(isAble(python, '-c', bindings) ? [] : [`WebKit2 4.1 for ${python}`]),
  ]
  if (missing.length === 0) return undefined
  return `WebKitGTK cannot be led, for want of ${missing.join(', ')}: apt-get install ${packages}`
}

function isAble(command: string, ...words: string[]): boolean {
  return spawnSync(command, words, { stdio: 'ignore' }).status === 0
}

async function start(profile: string): Promise<Browser> {
  const [display, port] = await Promise.all([startDisplay(), findFreePort()])
  const driver = startDriver(port, display.name, profile)
  const end = endWithUs(driver.child, display.child)
  const options = {
    'webkitgtk:browserOptions': { binary: python, args: [launcher, profile] },
    unhandledPromptBehavior: 'dismiss',
    timeouts,
  }
  try {
    const session = await beginSession(`http://127.0.0.1:${port}`, options, driver.ended)
    return createBrowser(session, driver, end)
  } catch (cause) {
    await end()
    // Somebody was quicker to take the port.
    if (driver.lines.some((line) => line.includes('Unable to listen'))) return start(profile)
    throw new Error(`WebKitGTK did not start: ${driver.lines.join('\n')}`, { cause })
  }
}

interface Display {
  child: ChildProcess
  name: string
}

/** Takes the first display that is free; goes by itself when its browser has gone. */
async function startDisplay(): Promise<Display> {
  const words = ['-displayfd', '3', '-screen', '0', screen, '-nolisten', 'tcp', '-terminate']
  const child = spawn('Xvfb', words, { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  for await (const line of createInterface(child.stdio[3] as Readable)) return { child, name: `:${line}` }
  throw new Error('the display ended before it could be used')
}

interface Driver {
  child: ChildProcess
  /** All that the driver, the browser and its pages have written. */
  lines: string[]
  complaints: string[]
  /** Resolves when every process that could write has ended. */
  silence: Promise<unknown>
  /** Aborts when the driver itself has ended. */
  ended: AbortSignal
}

/** WebKit’s own word of a page or worker that was left while it wrote to a cache: no code there hears of it any more. */
const leftInCache = 'Cache API operation failed: Context is stopped'

/** Goes with us, however we end; the browser goes with it. */
function startDriver(port: number, display: string, profile: string): Driver {
  const words = ['--pdeathsig', 'KILL', 'WebKitWebDriver', `--port=${port}`]
  const child = spawn('setpriv', words, {
    detached: true,
    env: createEnvironment(display, profile),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const complaints: string[] = []
  for (const output of [child.stdout, child.stderr]) {
    createInterface(output).on('line', (line) => {
      lines.push(line)
      const [, complaint] = /(?:^|: )CONSOLE (?:[A-Z]+ )?(?:ERROR|WARN) (.*)/.exec(line) ?? []
      if (complaint !== undefined && complaint !== leftInCache) complaints.push(complaint)
    })
  }
  const ending = new AbortController()
  child.once('exit', () => {
    ending.abort(new Error('the driver has ended'))
  })
  return { child, lines, complaints, silence: once(child, 'close'), ended: ending.signal }
}

/** A desktop's services are none of the browser's business, and it writes into its profile alone. */
function createEnvironment(display: string, profile: string): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    LANG: process.env.LANG ?? 'C.UTF-8',
    TZ: process.env.TZ,
    HOME: profile,
    DISPLAY: display,
    GDK_BACKEND: 'x11',
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    NO_AT_BRIDGE: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  }
}

/** How to take everything away; done by itself when we end first, even while it sleeps. */
function endWithUs(driver: ChildProcess, display: ChildProcess): () => Promise<void> {
  const endNow = () => {
    signalGroup(driver, 'SIGKILL')
    signalGroup(display, 'SIGTERM')
  }
  process.once('exit', endNow)
  return async () => {
    await killGroup(driver)
    if (isRunning(display)) {
      const ended = once(display, 'exit')
      display.kill('SIGTERM')
      await ended
    }
    process.off('exit', endNow)
  }
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function createBrowser(session: Session, driver: Driver, kill: () => Promise<void>): Browser {
  const { child, complaints, silence } = driver
  return {
    engine: 'webkit',
    complaints,
    kill,
    async open(url) {
      const tab = createTab(session, await session.openWindow())
      await tab.go(url)
      return tab
    },
    sleep: () => stopGroup(child),
    wake: () => {
      signalGroup(child, 'SIGCONT')
    },
    async close() {
      if (isRunning(child)) {
        await session.end()
        child.kill('SIGTERM')
        await silence
      }
      await kill()
    },
  }
}

function createTab({ send, evaluate }: Session, window: string): Tab {
  const post = async (path: string, body = {}) => {
    await send(window, 'POST', path, body)
  }
  const act = (source: object) => post('/actions', { actions: [source] })
  const typeKeys = (keys: string[]) =>
    act({ type: 'key', id: 'keyboard', actions: keys.flatMap(keyToActions) })
  return {
    async go(url) {
      await post('/url', { url })
      if (url !== blank && (await send(window, 'GET', '/url')) === blank)
        throw new Error(`${url} did not load`)
    },
    reload: () => post('/refresh'),
    back: () => post('/back'),
    evaluate: (run, ...words) => evaluate(window, run, words) as Promise<never>,
    clickAt: (x, y) => act({ type: 'pointer', id: 'mouse', actions: placeToActions(x, y) }),
    type: (text) => typeKeys(Array.from(text)),
    press: (key) => typeKeys([keyToCode[key]]),
    async screenshot() {
      return Buffer.from(await send<string>(window, 'GET', '/screenshot'), 'base64')
    },
    async close() {
      await send(window, 'DELETE', '/window')
    },
  }
}

function keyToActions(value: string): object[] {
  return [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]
}

function placeToActions(x: number, y: number): object[] {
  return [
    { type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ]
}
