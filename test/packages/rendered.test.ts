import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, describe, expect, inject, it, vi } from 'vitest'
import { startChromium } from '../drivers/chromium.js'
import { createProfile } from '../drivers/driver.js'
import { killGroup } from '../drivers/processes.js'
import { copyWorker, createFolder, removeFolder } from '../support/apps.js'
import { startHost } from '../support/host.js'
import { isNoise, untilReady, untilStatus } from '../support/page.js'
import { findFreePort } from '../support/programs.js'
import { setOutage } from '../support/sandbox.js'
import { cleanEnvironment } from '../support/vite.js'

// Frameworks and runtimes as large as these are installed only if they are asked for: `FRAMEWORKS=all`.

const run = promisify(execFile)
const quietly = ['--no-audit', '--no-fund', '--loglevel=error']

const apps = [
  { name: 'next', worker: 'public' },
  { name: 'nuxt', worker: 'public' },
  { name: 'sveltekit', worker: 'static' },
]

const runtimes = [
  { name: 'deno', version: '2.9.6', words: ['run', '--allow-all'] },
  { name: 'bun', version: '1.4.5', words: ['run'] },
]

const { exports, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, string | object>
  devDependencies: Record<string, string>
}
const optional = ['@point-of-sale/receipt-printer-encoder', 'pg']
const entries = Object.keys(exports)
  .filter((name) => typeof exports[name] === 'object')
  .map((name) => name.replace('.', 'counterfoil'))

const closing: (() => Promise<void> | void)[] = []
const folders: string[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => {
  for (const folder of folders) removeFolder(folder)
})

function newFolder(): string {
  const folder = createFolder()
  folders.push(folder)
  return folder
}

/** An app as its own tools install, build and serve it. */
async function serveApp(name: string, worker: string): Promise<string> {
  const folder = newFolder()
  const environment = { ...cleanEnvironment(), NEXT_TELEMETRY_DISABLED: '1', NUXT_TELEMETRY_DISABLED: '1' }
  const how = { cwd: folder, env: environment }
  cpSync(join('test/apps', name), folder, { recursive: true })
  await run('npm', ['install', ...quietly, inject('tarball').path], how)
  mkdirSync(join(folder, worker), { recursive: true })
  copyWorker({ folder }, worker)
  await run('npm', ['run', 'build'], how)
  const port = String(await findFreePort())
  const child = spawn('npm', ['run', 'start'], {
    cwd: folder,
    env: { ...environment, PORT: port, HOST: '127.0.0.1', HOSTNAME: '127.0.0.1' },
    stdio: 'ignore',
    detached: true,
  })
  closing.push(() => killGroup(child))
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url), { interval: 200, timeout: 240_000 })
  return url
}

const isOutOfTurn = process.env.FRAMEWORKS !== 'all'
const whyNot = 'FRAMEWORKS=all plays it'

describe('rendered on a server', () => {
  it.for(apps)(
    '$name: the page says what it waits for, and the browser opens the till',
    async ({ name, worker }, { skip }) => {
      skip(isOutOfTurn, whyNot)
      const url = await serveApp(name, worker)
      expect(await (await fetch(url)).text()).toContain('Opening the till…')
      const service = await startHost()
      const profile = createProfile()
      const browser = await startChromium(profile.path)
      closing.push(profile.remove, service.stop, browser.kill)
      const page = await browser.open(`${url}/?service=${encodeURIComponent(`${service.url}/api`)}`)
      await untilReady(page)
      await setOutage(service.url, true)
      await page.getByRole('button', { name: 'Refund 25.00' }).click()
      await page.locator('counterfoil-status').getByText('1 waiting').first().waitFor()
      await setOutage(service.url, false)
      await page.locator('counterfoil-status').getByRole('button', { name: 'Send now' }).click()
      await untilStatus(page, { counts: { settled: 1, queued: 0, parked: 0 }, worker: { state: 'active' } })
      expect(browser.complaints.filter((text) => !isNoise(text))).toEqual([])
    },
  )
})

describe('imported by another runtime', () => {
  it.for(runtimes)('$name: every entry', async ({ name, version, words }, { skip }) => {
    skip(isOutOfTurn, whyNot)
    const folder = newFolder()
    const how = { cwd: folder, env: cleanEnvironment() }
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    writeFileSync(
      join(folder, 'count.js'),
      // Dexie's channel between pages keeps the process of these two alive.
      'console.log(Object.keys(await import(process.argv[2])).length > 0)\nprocess.exit()',
    )
    const libraries = optional.map((library) => `${library}@${devDependencies[library] ?? 'missing'}`)
    await run('npm', ['install', ...quietly, inject('tarball').path, `${name}@${version}`, ...libraries], how)
    const command = join(folder, 'node_modules/.bin', name)
    for (const entry of entries) {
      const { stdout, stderr } = await run(command, [...words, 'count.js', entry], how)
      expect([entry, stdout, stderr]).toEqual([entry, 'true\n', ''])
    }
  })
})
