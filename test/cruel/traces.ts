import type { Random } from '../simulation/random.js'

/**
 * When a line lets something through, in the format of mahimahi's `mm-link`: a time in ms for each packet of 1,500 bytes
 * that may pass, in order, the same time twice for two of them. After the last one it begins again.
 */
export type Trace = readonly number[]

/** Reads mahimahi's format; throws and says which line is wrong. */
export function readTrace(text: string): Trace {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/)
  const times = lines.map((line, index) => {
    if (!/^\d+$/.test(line)) throw new Error(`Line ${index + 1} of the trace is no time in ms: "${line}"`)
    return Number(line)
  })
  const late = times.findIndex((time, index) => time < (times[index - 1] ?? 0))
  if (late >= 0) throw new Error(`Line ${late + 1} of the trace is before the one above it`)
  if (!times.at(-1)) throw new Error('The trace never lets anything through: its last time is 0')
  return times
}

export function writeTrace(trace: Trace): string {
  return trace.map((time) => `${time}\n`).join('')
}

/** A condition of the line, for as long as it lasts. */
interface Condition {
  name: string
  kbitPerS: number
  /** The shortest and the longest stay. */
  seconds: readonly [number, number]
  /** What may follow; what stands there twice is twice as likely. */
  next: readonly [string, ...string[]]
}

/** Invented and not measured: a chain of conditions with the features that published drives have in common. */
const drives = {
  /** Mbit/s with dips, and a gap of seconds at a handover. */
  lte: [
    { name: 'near', kbitPerS: 8_000, seconds: [4, 30], next: ['far', 'far', 'handover'] },
    { name: 'far', kbitPerS: 2_000, seconds: [3, 15], next: ['near', 'dip', 'handover'] },
    { name: 'dip', kbitPerS: 150, seconds: [1, 6], next: ['far', 'handover'] },
    { name: 'handover', kbitPerS: 0, seconds: [0.5, 7], next: ['near', 'far', 'dip'] },
  ],
  /** Some hundred kbit/s, and outages up to minutes. */
  threeG: [
    { name: 'near', kbitPerS: 1_200, seconds: [5, 30], next: ['far', 'far', 'handover'] },
    { name: 'far', kbitPerS: 250, seconds: [5, 20], next: ['near', 'dip', 'outage'] },
    { name: 'dip', kbitPerS: 30, seconds: [2, 10], next: ['far', 'outage'] },
    { name: 'handover', kbitPerS: 0, seconds: [1, 9], next: ['near', 'far', 'dip'] },
    { name: 'outage', kbitPerS: 0, seconds: [12, 100], next: ['far', 'dip'] },
  ],
} as const satisfies Record<string, readonly Condition[]>

export type DriveName = keyof typeof drives

export const driveNames = Object.keys(drives) as DriveName[]

const bitsPerPacket = 12_000

/** A drive of ten minutes. */
export function generateTrace(name: DriveName, random: Random, lengthMs = 600_000): Trace {
  const conditions: readonly Condition[] = drives[name]
  const times: number[] = []
  let condition = conditions[0]
  for (let at = 1; condition && at <= lengthMs;) {
    const { kbitPerS, seconds, next } = condition
    const end = at + Math.round(1_000 * (seconds[0] + random.next() * (seconds[1] - seconds[0])))
    if (kbitPerS === 0) at = end
    // Packets come at random and not evenly: the time between two of them is exponential.
    for (let exact = at; at < end;) {
      exact += -Math.log(1 - random.next()) * (bitsPerPacket / kbitPerS)
      at = Math.min(end, Math.ceil(exact))
      if (at < end && at <= lengthMs) times.push(at)
    }
    const following = random.pick(next)
    condition = conditions.find((other) => other.name === following)
  }
  return [...times, lengthMs]
}
