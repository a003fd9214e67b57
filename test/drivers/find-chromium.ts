import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

let found: string | undefined

/** A Chromium to test in: named by CHROMIUM_PATH, installed, Playwright's own, or installed now where we may. */
export function findChromium(): string {
  found ??= findInstalled() ?? installOnDebian()
  if (found !== undefined) return found
  throw new Error(
    'No Chromium found. Install Chromium, Chrome or Edge, or run `npx playwright install chromium`, or set CHROMIUM_PATH.',
  )
}

/** Root may not use the browser's sandbox; and a test browser has nobody to call home to. */
export const launchArguments = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-extensions',
  // No page for the address bar, and none kept ready: nobody looks at either.
  '--disable-features=SpareRendererForSitePerProcess,WebUIOmniboxAimPopup,WebUIOmniboxPopup',
  '--disable-sync',
  '--no-first-run',
]

function findInstalled(): string | undefined {
  const candidates = [process.env.CHROMIUM_PATH, ...names.map(which), ...places, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && path !== '' && existsSync(path))
}

function which(name: string): string | undefined {
  const { status, stdout } = spawnSync('which', [name], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function installOnDebian(): string | undefined {
  if (process.getuid?.() !== 0 || which('apt-get') === undefined) return undefined
  console.log('No Chromium found: installing Debian’s.')
  const run = (...words: string[]) => execFileSync('apt-get', words, { stdio: 'ignore' })
  run('update')
  run('install', '-y', '--no-install-recommends', 'chromium')
  return findInstalled()
}
