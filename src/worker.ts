import { retentionDefault } from './decide/retention.js'
import { TillOutdated } from './domain/errors.js'
import { readTransactionId } from './domain/reply.js'
import { openReplayJournal, type ReplayJournal } from './journal/replay-journal.js'
import { clock, delay } from './platform/clock.js'
import { createLock } from './platform/lock.js'
import { isWakeMessage, type WakeAnswer, type WakeMessage } from './platform/messages.js'
import { createReserve } from './platform/reserve.js'
import { requestSync, tagToName, type SyncEvent } from './platform/sync.js'
import type { Host, ReplayDoors, ServiceAccess, WorkerSetup } from './ports.js'
import { createReplayer, type Replayer } from './replay/replayer.js'
import type { RunResult } from './replay/run.js'
import { createTransport, nothingGiven, type LastGiven } from './transport/transport.js'

declare const self: ServiceWorkerGlobalScope & typeof globalThis

/** Laid over what the page's options say; here functions are at home. */
export interface WorkerService extends Partial<
  Pick<ServiceAccess, 'headers' | 'credentials' | 'timeoutMs' | 'probe'>
> {
  readReply?: { transactionId: Host['transactionId'] }
  lookUp?: Host['lookUp']
  onConflict?: Host['onConflict']
}

/** What a worker may be given beside what the page's options say. */
export interface ReplayOptions {
  service?: WorkerService
  /** The tills whose journals a newly activated worker looks into. */
  names?: readonly string[]
}

/** Enough for many operations, and short of what any browser grants one event. */
const sliceMs = 20_000

/** Makes a service worker replay, be it ours alone or a host's own. Call it once, as the script loads. */
export function installReplay({ service = {}, names = ['counterfoil'] }: ReplayOptions = {}): void {
  const wake = createWaker(service)
  self.addEventListener('message', (event) => {
    const isOurs = event.origin === '' || event.origin === self.location.origin
    if (isOurs && isWakeMessage(event.data)) event.waitUntil(answer(event.data, event.ports[0], wake))
  })
  const onSync = (event: Event) => {
    const { tag, lastChance } = event as SyncEvent
    const name = tagToName(tag)
    if (name !== undefined) (event as SyncEvent).waitUntil(serveSync(name, lastChance, wake))
  }
  self.addEventListener('sync', onSync)
  self.addEventListener('periodicsync', onSync)
  self.addEventListener('activate', (event) => {
    event.waitUntil(Promise.allSettled(names.map((name) => wake(name, false))))
  })
}

/** Why this worker cannot replay: no such till, one of a newer release, or the named option did not reach it. */
interface Declined {
  declined: string
}

type Wake = (name: string, isWish: boolean) => Promise<RunResult | Declined>

interface OpenTill {
  journal: ReplayJournal
  replayer: Replayer
}

function createWaker(service: WorkerService): Wake {
  const tills = new Map<string, Promise<OpenTill | undefined>>()

  async function open(name: string): Promise<OpenTill | undefined> {
    const journal = await openReplayJournal(name, { makeRoom: () => createReserve(name).release() })
    journal?.onStanding((standing) => {
      if (standing === 'deleted' || standing === 'outdated') tills.delete(name)
    })
    if (!journal) return undefined
    const last = nothingGiven()
    const doors = async () => createDoors(journal, await readSetup(journal, service), service, last)
    return { journal, replayer: createReplayer(doors, createLock(name)) }
  }

  /** Kept open between wakes, for as long as its database stands. */
  async function find(name: string): Promise<OpenTill | Declined> {
    const opening = tills.get(name) ?? open(name)
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

  return async function wake(name, isWish) {
    const till = await find(name)
    if ('declined' in till) return till
    try {
      const setup = await readSetup(till.journal, service)
      return 'declined' in setup ? setup : await till.replayer.wake({ isWish })
    } catch (error) {
      // Forgotten meanwhile, for its database is gone: whatever stands there now is found anew.
      if (tills.has(name)) throw error
      return wake(name, isWish)
    }
  }
}

async function readSetup(journal: ReplayJournal, service: WorkerService): Promise<WorkerSetup | Declined> {
  const setup = (await journal.readSetting('worker')) as WorkerSetup | undefined
  if (!setup) return { declined: 'name' }
  const given = new Set(Object.keys(service).map((name) => `service.${name}`))
  const missing = setup.functions.find((name) => !given.has(name))
  return missing === undefined ? setup : { declined: missing }
}

function createDoors(
  journal: ReplayJournal,
  setup: WorkerSetup | Declined,
  service: WorkerService,
  last: LastGiven,
): ReplayDoors {
  if ('declined' in setup) throw new Error(`replay refused: ${setup.declined} is not to be had here`)
  const { readReply, lookUp, onConflict, ...access } = service
  return {
    journal,
    transport: createTransport({ headers: {}, ...setup.access, ...access }, last),
    host: {
      transactionId: readReply?.transactionId ?? readTransactionId,
      ...(lookUp && { lookUp }),
      ...(onConflict && { onConflict }),
    },
    clock,
    policy: setup.policy,
    concurrency: setup.concurrency,
    // What an older release wrote down for its worker may lack it.
    retention: { ...retentionDefault, ...setup.retention },
    sliceMs,
  }
}

async function answer(
  { name, isWish }: WakeMessage,
  port: MessagePort | undefined,
  wake: Wake,
): Promise<void> {
  const tell = (message: WakeAnswer<RunResult>) => port?.postMessage(message)
  tell({ tag: 'heard' })
  try {
    const result = await wake(name, isWish)
    tell('declined' in result ? { tag: 'declined', option: result.declined } : { tag: 'done', result })
  } catch (error) {
    tell({ tag: 'failed', detail: String(error) })
  }
}

/** As long as any probe's pause, and well short of what a browser grants an event. */
const waitMsMax = 60_000

/** A newer worker is let in only when this one has nothing under way; what it waited for is tried again by the newer. */
async function untilSuccessor(): Promise<void> {
  const { registration } = self
  if (registration.installing ?? registration.waiting) return
  await new Promise((resolve) => {
    registration.addEventListener('updatefound', resolve, { once: true })
  })
}

/** An event that fails is tried again by the browser, a few times; after the last we ask anew. */
async function serveSync(name: string, isLastChance: boolean, wake: Wake): Promise<void> {
  let result = await wake(name, false)
  if ('paused' in result) {
    // Each till's pause ends at a moment of its own; asking sooner would bring a whole shop back in step.
    await Promise.race([delay(Math.min(waitMsMax, result.paused.until - clock.now())), untilSuccessor()])
    result = await wake(name, false)
  }
  if ('declined' in result || result.nextDueAt === undefined) return
  if (isLastChance || result.isCut) {
    await requestSync(self.registration, name, clock.id(), { isAnew: true })
    return
  }
  throw new Error('operations are left: waiting for the line')
}
