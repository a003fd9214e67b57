import type { Till } from '../../index.js'
import { create, findPart, setText } from '../dom.js'
import type { Language } from '../languages.js'
import { pullPlug, putPlugIn } from './outage.js'
import { tourTexts, type TourStep } from './texts.js'

export interface TourDeps {
  till: Till
  language: Language
  /** How long a caption stays to be read; shorter in tests. */
  readMs?: number
  /** Called once the tour has ended or was stopped, and the line is back. */
  onEnd: () => void
}

const readMsUsual = 6_000

/**
 * Shows in half a minute what the till is for: an operation online, one with the plug pulled, and the recovery. It
 * presses the buttons that a person would press.
 */
export function startTour(deps: TourDeps): { element: HTMLElement; done: Promise<void> } {
  const texts = tourTexts[deps.language]
  const stop = new AbortController()
  const caption = create('p', { role: 'status', 'data-testid': 'tour-caption' })
  const progress = create('progress', { max: String(steps.length), value: '0', 'aria-label': texts.label })
  const end = create('button', { type: 'button', class: 'button', 'data-testid': 'tour-end' }, texts.stop)
  const element = create(
    'section',
    { class: 'tour', 'aria-label': texts.label, 'data-testid': 'tour' },
    create('div', {}, caption, progress),
    end,
  )
  end.addEventListener('click', () => {
    stop.abort()
  })
  const onKey = ({ key }: KeyboardEvent) => {
    if (key === 'Escape') stop.abort()
  }
  // It presses the register’s buttons, which are not in the page of another view.
  const onRoute = () => {
    if (!document.querySelector('[data-testid="ring-up"]')) stop.abort()
  }
  addEventListener('keydown', onKey)
  addEventListener('hashchange', onRoute)
  const scene: Scene = {
    ...deps,
    signal: stop.signal,
    readMs: deps.readMs ?? readMsUsual,
    // What is written into a live region is spoken only if the region is in the page before.
    untilInPage: () => waitFor(scene, () => element.isConnected || undefined),
    show(index, step) {
      progress.value = index + 1
      setText(caption, texts.steps[step])
    },
    showUnfinished() {
      setText(caption, texts.unfinished)
    },
  }
  return { element, done: play(scene).finally(finish) }

  async function finish(): Promise<void> {
    removeEventListener('keydown', onKey)
    removeEventListener('hashchange', onRoute)
    // The line comes back however the tour ended.
    await putPlugIn()
    void deps.till.replay().catch(() => undefined)
    element.remove()
    deps.onEnd()
  }
}

interface Scene extends TourDeps {
  signal: AbortSignal
  readMs: number
  untilInPage: () => Promise<unknown>
  show: (index: number, step: TourStep) => void
  showUnfinished: () => void
}

/** The form holds what a person has typed, which the tour must not erase or enter. */
class Unfinished extends Error {}

/** What happens at each caption, before it has been read. */
const steps: readonly [TourStep, (scene: Scene) => Promise<unknown>][] = [
  ['online', async (scene) => waitUntilSettled(scene, await ringUpExample(scene))],
  ['confirmed', () => Promise.resolve()],
  ['unplugged', unplug],
  ['saved', (scene) => ringUpExample(scene)],
  ['plugged', plugIn],
  ['recovered', () => Promise.resolve()],
]

async function play(scene: Scene): Promise<void> {
  try {
    await scene.untilInPage()
    await playSteps(scene)
  } catch (error) {
    if (!scene.signal.aborted) throw error
  }
}

async function playSteps(scene: Scene): Promise<void> {
  try {
    for (const [index, [step, act]] of steps.entries()) {
      scene.show(index, step)
      await act(scene)
      await pause(scene)
    }
  } catch (error) {
    if (!(error instanceof Unfinished)) throw error
    scene.showUnfinished()
    await pause(scene)
  }
}

async function unplug({ till }: Scene): Promise<void> {
  await pullPlug()
  await till.replay()
}

async function plugIn(scene: Scene): Promise<void> {
  await putPlugIn()
  await scene.till.replay()
  await waitFor(scene, async () => {
    const waiting = await scene.till.entries({ state: 'queued', limit: 1 })
    return waiting.length === 0 ? true : undefined
  })
}

/** Rings up the example of a refund, by the register's own buttons; resolves with its id once it is saved. */
async function ringUpExample(scene: Scene): Promise<string> {
  const before = await readNewest(scene.till)
  // The register may only now be coming into the page.
  const tab = await waitFor(scene, () => document.getElementById('tab-refund') ?? undefined)
  tab.click()
  checkFree()
  press('example')
  await waitFor(scene, () => findPart('refund-card', HTMLInputElement).value || undefined)
  await pause({ ...scene, readMs: scene.readMs / 3 })
  checkFree()
  press('ring-up')
  return waitFor(scene, async () => {
    const id = await readNewest(scene.till)
    return id === before ? undefined : id
  })
}

async function waitUntilSettled(scene: Scene, id: string): Promise<void> {
  await waitFor(scene, async () => (await scene.till.entry(id))?.state === 'settled' || undefined)
}

async function readNewest(till: Till): Promise<string | undefined> {
  const [entry] = await till.entries({ limit: 1 })
  return entry?.id
}

function press(testId: string): void {
  findButton(testId).click()
}

/** The register offers no example while its form holds what a person has typed. */
function checkFree(): void {
  if (findButton('example').disabled) throw new Unfinished()
}

function findButton(testId: string): HTMLButtonElement {
  const button = document.querySelector<HTMLButtonElement>(`[data-testid="${testId}"]`)
  if (!button) throw new Error(`The tour found no ${testId}: it runs on the register’s page.`)
  return button
}

const lookMs = 100

/** Asks again and again until there is an answer; rejects once the tour is stopped. */
async function waitFor<Result>(
  { signal }: Scene,
  find: () => Result | undefined | Promise<Result | undefined>,
): Promise<Result> {
  for (;;) {
    signal.throwIfAborted()
    const found = await find()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, lookMs))
  }
}

function pause({ signal, readMs }: Scene): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = setTimeout(resolve, readMs)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason as Error)
      },
      { once: true },
    )
  })
}
