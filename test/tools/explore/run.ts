import { createSeededRandom, type Random } from '../../simulation/random.js'
import { actOnce } from './acts.js'
import type { Bite } from './bites.js'
import { checkSecrets, checkTruth, isByNetwork, type Memory } from './checks.js'
import { compareAll, settle, supervise } from './rest.js'
import { createSeat, untilOpen, type Seat } from './seat.js'
import { composePageScript, startSite, type Site } from './site.js'
import { createTale, type Tale } from './tale.js'
import { calmDown, troubleOnce } from './troubles.js'

export interface ExploreOptions {
  seed: number
  /** Where steps and pictures go. */
  out: string
  /** Whether the time or the number of steps is over. */
  isOver: (steps: number) => boolean
  say: (line: string) => void
  bite?: Bite
  signal?: AbortSignal
  /** How many steps lie between two rests, about. */
  stepsToRest?: number
}

interface World extends Required<Pick<ExploreOptions, 'stepsToRest'>> {
  site: Site
  seat: Seat
  random: Random
  tale: Tale
  secrets: Set<string>
  memory: Memory
  /** All is well, so that no request may come to nothing. */
  isCalm: boolean
}

/** Faults of the tool’s own seat: the page, or what it was to click, went elsewhere while it was looked at. */
const passing =
  /context was destroyed|navigat|Target .*closed|has been closed|Frame was detached|ERR_ABORTED|outside of the viewport/i

const stepMsMax = 180_000

/** Uses the demo as a stranger would while things go wrong, and looks for what must never be. */
export async function explore(options: ExploreOptions): Promise<Tale> {
  const { seed, out, say, bite, isOver, signal, stepsToRest = 60 } = options
  const tale = createTale(seed, out, say)
  const site = await startSite()
  bite?.plant?.(site)
  const secrets = new Set<string>()
  const world: World = {
    site,
    seat: createSeat(site.url, composePageScript(bite?.script), {
      onConsole: (kind, text) => {
        listen(world, kind, text)
      },
      onError: (text) => void tale.find(`error on the page: ${text}`),
    }),
    random: createSeededRandom(seed),
    tale,
    secrets,
    memory: new Map(),
    isCalm: false,
    stepsToRest,
  }
  try {
    await world.seat.start()
    await untilControlled(world)
    const isDone = () =>
      signal?.aborted === true ||
      (bite !== undefined && tale.findings.some(({ what }) => bite.expected.test(what)))
    while (!isDone() && !isOver(tale.steps)) await stepSafely(world)
    if (!isDone()) await rest(world)
    tale.count('operations applied', site.live.listEffects().length + site.training.listEffects().length)
    tale.count('requests arrived', site.live.arrivals.length + site.training.arrivals.length)
    return tale
  } finally {
    await world.seat.stop()
    await site.stop()
  }
}

function listen({ tale, secrets, isCalm }: World, kind: string, text: string): void {
  for (const secret of secrets)
    if (text.includes(secret)) void tale.find(`the console says the secret ${secret}: ${text}`)
  if (kind !== 'error' && kind !== 'warning') return
  if (isByNetwork(text) && !isCalm) tale.count('lines of the network')
  else void tale.find(`console ${kind}: ${text}`)
}

/** The worker holds the page's files, so that it comes without a line too. */
async function untilControlled({ seat }: World): Promise<void> {
  await seat.page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, {
    polling: 100,
  })
}

/** A step that the page went away from is no fault; a page that is silent, or does not open, is one. */
async function stepSafely(world: World): Promise<void> {
  const { seat, tale } = world
  try {
    await withinTime(step(world))
  } catch (error) {
    const text = String(error)
    if (passing.test(text)) tale.note(`the page went elsewhere: ${text.slice(0, 120)}`)
    else await tale.find(text.slice(0, 1_000), hasPage(seat) ? seat.page : undefined)
    await recover(world)
  }
}

function hasPage(seat: Seat): boolean {
  try {
    return !seat.page.isClosed()
  } catch {
    return false
  }
}

async function withinTime(work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error('the page does not answer'))
    }, stepMsMax)
  })
  try {
    await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
  }
}

/** Back to a page with a till, by a new browser if need be. */
async function recover({ seat, site, tale }: World): Promise<void> {
  try {
    await withinTime(untilOpen(seat.page))
  } catch (error) {
    tale.note(`starts the browser anew: ${String(error).slice(0, 200)}`)
    await calmDown({ site, seat }).catch(() => undefined)
    await seat.kill()
    await seat.start()
  }
}

async function step(world: World): Promise<void> {
  const { seat, site, random, tale, secrets, memory, stepsToRest } = world
  const number = tale.steps + 1
  if (number % stepsToRest === 0) {
    await rest(world)
    return
  }
  if (random.isLikely(0.09)) await troubleOnce({ site, seat, random, tale })
  else await actOnce({ page: seat.page, random, tale, secrets })
  if (!seat.page.url().startsWith(site.url)) await seat.page.goto(site.url)
  await untilOpen(seat.page)
  if (number % 4 === 0) await checkTruth(seat.page, tale, memory)
  if (number % 8 === 0) await checkSecrets(seat.page, secrets, tale)
}

async function rest(world: World): Promise<void> {
  const { seat, site, tale, secrets, memory, random } = world
  tale.begin('rests')
  tale.count('rests')
  await calmDown({ site, seat })
  await seat.tidy()
  await untilOpen(seat.page)
  if (seat.page.url().includes('view=customer')) await seat.reopen()
  const resting = { page: seat.page, site, tale, secrets, memory }
  await settle(resting)
  world.isCalm = true
  await compareAll(resting)
  world.isCalm = false
  if (random.isLikely(0.4)) await supervise(resting)
}
