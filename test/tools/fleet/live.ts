import { delay } from '../../../src/platform/clock.js'
import { type Chain, createChain } from './chain.js'
import { createCollector } from './collector.js'
import type { Incident } from './incidents.js'
import { type ChainSize, keepWhatRulesRead, withoutPrefix } from './play.js'
import { type Prometheus, startPrometheus } from './prometheus.js'
import type { World } from './world.js'

/** How long all must be quiet first, and within which time an alarm must come. */
const [quietMs, alarmMs] = [300_000, 300_000]
/** So long, at most, an alarm of one incident may go on that another is to raise. */
const restMs = 900_000
const everyMs = 5_000

/** Those that leave traces for ten minutes come last: what was refused counts in the figures of every release. */
const order = [
  'database-replaced',
  'storage-low',
  'clock-wrong',
  'captive-portal',
  'till-stolen',
  'release-parks',
  'service-slow',
  'shops-cut',
  'schema-change',
  'service-down',
  'bad-credentials',
]

interface Watch {
  /** Since when each alert fires that does. */
  firing: ReadonlyMap<string, number>
  /** When each first fired after a moment. */
  findFirst: (name: string, since: number) => number | undefined
  listSince: (since: number) => string[]
}

/** Plays incidents in real time, one after the other, before a real Prometheus; returns what is not as it should be. */
export async function playLive(
  size: ChainSize,
  chosen: readonly Incident[],
  say: (line: string) => void,
): Promise<string[]> {
  const collector = createCollector(keepWhatRulesRead())
  const chain = createChain({ ...size, minutes: 24 * 60, isByDay: false }, collector.receive)
  const prometheus = await startPrometheus(() => collector.expose(chain.world.now()))
  const ending = new AbortController()
  const lag = { mostMs: 0 }
  const living = liveOn(chain.world, ending.signal, lag)
  const { watch, watching } = follow(prometheus, ending.signal)
  try {
    const faults = await playAll(chain, chosen, watch, say)
    const { seconds, samples } = await prometheus.readScrape()
    say(
      `a reading has ${samples} samples and takes ${seconds.toFixed(1)} s; behind by ${lag.mostMs} ms at most`,
    )
    return faults
  } finally {
    ending.abort()
    await Promise.all([living, watching])
    await prometheus.stop()
  }
}

async function playAll(
  chain: Chain,
  chosen: readonly Incident[],
  watch: Watch,
  say: (line: string) => void,
): Promise<string[]> {
  const startedAt = performance.now()
  const prepared = chosen.filter(({ preparedMinutes }) => preparedMinutes !== undefined)
  for (const { begin } of prepared) begin(chain)
  await delay(quietMs)
  const faults = [...watch.firing.keys()].map((name) => `${name} before any incident`)
  const tell = async (incident: Incident, beganAt: number) => {
    const after = await awaitAlarm(watch, incident, beganAt)
    const also = watch.listSince(beganAt).filter((name) => name !== incident.alarm)
    const others = also.length > 0 ? `, also ${also.join(', ')}` : ''
    say(`${incident.name}: ${incident.alarm} ${after === undefined ? 'never' : `after ${after} s`}${others}`)
    if (after === undefined) faults.push(`${incident.alarm} does not come`)
    incident.end(chain)
  }
  for (const name of order) {
    const incident = chosen.find((one) => one.name === name)
    if (!incident) continue
    await until(() => !watch.firing.has(incident.alarm), restMs)
    const beganAt = performance.now()
    incident.begin(chain)
    await tell(incident, beganAt)
  }
  for (const incident of prepared) {
    const dueAt = startedAt + (incident.preparedMinutes ?? 0) * 60_000
    await delay(Math.max(0, dueAt - performance.now()))
    await tell(incident, dueAt)
  }
  return faults
}

/** Seconds from the incident to its alarm. */
async function awaitAlarm(watch: Watch, { alarm }: Incident, since: number): Promise<number | undefined> {
  await until(() => watch.findFirst(alarm, since) !== undefined, alarmMs - (performance.now() - since))
  const firedAt = watch.findFirst(alarm, since)
  return firedAt === undefined ? undefined : Math.round((firedAt - since) / 1_000)
}

async function until(isSo: () => boolean, msMax: number): Promise<void> {
  const endAt = performance.now() + msMax
  while (!isSo() && performance.now() < endAt) await delay(1_000)
}

/** Lets the world's time pass as the clock on the wall. */
async function liveOn(world: World, signal: AbortSignal, lag: { mostMs: number }): Promise<void> {
  const startedAt = performance.now()
  while (!signal.aborted) {
    const now = performance.now() - startedAt
    await world.live(now)
    lag.mostMs = Math.max(lag.mostMs, Math.round(performance.now() - startedAt - now))
    await delay(100)
  }
}

/** Asks which alerts fire, again and again. */
function follow(prometheus: Prometheus, signal: AbortSignal): { watch: Watch; watching: Promise<void> } {
  const firing = new Map<string, number>()
  const begun: { name: string; at: number }[] = []
  async function look(): Promise<void> {
    while (!signal.aborted) {
      const now = performance.now()
      const names = new Set([...(await prometheus.readFiring())].map(withoutPrefix))
      for (const name of firing.keys()) if (!names.has(name)) firing.delete(name)
      for (const name of names) {
        if (firing.has(name)) continue
        firing.set(name, now)
        begun.push({ name, at: now })
      }
      await delay(everyMs)
    }
  }
  const since = (at: number) => begun.filter((one) => one.at >= at)
  const watch = {
    firing,
    findFirst: (name: string, at: number) => since(at).find((one) => one.name === name)?.at,
    listSince: (at: number) => [...new Set(since(at).map(({ name }) => name))],
  }
  return { watch, watching: look() }
}
