import { retentionDefault } from './decide/retention.js'
import { OwnError } from './domain/error-name.js'
import { errorToText, KeysLost, ServiceMismatch, TillOutdated } from './domain/errors.js'
import { restoreCardCode } from './domain/card-code.js'
import { readTransactionId } from './domain/reply.js'
import type { Trace, WakeReason } from './domain/trace.js'
import { createRules, type TillRulesOptions } from './domain/rules.js'
import { toServiceAddress } from './domain/service-address.js'
import { openReplayJournal, type ReplayJournal } from './journal/replay-journal.js'
import { clock, delay } from './platform/clock.js'
import { createLock } from './platform/lock.js'
import { createRightOfWay } from './platform/right-of-way.js'
import {
  isHailMessage,
  isHurryMessage,
  isWakeMessage,
  toWakeMessage,
  type WakeAnswer,
  type WakeMessage,
} from './platform/messages.js'
import { createReserve } from './platform/reserve.js'
import { createWitnessStore } from './platform/witness-store.js'
import { requestSync, tagToName, type SyncEvent } from './platform/sync.js'
import { consoleTrace, createTrace } from './platform/trace.js'
import type { Host, ReplayDeps, ServiceAccess, WorkerSetup } from './ports.js'
import type { Urge } from './replay/cues.js'
import { createReplayer, type Replayer } from './replay/replayer.js'
import type { RunResult } from './replay/run.js'
import { createTransport, nothingGiven, type LastGiven } from './transport/transport.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Options that replace those of the page; functions must be given here. */
export interface WorkerService extends Partial<
  Pick<ServiceAccess, 'headers' | 'credentials' | 'timeoutMs' | 'headersTimeoutMs' | 'probe'>
> {
  readReply?: { transactionId: Host['transactionId'] }
  lookUp?: Host['lookUp']
  onConflict?: Host['onConflict']
  classify?: Host['classify']
}

/** Options of a worker, in addition to the page's. */
export interface ReplayOptions {
  service?: WorkerService
  /** The functions of the page's `rules`, if it has any: an amendment by `onConflict` must pass them too. */
  rules?: Pick<TillRulesOptions, 'receipt' | 'card' | 'cardCode'>
  /** The names of the tills that a newly activated worker replays. */
  names?: readonly string[]
}

/** Enough for many operations, and less than any browser grants one event. */
const sliceMs = 20_000

/** Makes a service worker replay, the ready-made one or a host's own. Call it once, as the script loads. */
export function installReplay({
  service = {},
  rules = {},
  names = ['counterfoil'],
}: ReplayOptions = {}): void {
  const waker = createWaker({ service, rules })
  const { wake } = waker
  const hurried = new Set<string>()
  self.addEventListener('message', (event) => {
    const isOurs = event.origin === '' || event.origin === self.location.origin
    if (!isOurs) return
    if (isHurryMessage(event.data)) hurried.add(event.data.name)
    if (isWakeMessage(event.data)) {
      const urge = { isManual: event.data.isWish, isEager: hurried.delete(event.data.name) }
      event.waitUntil(answer(event.data, urge, event.ports[0], wake))
    }
    if (isHailMessage(event.data)) event.waitUntil(answerHail(event.data, event.ports[0], waker))
  })
  const onSync = (event: Event) => {
    const { tag, lastChance } = event as SyncEvent
    const name = tagToName(tag)
    if (name !== undefined) (event as SyncEvent).waitUntil(serveSync(name, lastChance, wake))
  }
  self.addEventListener('unhandledrejection', ignoreOperationsLeft)
  self.addEventListener('sync', onSync)
  self.addEventListener('periodicsync', onSync)
  self.addEventListener('activate', () => {
    // A run is not part of the activation: the browser loads no page until that is over.
    for (const name of names) self.registration.active?.postMessage(toWakeMessage(name, false))
  })
}

const ordinary: Urge = { isManual: false }

/** Why this worker cannot replay: no such till, a newer release's till, or a missing option. */
interface Declined {
  declined: string
}

type Wake = (name: string, urge: Urge, why: WakeReason) => Promise<RunResult | Declined>

interface Waker {
  wake: Wake
  /** Why a wake would not replay; undefined if it would. */
  inquire: (name: string) => Promise<Declined | undefined>
}

interface OpenTill {
  journal: ReplayJournal
  replayer: Replayer
  /** Writes outside the database how it stands after a run. */
  bearWitness: () => Promise<void>
}

type Options = Required<Pick<ReplayOptions, 'service' | 'rules'>>

function createWaker(options: Options): Waker {
  const tills = new Map<string, Promise<OpenTill | undefined>>()

  /** Stays open between wakes, as long as its database exists. */
  async function find(name: string): Promise<OpenTill | Declined> {
    const opening = tills.get(name) ?? openForReplay(name, options, () => tills.delete(name))
    tills.set(name, opening)
    try {
      const till = await opening
      if (till) return till
      tills.delete(name)
      return { declined: 'name' }
    } catch (error) {
      tills.delete(name)
      if (error instanceof TillOutdated) return { declined: 'outdated' }
      throw error
    }
  }

  async function wake(name: string, urge: Urge, why: WakeReason): Promise<RunResult | Declined> {
    const till = await find(name)
    if ('declined' in till) return till
    try {
      const setup = await readSetup(till.journal, options)
      if ('declined' in setup) return setup
      setupToTrace(setup)?.({ what: 'wake', why })
      const result = await till.replayer.wake(urge)
      await till.bearWitness()
      return result
    } catch (error) {
      if (error instanceof ServiceMismatch) return { declined: 'service.baseUrl' }
      // The till was forgotten because its database is gone: the next attempt opens the present database.
      if (tills.has(name)) throw error
      return wake(name, urge, why)
    }
  }

  async function inquire(name: string): Promise<Declined | undefined> {
    const till = await find(name)
    if ('declined' in till) return till
    const setup = await readSetup(till.journal, options)
    return 'declined' in setup ? setup : undefined
  }

  return { wake, inquire }
}

/** Opens a till's journal for its replay; undefined if there is none. */
async function openForReplay(
  name: string,
  options: Options,
  onGone: () => void,
): Promise<OpenTill | undefined> {
  const makeRoom = () => createReserve(name).release()
  const journal = await openReplayJournal(name, { makeRoom, reader: options.rules.card })
  if (!journal) return undefined
  const rightOfWay = createRightOfWay(name)
  journal.onState((state) => {
    if (state !== 'deleted' && state !== 'outdated') return
    onGone()
    rightOfWay.close()
  })
  const store = createWitnessStore(name)
  try {
    const setup = (await journal.readSetting('worker')) as Partial<WorkerSetup> | undefined
    await journal.heedWitnesses(await store.read(), clock.now(), setup?.policy?.key?.header)
  } catch (error) {
    // The next wake opens it anew.
    journal.close()
    rightOfWay.close()
    throw error
  }
  const last = nothingGiven()
  const deps = async () => ({
    ...createDeps(journal, await readSetup(journal, options), options, last),
    giveWay: rightOfWay.give,
  })
  const bearWitness = async () => {
    await store.write(await journal.bearWitness(clock.now()))
  }
  return { journal, replayer: createReplayer(deps, createLock(name)), bearWitness }
}

async function readSetup(
  journal: ReplayJournal,
  { service, rules }: Options,
): Promise<WorkerSetup | Declined> {
  const setup = (await journal.readSetting('worker')) as WorkerSetup | undefined
  if (!setup) return { declined: 'name' }
  const names = [...namesIn('service', service), ...namesIn('rules', rules)]
  const missing = setup.functions.find((name) => !names.includes(name))
  return missing === undefined ? setup : { declined: missing }
}

function namesIn(place: string, options: object): string[] {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return given.map(([name]) => `${place}.${name}`)
}

function createDeps(
  journal: ReplayJournal,
  setup: WorkerSetup | Declined,
  { service, rules }: Options,
  last: LastGiven,
): ReplayDeps {
  if ('declined' in setup)
    throw new OwnError(
      `replay failed. This worker has no ${setup.declined}: give it to installReplay, or load the page again.`,
    )
  const address = toServiceAddress(setup.access.baseUrl)
  const { readReply, lookUp, onConflict, classify, ...access } = service
  return {
    journal: { ...journal, begin: (now, agedBefore) => journal.begin(now, agedBefore, address) },
    transport: createTransport({ headers: {}, ...setup.access, ...access }, last),
    host: {
      transactionId: readReply?.transactionId ?? readTransactionId,
      ...(lookUp && { lookUp }),
      ...(onConflict && { onConflict }),
      ...(classify && { classify }),
    },
    // The setup of an older release has neither.
    admission: {
      rules: createRules({ ...storedRules(setup), ...rules }, setup.decimals),
      limits: setup.limits ?? {},
    },
    clock,
    policy: setup.policy,
    concurrency: setup.concurrency,
    // The setup of an older release may lack it.
    retention: { ...retentionDefault, ...setup.retention },
    sliceMs,
    trace: setupToTrace(setup),
  }
}

/** The page's rules that are no functions. */
function storedRules({ needs, cardCode }: Partial<WorkerSetup>): TillRulesOptions {
  return { ...(needs && { needs }), ...(cardCode && { cardCode: restoreCardCode(cardCode) }) }
}

/** A function does not travel to the worker: where the page traces, the worker's lines go to its own console. */
function setupToTrace({ trace }: WorkerSetup): Trace | undefined {
  return createTrace(trace && consoleTrace())
}

async function answer(
  { name }: WakeMessage,
  urge: Urge,
  port: MessagePort | undefined,
  wake: Wake,
): Promise<void> {
  const reply = (message: WakeAnswer<RunResult>) => port?.postMessage(message)
  reply({ tag: 'heard' })
  try {
    // Only this worker itself, as it is activated, waits for no answer.
    const result = await wake(name, urge, port ? 'message' : 'activated')
    reply('declined' in result ? { tag: 'declined', option: result.declined } : { tag: 'done', result })
  } catch (error) {
    reply({ tag: 'failed', detail: errorToText(error) })
  }
}

async function answerHail(
  { name }: { name: string },
  port: MessagePort | undefined,
  { inquire }: Waker,
): Promise<void> {
  const reply = (message: WakeAnswer<RunResult>) => port?.postMessage(message)
  reply({ tag: 'heard' })
  try {
    const declined = await inquire(name)
    reply(declined ? { tag: 'declined', option: declined.declined } : { tag: 'able' })
  } catch (error) {
    reply({ tag: 'failed', detail: errorToText(error) })
  }
}

/** The line is often back by then. */
const waitMsMax = 60_000

/** A browser grants one event three minutes; what is under way then has a time-out to end in. */
const eventMsMax = 90_000

/** Resolves when a newer worker is installed: it takes over only when this one is idle, and then retries. */
async function untilSuccessor(): Promise<void> {
  const { registration } = self
  if (registration.installing ?? registration.waiting) return
  await new Promise((resolve) => {
    registration.addEventListener('updatefound', resolve, { once: true })
  })
}

/** Thrown so that the browser repeats the event. */
class OperationsLeft extends Error {
  override readonly name = 'OperationsLeft'
  constructor() {
    super('operations are left: waiting for the line')
  }
}

/** Chromium reports the rejection as unhandled, although rejecting is how a worker asks for a retry. */
function ignoreOperationsLeft(event: PromiseRejectionEvent): void {
  if (event.reason instanceof OperationsLeft) event.preventDefault()
}

/** Replays at the end of each pause, until the line is back, a newer worker is there, or the event has had its time. */
async function waitForLine(
  name: string,
  paused: RunResult,
  wake: Wake,
  eventUntil: number,
): Promise<RunResult | Declined> {
  const until = Math.min(clock.ticks() + waitMsMax, eventUntil)
  const succeeded = untilSuccessor().then(() => true)
  let result: RunResult | Declined = paused
  let isOver = false
  while ('paused' in result && !isOver) {
    // Each till's pause ends at its own time: an earlier retry would bring all tills of a shop back at once.
    const restMs = Math.min(until - clock.ticks(), result.paused.until - clock.now())
    const hasSuccessor = await Promise.race([delay(restMs).then(() => false), succeeded])
    result = await wake(name, ordinary, 'timer')
    isOver = hasSuccessor || clock.ticks() >= until
  }
  return result
}

/**
 * The browser repeats a failed event a few times; after the last one, and where only the time was up, the worker asks
 * for a new one. With no page open it is refused that: then a repeat that is left serves, or what is left waits for a page.
 */
async function serveSync(name: string, isLastChance: boolean, wake: Wake): Promise<void> {
  const askAnew = () => requestSync(self.registration, name, clock.id(), { isAnew: true })
  try {
    const result = await replayInSync(name, wake)
    if ('declined' in result || result.nextDueAt === undefined) return
    if (!isLastChance && !(result.isCut && (await askAnew()))) throw new OperationsLeft()
    if (!isLastChance) return
  } catch (error) {
    // A database that could not be opened now may be the next time; lost keys will not be there then.
    if (isLastChance && !(error instanceof KeysLost)) await askAnew()
    throw error
  }
  await askAnew()
}

/** Goes on as long as the event has time: with no page open there may be no other. */
async function replayInSync(name: string, wake: Wake): Promise<RunResult | Declined> {
  const until = clock.ticks() + eventMsMax
  for (;;) {
    const first = await wake(name, ordinary, 'sync')
    const result = 'paused' in first ? await waitForLine(name, first, wake, until) : first
    if ('declined' in result || !result.isCut || clock.ticks() >= until) return result
  }
}
