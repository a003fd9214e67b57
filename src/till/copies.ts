import { type CopyMoment, CopyNote, findCopyDue, isChanged } from '../decide/copies.js'
import { type CopyFaultReason, CopyRefused } from '../domain/copy-fault.js'
import { findUnsendable } from '../domain/headers.js'
import { is } from '../domain/is.js'
import type { TillJournal } from '../journal/journal.js'
import { sealFileForShop } from '../journal/seal/index.js'
import type { Clock, HeadersRecord, Timer } from '../ports.js'
import { pushCopy } from '../transport/push-copy.js'
import type { CopiesStatus, CopyInfo, CopyOptions } from './copy-options.js'
import type { TillSetup } from './options.js'
import type { OpenStatusStore } from './status.js'

export interface CopyingDeps {
  setup: Pick<TillSetup, 'copies' | 'name' | 'shop' | 'terminal' | 'policy'>
  journal: Pick<TillJournal, 'readSetting' | 'writeSetting' | 'readMirrorEnd' | 'copyUnsettled'>
  status: Pick<OpenStatusStore, 'change'>
  clock: Clock
  /** Waits while a person saves an operation. */
  giveWay: () => Promise<void>
  locks: Pick<LockManager, 'request'>
}

const noteName = 'copies'
/** What takes longer has failed: a function may never end. */
const deliveryMsMax = 60_000
/** A device that slept looks again soon; a longer timer may overflow. */
const restMsMax = 600_000
/** A chain's tills do not all copy as the shops open. */
const firstMsMax = 30_000

/** Copies what is unresolved off the device, again and again; returns a function that stops it. */
export function startCopying(deps: CopyingDeps): () => void {
  const { setup, clock, locks } = deps
  const { copies } = setup
  if (!copies) return () => undefined
  const stopping = new AbortController()
  const { signal } = stopping
  let timer: Timer | undefined

  async function rest(delayMs: number): Promise<void> {
    timer = clock.after(Math.min(delayMs, restMsMax))
    await timer.over
  }

  async function run(options: CopyOptions): Promise<void> {
    await rest(clock.random() * firstMsMax)
    while (!signal.aborted) {
      // The other pages wait, and then find that nothing is due.
      const copied = locks.request(`counterfoil-copies:${setup.name}`, { signal }, () =>
        copyIfDue(deps, options, signal),
      )
      // The status says if the journal cannot be read.
      const waitMs = await copied.catch(() => restMsMax)
      if (isAborted(signal)) return
      await rest(waitMs + clock.random() * Math.min(waitMs / 10, firstMsMax))
    }
  }

  void run(copies)
  return () => {
    stopping.abort()
    timer?.cancel()
  }
}

/** Copies if it is time and something has changed; resolves with the time until the next look. */
async function copyIfDue(deps: CopyingDeps, options: CopyOptions, signal: AbortSignal): Promise<number> {
  const { journal, status, clock } = deps
  const note = await readNote(journal)
  const moment = await readMoment(deps, options)
  status.change({ copies: noteToStatus(note) })
  const due = findCopyDue(note, moment)
  if (due > moment.now) return due - moment.now
  if (!isChanged(note, moment)) return moment.everyMs
  const next = await attempt(deps, options, { note, moment, signal })
  if (isAborted(signal)) return restMsMax
  await journal.writeSetting(noteName, next)
  status.change({ copies: noteToStatus(next) })
  return findCopyDue(next, { ...moment, now: clock.now() }) - clock.now()
}

function isAborted({ aborted }: AbortSignal): boolean {
  return aborted
}

interface Attempt {
  note: CopyNote
  moment: CopyMoment
  signal: AbortSignal
}

/** Makes a copy and gives it away; what comes of it is noted and never thrown. */
async function attempt(
  deps: CopyingDeps,
  options: CopyOptions,
  { note, moment, signal }: Attempt,
): Promise<CopyNote> {
  const { target, epoch, place, n } = moment
  try {
    const { file, info } = await makeCopy(deps, options)
    await deliver(deps, options, { file, info, signal })
    return { made: { at: info.at.getTime(), operations: info.operations, target, epoch, place, n } }
  } catch (error) {
    const { reason, message } = error instanceof CopyRefused ? error : new CopyRefused('journal', error)
    const before = note.failed?.target === target ? note.failed : undefined
    const at = deps.clock.now()
    const failed = {
      since: before?.since ?? at,
      at,
      times: (before?.times ?? 0) + 1,
      target,
      reason,
      fault: message,
    }
    return { ...note, failed }
  }
}

async function makeCopy(
  { setup, journal, clock, giveWay }: CopyingDeps,
  { publicKey }: CopyOptions,
): Promise<{ file: Blob; info: CopyInfo }> {
  const { shop, terminal, policy } = setup
  const keyHeader = policy.key && { keyHeader: policy.key.header }
  const head = { file: clock.id(), kind: 'copy', shop, terminal, at: clock.now(), ...keyHeader } as const
  await giveWay()
  const content = await journal.copyUnsettled(head, giveWay)
  const file = await sealFileForShop(publicKey, content)
  const at = new Date(head.at)
  return { file, info: { file: head.file, shop, terminal, at, operations: content.entries.length } }
}

interface Delivery {
  file: Blob
  info: CopyInfo
  signal: AbortSignal
}

async function deliver({ clock }: CopyingDeps, options: CopyOptions, delivery: Delivery): Promise<void> {
  const ending = new AbortController()
  const timer = clock.after(deliveryMsMax)
  const tooLong = timer.over.then(() => {
    ending.abort()
    throw new CopyRefused('timeout')
  })
  const signal = AbortSignal.any([delivery.signal, ending.signal])
  try {
    await Promise.race([give(options, { ...delivery, signal }), tooLong])
  } finally {
    timer.cancel()
  }
}

async function give(options: CopyOptions, { file, info, signal }: Delivery): Promise<void> {
  const { to, method = 'PUT', credentials = 'same-origin' } = options
  if (typeof to === 'function') return askHost(() => to(file, info))
  const headers = await askHost(() => readHeaders(options))
  await pushCopy(file, { url: to, method, headers, credentials, signal })
}

/** A function of the host may throw anything. */
async function askHost<Result>(ask: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    throw new CopyRefused('function', error)
  }
}

async function readHeaders({ headers = {} }: CopyOptions): Promise<HeadersRecord> {
  const given = typeof headers === 'function' ? await headers() : headers
  const name = findUnsendable(given)
  if (name !== undefined) throw new TypeError(`a header cannot be sent: ${name}`)
  return given
}

async function readNote(journal: CopyingDeps['journal']): Promise<CopyNote> {
  const found = await journal.readSetting(noteName)
  return is(found, CopyNote) ? found : {}
}

async function readMoment(
  { journal, clock }: CopyingDeps,
  { to, publicKey, everyMinutes }: CopyOptions,
): Promise<CopyMoment> {
  const { epoch, position } = await journal.readMirrorEnd()
  const { place, n } = position
  const { x, y } = publicKey
  const target = JSON.stringify([typeof to === 'string' ? to : 'function', x, y])
  return { now: clock.now(), everyMs: everyMinutes * 60_000, target, epoch, place, n }
}

function noteToStatus({ made, failed }: CopyNote): CopiesStatus {
  return {
    ...(made && { lastAt: new Date(made.at), operations: made.operations }),
    ...(failed && {
      failing: {
        since: new Date(failed.since),
        lastAt: new Date(failed.at),
        times: failed.times,
        // What was noted by another release may have a reason of its own.
        reason: failed.reason as CopyFaultReason,
        fault: failed.fault,
      },
    }),
  }
}
