import { LoadFailed, TillClosed } from '../domain/errors.js'
import { createTimer, listenForWakes } from '../platform/wakes.js'

/** Whether the code that loads after the first is there. */
export interface PartsStatus {
  /** `missing`: the browser did not get it, and the till tries again. Operations can be saved all the same. */
  state: 'loading' | 'loaded' | 'missing'
  /** Why it is missing, for support. */
  fault?: string
}

interface Progress {
  state: PartsStatus['state']
  fault?: unknown
}

/** Code in a file of its own, which loads by itself and is tried again until it is there. */
export interface Part<Content> {
  /** Undefined until it is loaded. */
  readonly content: Content | undefined
  /** Resolves when it is loaded, after any number of failures. */
  readonly arrived: Promise<Content>
  /** Waits for the load under way, or tries again; rejects if that fails. A loaded part waits for nothing: a wait stays in memory. */
  need: (action: string) => Promise<Content>
  stop: () => void
}

const retryMsMin = 1_000
const retryMsMax = 30_000

//   loading ──────▶ loaded
//     │  ▲
//     ▼  │ a timer, `online`, a visible page, a call that needs it
//   missing

/** Loads a part at once. What it makes starts only on a page that is there: one that leaves must not begin to send. */
export function createPart<Content>(
  load: () => Promise<() => Content>,
  report: (progress: Progress) => void,
): Part<Content> {
  const [arrived, arrive] = createPromise<Content>()
  const [stopped, stop] = createPromise<undefined>()
  const signs = watchForSigns(retry)
  let content: Content | undefined
  let loading: Promise<Content> | undefined
  let isStopped = false

  function end(): void {
    isStopped = true
    signs.stop()
  }

  async function attempt(): Promise<Content> {
    try {
      const start = await load()
      await signs.untilThere()
      // A closed till starts nothing more.
      if (isStopped) return await arrived
      content = start()
    } catch (fault) {
      loading = undefined
      if (isStopped) throw fault
      signs.wait()
      report({ state: 'missing', fault })
      throw fault
    }
    end()
    report({ state: 'loaded' })
    arrive(content)
    return content
  }

  function find(): Promise<Content> {
    loading ??= attempt()
    return loading
  }

  function retry(): void {
    // The status reports the failure.
    if (!isStopped) find().catch(() => undefined)
  }

  retry()
  return {
    get content() {
      return content
    },
    arrived,
    need: async (action) => content ?? orRefuse(action, Promise.race([find(), stopped])),
    stop() {
      end()
      stop(undefined)
    },
  }
}

/** A load that failed, or that a closed till no longer waits for, ends a call with the call's name. */
async function orRefuse<Content>(action: string, found: Promise<Content | undefined>): Promise<Content> {
  const content = await found.catch((error: unknown) => {
    throw new LoadFailed(action, error)
  })
  if (content === undefined) throw new TillClosed(action)
  return content
}

function createPromise<Value>(): [Promise<Value>, (value: Value) => void] {
  let settle: (value: Value) => void = () => undefined
  const promise = new Promise<Value>((resolve) => {
    settle = resolve
  })
  return [promise, settle]
}

interface Signs {
  /** Resolves at once unless the page is leaving. */
  untilThere: () => Promise<void>
  /** A failure: the next attempt is due after a wait, which doubles. */
  wait: () => void
  stop: () => void
}

/** Follows whether the page is there, and calls `retry` when another attempt may succeed. */
function watchForSigns(retry: () => void): Signs {
  const timer = createTimer(retry)
  let waitMs = retryMsMin
  let isAway = false
  let come: () => void = () => undefined
  const stop = listenForWakes({
    onLook: retry,
    onLine: retry,
    onLeave: () => {
      isAway = true
    },
    onReturn: () => {
      isAway = false
      come()
      retry()
    },
  })
  return {
    async untilThere() {
      if (!isAway) return
      await new Promise<void>((resolve) => {
        come = resolve
      })
    },
    wait() {
      timer.set(waitMs)
      waitMs = Math.min(2 * waitMs, retryMsMax)
    },
    stop() {
      timer.stop()
      stop()
    },
  }
}
