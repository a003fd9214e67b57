import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { FakeClock } from '../support/replay.js'
import { endSocket } from './bytes.js'
import type { Trace } from './traces.js'

export interface MobileLineOptions {
  /** The server behind the line, such as `http://127.0.0.1:4173`; a path in it is ignored. */
  target: string
  up: Trace
  down: Trace
  /** Time passes on it while packets wait, and stands still while none does. */
  clock: FakeClock
  /** For how long a new connection bears it that none of its bytes comes through. */
  patienceMs: () => number
  /** How many packets wait in each direction before the next ones are dropped. */
  queueMax?: number
}

export interface MobileLine {
  url: string
  readonly counts: Readonly<Counts>
  stop: () => Promise<void>
}

interface Counts {
  packets: number
  /** Packets that found the queue full. */
  drops: number
  /** Connections that the line lost. */
  cuts: number
  /** Connections that the till gave up. */
  hangUps: number
}

const packetBytes = 1_500
/** Packets of one connection that are under way at once. */
const windowMax = 10
const dropsMax = 6
const stepMsMax = 1_000

/** One direction of one connection. */
interface Flow {
  to: Socket
  waiting: Buffer[]
  inQueue: number
  isEnding: boolean
  /** Since when nothing of it came through, though something waits. */
  stuckSince: number
  resendAt: number
  drops: number
  cut: () => void
  onEmpty?: () => void
  patienceMs: number
}

interface Direction {
  opportunities: Opportunities
  queue: { flow: Flow; bytes: Buffer }[]
  flows: Set<Flow>
}

/** A line that lets bytes through at the opportunities of a trace, both ways. */
export async function createMobileLine(options: MobileLineOptions): Promise<MobileLine> {
  const { clock, target, queueMax = 8, patienceMs } = options
  const counts: Counts = { packets: 0, drops: 0, cuts: 0, hangUps: 0 }
  const startedAt = clock.now()
  const open = (trace: Trace): Direction => ({
    opportunities: createOpportunities(trace, startedAt),
    queue: [],
    flows: new Set(),
  })
  const up = open(options.up)
  const down = open(options.down)
  const directions = [up, down]
  const sockets = new Set<Socket>()
  let moving: Promise<void> | undefined
  const server = createServer({ noDelay: true }, accept)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  function accept(client: Socket): void {
    const { hostname, port } = new URL(target)
    const upstream = connect({ host: hostname, port: Number(port), noDelay: true })
    const patience = Math.round(patienceMs())
    let isBusy = false
    const leave = (count: 'cuts' | 'hangUps') => {
      if (isBusy) counts[count] += 1
      isBusy = false
      for (const socket of [client, upstream]) endSocket(socket, 'reset')
    }
    const flow = (to: Socket): Flow => ({
      ...{ to, waiting: [], inQueue: 0, isEnding: false, stuckSince: 0, resendAt: 0, drops: 0 },
      patienceMs: patience,
      cut: () => {
        leave('cuts')
      },
    })
    const answer = flow(client)
    join(client, up, flow(upstream))
    join(upstream, down, answer)
    client.on('data', () => (isBusy = true))
    answer.onEmpty = () => (isBusy = false)
    client.once('close', () => {
      leave('hangUps')
    })
  }

  function join(from: Socket, direction: Direction, flow: Flow): void {
    sockets.add(from)
    direction.flows.add(flow)
    from.on('error', () => undefined)
    from.once('close', () => sockets.delete(from))
    flow.to.once('close', () => {
      direction.flows.delete(flow)
      direction.queue = direction.queue.filter((packet) => packet.flow !== flow)
    })
    from.on('data', (bytes: Buffer) => {
      if (flow.waiting.length + flow.inQueue === 0) flow.stuckSince = clock.now()
      for (let at = 0; at < bytes.length; at += packetBytes)
        flow.waiting.push(bytes.subarray(at, at + packetBytes))
      offer(direction, flow)
      moving ??= move().finally(() => (moving = undefined))
    })
    for (const event of ['end', 'close']) {
      from.once(event, () => {
        flow.isEnding = true
        endIfEmpty(flow)
      })
    }
  }

  /** Puts into the queue what it takes; what it does not take is sent again after a second, two, four. */
  function offer({ queue }: Direction, flow: Flow): void {
    while (flow.inQueue < windowMax && clock.now() >= flow.resendAt) {
      const bytes = flow.waiting[0]
      if (!bytes) return
      if (queue.length >= queueMax) {
        counts.drops += 1
        flow.resendAt = clock.now() + 500 * 2 ** flow.drops
        flow.drops += 1
        return
      }
      flow.waiting.shift()
      flow.inQueue += 1
      queue.push({ flow, bytes })
    }
  }

  const isStirring = ({ queue, flows }: Direction) =>
    queue.length > 0 || [...flows].some(({ waiting }) => waiting.length > 0)

  async function move(): Promise<void> {
    while (directions.some(isStirring)) {
      const now = clock.now()
      const dueAt = Math.min(...directions.map((direction) => findDue(direction, now)))
      const stepMs = Math.min(stepMsMax, Math.max(0, dueAt - now))
      // Whoever has something to do on this machine does it before time goes on.
      await new Promise((resolve) => setTimeout(resolve))
      if (stepMs > 0) clock.advance(stepMs)
      for (const direction of directions) pass(direction)
    }
  }

  function findDue({ queue, flows, opportunities }: Direction, now: number): number {
    const stuck = [...flows].filter(({ waiting, inQueue }) => waiting.length + inQueue > 0)
    const resends = stuck.filter(({ waiting, resendAt }) => waiting.length > 0 && resendAt > now)
    return Math.min(
      queue.length > 0 ? opportunities.next(now) : Infinity,
      ...resends.map(({ resendAt }) => resendAt),
      ...stuck.map(({ stuckSince, patienceMs: most }) => stuckSince + most),
    )
  }

  function pass(direction: Direction): void {
    const now = clock.now()
    while (direction.queue.length > 0 && direction.opportunities.next(now) <= now) {
      direction.opportunities.use(now)
      letThrough(direction)
    }
    for (const flow of [...direction.flows]) {
      offer(direction, flow)
      const isStuck = flow.waiting.length + flow.inQueue > 0
      const isLost = now - flow.stuckSince >= flow.patienceMs || flow.drops > dropsMax
      if (isStuck && isLost) flow.cut()
    }
  }

  /** One opportunity takes as many small packets as find room in it. */
  function letThrough(direction: Direction): void {
    let room = packetBytes
    for (;;) {
      const first = direction.queue[0]
      if (!first || first.bytes.length > room) return
      direction.queue.shift()
      room -= first.bytes.length
      const { flow, bytes } = first
      counts.packets += 1
      Object.assign(flow, { inQueue: flow.inQueue - 1, stuckSince: clock.now(), drops: 0 })
      flow.to.write(bytes)
      offer(direction, flow)
      endIfEmpty(flow)
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    async stop() {
      const ended = [...sockets].map((socket) => once(socket, 'close'))
      for (const socket of sockets) socket.destroy()
      server.close()
      await Promise.all([...ended, once(server, 'close'), moving])
    },
  }
}

function endIfEmpty({ to, waiting, inQueue, isEnding, onEmpty }: Flow): void {
  if (waiting.length + inQueue > 0) return
  onEmpty?.()
  if (isEnding) to.destroySoon()
}

interface Opportunities {
  /** The next one at this time or later that is not used yet. */
  next: (now: number) => number
  use: (now: number) => void
}

export function createOpportunities(trace: Trace, startedAt: number): Opportunities {
  const period = trace.at(-1) ?? 0
  let used = -1

  function find(now: number): number {
    const since = Math.max(0, now - startedAt)
    const lap = Math.max(0, Math.ceil(since / period) - 1)
    return Math.max(used + 1, lap * trace.length + lowerBound(trace, since - lap * period))
  }

  return {
    next(now) {
      const index = find(now)
      const lap = Math.floor(index / trace.length)
      return startedAt + lap * period + (trace[index % trace.length] ?? 0)
    },
    use(now) {
      used = find(now)
    },
  }
}

/** The first place whose time is not before the one asked for. */
function lowerBound(trace: Trace, time: number): number {
  let [low, high] = [0, trace.length - 1]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((trace[middle] ?? 0) < time) low = middle + 1
    else high = middle
  }
  return low
}
