import { Buffer } from 'node:buffer'
import type { Talk } from './bidi.js'
import { keyToCode, type Tab } from './driver.js'

const viewport = { width: 1280, height: 800 }
const polling = 50

type Send = (method: string, params?: object) => Promise<unknown>

/** What a page's function came to. */
interface Outcome {
  value?: unknown
  thrown?: string
}

/** A new tab in front, of one size everywhere, at an address. */
export async function openTab(talk: Talk, url: string): Promise<Tab> {
  const { context } = (await talk.send('browsingContext.create', { type: 'tab' })) as { context: string }
  await talk.send('browsingContext.setViewport', { context, viewport })
  const tab = createTab(talk, context)
  await tab.go(url)
  return tab
}

function createTab(talk: Talk, context: string): Tab {
  const send = (method: string, params: object = {}) => talk.send(method, { context, ...params })
  const evaluate: Tab['evaluate'] = async (run, ...words) => {
    const { value, thrown } = await callFunction(talk, context, String(run), words)
    if (thrown !== undefined) throw new Error(thrown)
    return value as Awaited<ReturnType<typeof run>>
  }
  const pressAll = (values: string[]) =>
    act(send, { type: 'key', id: 'keyboard', actions: values.flatMap(strike) })
  return {
    evaluate,
    go: async (url) => {
      await send('browsingContext.navigate', { url, wait: 'complete' })
    },
    reload: async () => {
      await send('browsingContext.reload', { wait: 'complete' })
    },
    back: async () => {
      const left = await evaluate(() => navigation.currentEntry?.key)
      await send('browsingContext.traverseHistory', { delta: -1 })
      while (!(await hasArrived(evaluate, left))) await new Promise((resolve) => setTimeout(resolve, polling))
    },
    clickAt: (x, y) => act(send, { type: 'pointer', id: 'mouse', actions: click(x, y) }),
    type: (text) => pressAll(Array.from(text, (letter) => (letter === '\n' ? keyToCode.Enter : letter))),
    press: (key) => pressAll([keyToCode[key]]),
    screenshot: async () => {
      const { data } = (await send('browsingContext.captureScreenshot')) as { data: string }
      return Buffer.from(data, 'base64')
    },
    close: async () => {
      await send('browsingContext.close')
    },
  }
}

/** A word that is undefined stays so, which JSON alone would not let it. */
async function callFunction(talk: Talk, context: string, run: string, words: unknown[]): Promise<Outcome> {
  const { result, exceptionDetails } = (await talk.send('script.callFunction', {
    functionDeclaration: wrap(run),
    target: { context },
    awaitPromise: true,
    arguments: words.map((word) =>
      word === undefined ? { type: 'undefined' } : { type: 'string', value: JSON.stringify(word) },
    ),
  })) as { result?: { value: string }; exceptionDetails?: { text: string } }
  if (result) return JSON.parse(result.value) as Outcome
  return { thrown: exceptionDetails?.text ?? 'the page answered nothing' }
}

function wrap(run: string): string {
  return `async (...words) => {
    try {
      const value = await (${run})(...words.map((word) => (word === undefined ? word : JSON.parse(word))))
      return JSON.stringify({ value })
    } catch (error) {
      const { name = 'Error', message = String(error) } = Object(error)
      return JSON.stringify({ thrown: name + ': ' + message })
    }
  }`
}

/**
 * Whether another entry of the history is there, and loaded. A page that comes back from the browser's memory as it
 * was left fires no load event; and the browser says that it has gone back while the old page still answers.
 */
async function hasArrived(evaluate: Tab['evaluate'], left: string | undefined): Promise<boolean> {
  try {
    return await evaluate(
      (left) => navigation.currentEntry?.key !== left && document.readyState === 'complete',
      left,
    )
  } catch (error) {
    if (/AbortError|DiscardedBrowsingContextError/.test(String(error))) return false
    throw error
  }
}

/** A person sees what is touched: the tab comes to the front first. */
async function act(send: Send, source: { type: string; id: string; actions: object[] }): Promise<void> {
  await send('browsingContext.activate')
  await send('input.performActions', { actions: [source] })
}

const strike = (value: string) => [
  { type: 'keyDown', value },
  { type: 'keyUp', value },
]

const click = (x: number, y: number) => [
  { type: 'pointerMove', x, y },
  { type: 'pointerDown', button: 0 },
  { type: 'pointerUp', button: 0 },
]
