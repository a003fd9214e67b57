import type { ScriptedFault } from '../../../src/sandbox/index.js'
import type { Random } from '../../simulation/random.js'
import type { Seat } from './seat.js'
import type { Site } from './site.js'
import type { Tale } from './tale.js'

export interface Trouble {
  site: Site
  seat: Seat
  random: Random
  tale: Tale
}

const faults: readonly ScriptedFault[] = [
  { kind: 'truncatedBody' },
  { kind: 'dropBeforeEffect' },
  { kind: 'dropAfterEffect' },
  { kind: 'resent' },
  { kind: 'delay', delayMs: 2_000 },
  { kind: 'slowDrip', delayMs: 20 },
  { kind: 'wrongType' },
  { kind: 'emptyBody' },
  { kind: 'brokenJson' },
  { kind: 'captivePortal' },
  { kind: 'redirect' },
  { kind: 'clockSkew', skewSeconds: 3_600 },
  { kind: 'status', status: 400 },
  { kind: 'status', status: 401 },
  { kind: 'status', status: 404 },
  { kind: 'status', status: 409 },
  { kind: 'status', status: 412 },
  { kind: 'status', status: 422 },
  { kind: 'status', status: 429, retryAfterSeconds: 2 },
  { kind: 'status', status: 500 },
  { kind: 'status', status: 500, afterEffect: true },
  { kind: 'status', status: 503, retryAfterSeconds: 2 },
]

const troubles: readonly (readonly [weight: number, act: (trouble: Trouble) => Promise<void>])[] = [
  [20, plantFault],
  [3, plantChance],
  [6, clearFaults],
  [9, switchLine],
  [7, switchOutage],
  [9, killBrowser],
  [4, closeTab],
  [8, switchTab],
  [5, stopWorkers],
]

/** One thing that goes wrong, or right again. */
export async function troubleOnce(trouble: Trouble): Promise<void> {
  const { random } = trouble
  let left = random.next() * troubles.reduce((sum, [weight]) => sum + weight, 0)
  const [, act] = troubles.find(([weight]) => (left -= weight) < 0) ?? [0, plantFault]
  await act(trouble)
}

/** The line is up, the services answer, and nothing is planted any more. */
export async function calmDown({ site, seat }: Pick<Trouble, 'site' | 'seat'>): Promise<void> {
  for (const { service } of [site.live, site.training]) {
    service.faults.clear()
    service.faults.setOutage(false)
  }
  if (!seat.isLineUp) await seat.setLine(true)
}

function plantFault({ site, random, tale }: Trouble): Promise<void> {
  const fault = { ...(random.pickFrom(faults) ?? { kind: 'outage' as const }), times: random.between(1, 3) }
  tale.begin(`plants ${JSON.stringify(fault)}`)
  tale.count('faults')
  for (const { service } of [site.live, site.training]) service.faults.add(fault)
  return Promise.resolve()
}

function plantChance({ site, random, tale }: Trouble): Promise<void> {
  const seed = random.below(1_000)
  tale.begin(`a bad day, seed ${seed}`)
  tale.count('bad days')
  for (const { service } of [site.live, site.training]) service.faults.chance({ rate: 0.3, seed, faults })
  return Promise.resolve()
}

function clearFaults({ site, tale }: Trouble): Promise<void> {
  tale.begin('clears the faults')
  for (const { service } of [site.live, site.training]) service.faults.clear()
  return Promise.resolve()
}

async function switchLine({ seat, tale }: Trouble): Promise<void> {
  tale.begin(seat.isLineUp ? 'the line goes down' : 'the line comes up')
  tale.count('line switched')
  await seat.setLine(!seat.isLineUp)
}

function switchOutage({ site, tale }: Trouble): Promise<void> {
  const isOn = !site.live.service.faults.outage
  tale.begin(isOn ? 'the service goes down' : 'the service comes up')
  tale.count('outage switched')
  for (const { service } of [site.live, site.training]) service.faults.setOutage(isOn)
  return Promise.resolve()
}

async function killBrowser({ seat, random, tale }: Trouble): Promise<void> {
  const path = random.pick(['/', '/', '/#attention', '/#journal', '/#office', '/#day'])
  tale.begin(`kills the browser, and starts it at ${path}`)
  tale.count('kills')
  await seat.kill()
  await seat.start(path)
}

async function closeTab({ seat, tale }: Trouble): Promise<void> {
  tale.begin('closes the tab, and opens another')
  tale.count('tabs closed')
  await seat.reopen()
}

async function switchTab({ seat, tale }: Trouble): Promise<void> {
  tale.begin('goes to another tab')
  tale.count('tabs switched')
  await seat.switchTab()
}

async function stopWorkers({ seat, tale }: Trouble): Promise<void> {
  tale.begin('stops the worker')
  tale.count('workers stopped')
  await seat.stopWorkers()
}
