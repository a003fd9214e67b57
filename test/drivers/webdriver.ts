import { randomUUID } from 'node:crypto'

type Method = 'GET' | 'POST' | 'DELETE'

/** A session of W3C WebDriver. Its commands go one at a time, each to the window that it names. */
export interface Session {
  /** A new window's name. The session's first is left alone: it goes on when all others are closed. */
  openWindow: () => Promise<string>
  send: <Answer>(window: string, method: Method, path: string, body?: object) => Promise<Answer>
  /** Runs a function in a window's page, so that a long one leaves room for the commands of others. */
  evaluate: (window: string, run: (...words: never[]) => unknown, words: unknown[]) => Promise<unknown>
  end: () => Promise<void>
}

const readyMsMax = 240_000
/** What takes long is looked at less and less often, for a look costs the page its own time. */
const lookMsMin = 10
const lookMsMax = 160

/** Begins a session with a driver that was started just now and may not listen yet, unless it has ended. */
export async function beginSession(
  driver: string,
  capabilities: object,
  ended: AbortSignal,
): Promise<Session> {
  const signal = AbortSignal.any([AbortSignal.timeout(readyMsMax), ended])
  await untilReady(driver, signal)
  const { sessionId } = await call<{ sessionId: string }>(
    'POST',
    `${driver}/session`,
    { capabilities: { alwaysMatch: capabilities } },
    signal,
  )
  const address = `${driver}/session/${sessionId}`
  return createSession(address, await call<string>('GET', `${address}/window`))
}

function createSession(address: string, first: string): Session {
  const inTurn = createTurns()
  let current = first
  const send = <Answer>(window: string, method: Method, path: string, body?: object) =>
    inTurn(async () => {
      if (current !== window) await call('POST', `${address}/window`, { handle: window })
      current = window
      return call<Answer>(method, `${address}${path}`, body)
    })
  return {
    send,
    openWindow: async () => {
      const { handle } = await send<{ handle: string }>(first, 'POST', '/window/new', { type: 'tab' })
      return handle
    },
    evaluate: (window, run, words) =>
      evaluate(
        (script) => send<Look | null>(window, 'POST', '/execute/sync', { script, args: [] }),
        run,
        words,
      ),
    end: () => inTurn(() => call('DELETE', address)),
  }
}

function createTurns(): <Result>(act: () => Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (act) => {
    const turn = last.then(act, act)
    last = turn.catch(() => undefined)
    return turn
  }
}

async function untilReady(driver: string, signal: AbortSignal): Promise<void> {
  const ask = async () => {
    const { ready } = await call<{ ready: boolean }>('GET', `${driver}/status`, undefined, signal)
    return ready
  }
  while (!(await ask().catch(() => false))) {
    signal.throwIfAborted()
    await pause(lookMsMin)
  }
}

async function call<Answer>(
  method: Method,
  address: string,
  body: object = {},
  signal?: AbortSignal,
): Promise<Answer> {
  const content = method === 'POST' ? { body: JSON.stringify(body) } : {}
  const response = await fetch(address, { method, ...content, ...(signal && { signal }) })
  const { value } = (await response.json()) as { value: Answer }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

/** What stands at a call's place in the page. A page that stops to ask a question has nothing to show. */
interface Look {
  isDone: boolean
  json?: string
  complaint?: string
}

async function evaluate(
  execute: (script: string) => Promise<Look | null>,
  run: (...words: never[]) => unknown,
  words: unknown[],
): Promise<unknown> {
  const name = JSON.stringify(`counterfoil-call-${randomUUID()}`)
  let look = await execute(toStart(name, run, words))
  for (let ms = lookMsMin; look?.isDone === false; ms = Math.min(lookMsMax, ms * 2)) {
    await pause(ms)
    look = await execute(toLook(name))
  }
  if (!look) throw new Error('the page stopped to ask a question, which nobody answered')
  if (look.complaint !== undefined) throw new Error(look.complaint)
  return look.json === undefined ? undefined : JSON.parse(look.json)
}

function toStart(name: string, run: (...words: never[]) => unknown, words: unknown[]): string {
  return `
    const look = { isDone: false }
    const give = (value) => {
      const json = JSON.stringify(value)
      if (json !== undefined) look.json = json
      look.isDone = true
    }
    const complain = (error) => {
      look.complaint = error instanceof Error ? error.name + ': ' + error.message : String(error)
      look.isDone = true
    }
    try {
      const value = (${run.toString()})(${words.map(toLiteral).join(', ')})
      if (typeof value?.then !== 'function') give(value)
      else Promise.resolve(value).then(give).catch(complain)
    } catch (error) {
      complain(error)
    }
    if (!look.isDone) Object.defineProperty(globalThis, ${name}, { value: look, configurable: true })
    return look`
}

function toLiteral(word: unknown): string {
  return word === undefined ? 'undefined' : JSON.stringify(word)
}

function toLook(name: string): string {
  return `
    const look = globalThis[${name}] ?? { isDone: true, complaint: 'the page went away meanwhile' }
    if (look.isDone) delete globalThis[${name}]
    return look`
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
