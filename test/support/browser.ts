import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type BrowserContext, type Page } from 'playwright'
import { findChromium, launchArguments } from './chromium.js'

export interface Chromium {
  context: BrowserContext
  /** A new tab at an address; what it complains of is kept. */
  open: (url: string) => Promise<Page>
  /** Errors and warnings of all its pages, and exceptions nobody caught. */
  complaints: string[]
  /** Leaves as a person does, so that everything is written down. */
  close: () => Promise<void>
  /** Takes away every process of it at once, as a power cut would. */
  kill: () => Promise<void>
}

/** A folder for a browser's profile, and how to be rid of it. */
export function createProfile(): { path: string; remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'counterfoil-profile-'))
  return {
    path,
    remove: () => {
      rmSync(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** A real browser with a profile on disk, in a process group of its own. */
export async function startChromium(profile: string): Promise<Chromium> {
  const words = [
    ...launchArguments,
    '--headless=new',
    '--disable-gpu',
    '--remote-debugging-port=0',
    `--user-data-dir=${profile}`,
    'about:blank',
  ]
  const child = spawn(findChromium(), words, { detached: true, stdio: ['ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      resolve()
    }),
  )
  const browser = await chromium.connectOverCDP(await readAddress(child.stderr))
  const [context] = browser.contexts()
  if (!context) throw new Error('the browser has no context')
  const complaints: string[] = []
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return {
    context,
    complaints,
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    async close() {
      if (!browser.isConnected()) return
      const session = await browser.newBrowserCDPSession()
      await session.send('Browser.close').catch(() => undefined)
      await ended
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) process.kill(-(child.pid ?? 0), 'SIGKILL')
      await ended
      await untilGone(child.pid ?? 0)
      await browser.close().catch(() => undefined)
    },
  }
}

/** After a power cut nobody still holds the files that the next browser opens: the whole group is waited for. */
async function untilGone(group: number): Promise<void> {
  while (isAlive(group)) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** Whether any process of a group still runs; one that has ended and was not yet buried does not. */
function isAlive(group: number): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [state, , pgrp] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return pgrp === String(group) && state !== 'Z' && state !== 'X'
    } catch {
      return false
    }
  })
}

async function readAddress(stderr: NodeJS.ReadableStream): Promise<string> {
  const lines = createInterface(stderr)
  for await (const line of lines) {
    const address = /DevTools listening on (ws:\S+)/.exec(line)?.[1]
    if (address !== undefined) {
      stderr.resume()
      return address
    }
  }
  throw new Error('the browser ended before it listened')
}
