import { existsSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { dirname, join, normalize } from 'node:path'
import type { Tab } from '../drivers/driver.js'
import { serveHere } from './serve.js'
import type { Server } from './vite.js'

/** What a file of web-platform-tests came to. */
export interface FileResult {
  file: string
  /** 0 is well; 1 is an error outside of any test, 2 a time-out. */
  status: number
  tests: TestResult[]
}

interface TestResult {
  name: string
  /** 0 is passed. */
  status: number
}

/** What the harness tells the page that holds its frame. */
interface Told {
  type: string
  status: { status: number }
  tests: TestResult[]
}

/** Where a copy of web-platform-tests lies, if one was named. */
export const platformTests = process.env.WPT

export const platformTestsMissing =
  'web-platform-tests are not here: WPT=/path/to/wpt names a copy with its IndexedDB and resources folders'

/** Serves a copy of web-platform-tests as its own server does, as far as tests of pages need it. */
export function servePlatformTests(folder: string, firstScript: () => string): Promise<Server> {
  return serveHere(({ url = '/' }, response) => {
    answer(folder, new URL(url, 'http://127.0.0.1').pathname, firstScript(), response)
  })
}

function answer(folder: string, path: string, firstScript: string, response: ServerResponse): void {
  const source = join(folder, normalize(path).replace(/\.html$/, '.js'))
  const isPage = path.endsWith('.any.html')
  const isBlank = path === '/'
  if (!isBlank && !existsSync(source)) {
    response.writeHead(404).end()
    return
  }
  const text = isBlank ? '' : readFileSync(source, 'utf8')
  response.setHeader('content-type', isPage || isBlank ? 'text/html; charset=utf-8' : 'text/javascript')
  response.end(isPage ? writePage(path, text, firstScript) : isBlank ? '<!doctype html>' : text)
}

/** A page around a test that is a script, with the scripts that its head asks for. */
function writePage(path: string, text: string, firstScript: string): string {
  const asked = [...text.matchAll(/^\/\/ META: script=(.+)$/gm)].map(([, name = '']) => name)
  const isLong = /^\/\/ META: timeout=long$/m.test(text)
  const scripts = [...asked, path.replace(/\.html$/, '.js')].map((name) =>
    name.startsWith('/') ? name : `${dirname(path)}/${name}`,
  )
  return `<!doctype html>
<meta charset="utf-8">
${isLong ? '<meta name="timeout" content="long">' : ''}
<script>${firstScript}</script>
<script>self.GLOBAL = { isWindow: () => true, isWorker: () => false, isShadowRealm: () => false }</script>
<script src="/resources/testharness.js"></script>
${scripts.map((name) => `<script src="${name}"></script>`).join('\n')}
`
}

/** Runs files in frames of a page, one after the other: some name their databases alike. */
export function runPlatformTests(tab: Tab, files: readonly string[]): Promise<FileResult[]> {
  return tab.evaluate(async (names: readonly string[]) => {
    const results: FileResult[] = []
    for (const file of names) {
      const frame = document.createElement('iframe')
      frame.src = `/IndexedDB/${file}.any.html`
      const told = new Promise<FileResult>((resolve) => {
        const listen = ({ source, data }: MessageEvent<Told>) => {
          if (source !== frame.contentWindow || data.type !== 'complete') return
          removeEventListener('message', listen)
          const tests = data.tests.map(({ name, status }) => ({ name, status }))
          resolve({ file, status: data.status.status, tests })
        }
        addEventListener('message', listen)
        // The harness ends a test that hangs after 10 s, or 60 s, unless the frame itself is stuck.
        setTimeout(resolve, 70_000, { file, status: 2, tests: [] })
      })
      document.documentElement.append(frame)
      results.push(await told)
      frame.remove()
    }
    return results
  }, files)
}
