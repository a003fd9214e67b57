import { expect, it, onTestFinished } from 'vitest'
import { freshName } from '../support/journals.js'

type Package = typeof import('../../src/index.js')

/** A page of the same origin that has loaded nothing yet. */
async function openPage(): Promise<typeof globalThis & Window> {
  const frame = document.createElement('iframe')
  frame.src = '/api/_sandbox/state'
  const loading = new Promise((resolve) => {
    frame.onload = resolve
  })
  document.body.append(frame)
  onTestFinished(() => {
    frame.remove()
  })
  await loading
  const page = frame.contentWindow as (typeof globalThis & Window) | null
  if (!page) throw new Error('the page has no window')
  // A browser lists 250 files unless it is told otherwise, and a page of sources loads more.
  page.performance.setResourceTimingBufferSize(2_000)
  return page
}

/** Loads the package as a script of that page does. */
function loadPackage(page: Window): Promise<Package> {
  const script = page.document.createElement('script')
  // The test runner has each import go through itself.
  script.textContent = `
    globalThis.__vitest_browser_runner__ = { wrapDynamicImport: (load) => load() }
    globalThis.loaded = import('/src/index.ts')`
  page.document.documentElement.append(script)
  return Reflect.get(page, 'loaded') as Promise<Package>
}

/** Names of the package's own files that the page has loaded, or begun to. */
function listLoaded(page: Window): string[] {
  return page.performance
    .getEntriesByType('resource')
    .flatMap(({ name }) => /\/src\/(.*?)\.ts/.exec(name)?.[1] ?? [])
}

const ownReplay = ['till/page-replayer', 'replay/run', 'replay/deliver', 'transport/send', 'transport/client']

it('the page’s own replay is not loaded with the package, and is there once a till is open, with nothing rung up', async () => {
  const page = await openPage()
  const { openTill } = await loadPackage(page)
  expect(listLoaded(page)).toContain('till/open')
  expect(listLoaded(page).filter((name) => ownReplay.includes(name))).toEqual([])
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    // Nobody listens there.
    service: { baseUrl: 'http://127.0.0.1:9' },
    worker: false,
    name: freshName(),
  })
  onTestFinished(() => {
    till.close()
  })
  await expect.poll(() => listLoaded(page)).toEqual(expect.arrayContaining(ownReplay))
})
