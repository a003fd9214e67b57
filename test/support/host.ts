import { readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { request, type IncomingMessage, type ServerResponse } from 'node:http'
import { extname, join } from 'node:path'
import { hearMsMax } from '../../src/platform/messages.js'
import { createHandler, type Handler } from '../../src/sandbox/handler.js'
import { createSandboxService } from '../../src/sandbox/http.js'
import { serveHere } from './serve.js'
import type { Server } from './vite.js'

/** How a host serves the demo, or an app of its own. */
export interface HostTerms {
  /** Any that is free, unless named. */
  port?: number
  /**
   * Whether the demo does all that it does in use: its worker keeps its files, and Chromium begins new logs for it. That
   * costs each new profile two seconds, and is left out where no test looks at it.
   */
  isInFull?: boolean
  /** Where a built demo or app lies, read at each request; without it, the demo as it lies there at the start. */
  folder?: string
  /** The path that all of it lies below, from slash to slash. */
  base?: string
  /** Sent with every file. */
  headers?: Record<string, string>
  /** Where the service is, if not here: what is meant for it is passed on. */
  service?: string
  /** Whether there is no worker to be had, so that pages replay by themselves. */
  isWorkerless?: boolean
  /** Whether its pages are sandboxed, and so have an origin of their own that may keep nothing. */
  isSandboxed?: boolean
  /** Whether the line breaks as a file is asked for. */
  isCut?: (path: string) => boolean
  /** A script that every page runs before its own. */
  firstScript?: string
  /** What serves the till and its training, where a test holds the services itself. */
  serve?: Handler
  /** What goes before a script as it is served, by its path. */
  prelude?: (path: string) => string
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
}

const firstPath = '/first.js'

/** No till begins a new log, as if another tab were at it. */
const refuseTurns = `(() => {
  const { locks } = navigator
  const request = locks?.request.bind(locks)
  if (locks) locks.request = (name, ...words) => name === 'counterfoil-turn' ? Promise.resolve() : request(name, ...words)
})();`

/**
 * A first script for pages whose worker must be the one that sends: on a busy machine it may be silent for the five
 * seconds after which a page sends by itself.
 */
export const waitForWorker = `(() => {
  const setTimer = globalThis.setTimeout
  globalThis.setTimeout = (work, ms, ...words) => setTimer(work, ms === ${hearMsMax} ? 240_000 : ms, ...words)
})()`

/** Where a tab may go that is to leave the till and stay at its origin. */
export const elsewhere = '/elsewhere'

/** The built demo and a service, as `npm start` has them, in the test's own process: a start costs nothing. */
export function startHost(given: HostTerms = {}): Promise<Server> {
  const isSpared = given.folder === undefined && !given.isInFull
  const terms = isSpared ? { ...given, firstScript: `${refuseTurns}${given.firstScript ?? ''}` } : given
  const serve = terms.serve ?? (terms.service === undefined ? createServices() : createPassage(terms.service))
  const { folder } = terms
  const read =
    folder === undefined ? holdDemo(terms.isInFull) : (path: string) => readFile(join(folder, path))
  return serveHere((incoming, response) => {
    serve(incoming, response, () => void answer({ ...terms, read }, incoming, response))
  }, terms.port)
}

type ReadFile = (path: string) => Promise<Buffer>

/** The demo as it is built now: a build meanwhile, which empties its folder first, changes nothing. */
function holdDemo(isInFull = false): ReadFile {
  const folder = 'dist/demo'
  const files = new Map(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((file) => file.isFile() && !file.name.endsWith('.map'))
      .map((file) => join(file.parentPath, file.name))
      .map((path) => [path, readFileSync(path)]),
  )
  if (!isInFull) files.set(workerPath, Buffer.from(dropPrecache(String(files.get(workerPath)))))
  return (path) => {
    const content = files.get(join(folder, path))
    return content ? Promise.resolve(content) : Promise.reject(new Error(`the demo has no ${path}`))
  }
}

const workerPath = join('dist/demo', 'demo-sw.js')

/** The worker with an empty list of files to keep. */
function dropPrecache(code: string): string {
  const [before, after, ...more] = code.split(/\[\{url:`[^\]]*\]/)
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error('the worker names the files that it keeps in another way')
  return `${before}[]${after}`
}

/** The service of the till and that of its training. */
export function createServices(live = createSandboxService(), training = createSandboxService()): Handler {
  const serve = createHandler(live, { prefix: '/api' })
  const train = createHandler(training, { prefix: '/training' })
  return (incoming, response, next) => {
    serve(incoming, response, () => {
      train(incoming, response, next)
    })
  }
}

function createPassage(service: string): Handler {
  return (incoming, response, next) => {
    if (/^\/api\b/.test(incoming.url ?? '')) passOn(service, incoming, response)
    else next?.()
  }
}

async function answer(
  terms: HostTerms & { read: ReadFile },
  { url = '/', headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (terms.isCut?.(url)) {
    response.destroy()
    return
  }
  try {
    const file = await readPage(terms, url)
    response.setHeader('content-type', types[file.type] ?? 'application/octet-stream')
    response.setHeader('cache-control', 'no-cache')
    response.setHeader('access-control-allow-origin', '*')
    for (const [name, value] of Object.entries(terms.headers ?? {})) response.setHeader(name, value)
    if (!terms.isSandboxed || file.type !== '.html') {
      response.end(file.content)
      return
    }
    response.setHeader('content-security-policy', 'sandbox allow-scripts')
    // A sandboxed page has no self that its own policy could name.
    response.end(file.content.toString().replaceAll("'self'", `http://${headers.host ?? ''}`))
  } catch (error) {
    // What is there and cannot be read is another fault than what is not there.
    const { code = 'ENOENT' } = error as NodeJS.ErrnoException
    response.writeHead(code === 'ENOENT' ? 404 : 500).end(code)
  }
}

async function readPage(
  { read, base = '/', isWorkerless, firstScript, prelude }: HostTerms & { read: ReadFile },
  url: string,
): Promise<{ type: string; content: string | Buffer }> {
  if (url === elsewhere) return { type: '.html', content: '<!doctype html><title>Elsewhere</title>' }
  const { pathname } = new URL(url, 'http://127.0.0.1')
  if (!pathname.startsWith(base)) throw new Error('nothing lies outside its path')
  const path = pathname === base ? '/index.html' : `/${pathname.slice(base.length)}`
  if (isWorkerless && path.endsWith('-sw.js')) throw new Error('this host has no worker')
  if (firstScript !== undefined && path === firstPath) return { type: '.js', content: firstScript }
  const content = await read(path)
  if (prelude && extname(path) === '.js')
    return { type: '.js', content: `${prelude(path)}${content.toString()}` }
  if (firstScript === undefined || extname(path) !== '.html') return { type: extname(path), content }
  return {
    type: '.html',
    content: content
      .toString()
      .replace('<head>', `<head><script src="${base}${firstPath.slice(1)}"></script>`),
  }
}

/** What the service cuts off is cut off here too; whoever goes away is not waited for. */
function passOn(service: string, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, headers, url = '/' } = incoming
  const outgoing = request(new URL(url, service), { method, headers, agent: false }, (answered) => {
    response.writeHead(answered.statusCode ?? 502, answered.headers)
    answered.pipe(response)
    answered.on('error', () => response.destroy())
  })
  outgoing.on('error', () => response.destroy())
  response.on('close', () => outgoing.destroy())
  incoming.pipe(outgoing)
}
