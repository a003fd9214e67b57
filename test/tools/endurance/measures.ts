import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Resident memory of every process that was started for a profile, and of all that they started, in bytes. */
export function measureMemory(profile: string): number {
  const processes = readProcesses()
  const family = new Set(processes.filter(({ command }) => command.includes(profile)).map(({ id }) => id))
  for (let size = -1; size !== family.size;) {
    size = family.size
    for (const { id, parent } of processes) if (family.has(parent)) family.add(id)
  }
  return processes.reduce((sum, { id, resident }) => sum + (family.has(id) ? resident : 0), 0)
}

interface Process {
  id: number
  parent: number
  command: string
  resident: number
}

const pageBytes = 4096

function readProcesses(): Process[] {
  if (process.platform !== 'linux') return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const [, parent] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        const [, resident] = readFileSync(`/proc/${name}/statm`, 'utf8').split(' ')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        return [{ id: Number(name), parent: Number(parent), command, resident: Number(resident) * pageBytes }]
      } catch {
        return []
      }
    })
}

/** Where each engine keeps databases inside its profile. */
const databasePlace = /\/(IndexedDB|idb|indexeddb|databases)\//

/** What the databases of a profile take up on disk, in bytes. */
export function measureDatabases(profile: string): number {
  return readdirSync(profile, { recursive: true, withFileTypes: true }).reduce((sum, file) => {
    const path = join(file.parentPath, file.name)
    if (!file.isFile() || !databasePlace.test(path)) return sum
    try {
      return sum + statSync(path).blocks * 512
    } catch {
      return sum
    }
  }, 0)
}

/** One look at a till. */
export interface Sample {
  till: string
  atMs: number
  /** How long this browser has been running. */
  ageMs: number
  memory: number
  database: number
  /** Entries in the journal. */
  kept: number
  waiting: number
  parked: number
  settled: number
}

export interface Growth {
  till: string
  memoryBefore: number
  memoryAfter: number
  databaseAtEnd: number
  /** By how much each further entry makes the databases larger, between the first third of the run and its end. */
  bytesPerEntry: number
  faults: string[]
}

const settledInMs = 5_000
const slackBytes = 96e6
const bytesPerEntryMax = 24_000
const databaseSlackBytes = 12e6

/**
 * Memory is compared between browsers that have run for a while, in the first third of the run and in the last, and
 * may be larger by half and 96 MB: the variation by the garbage collector is within that, and what is kept for
 * each operation and never let go is not. Databases may grow by 24 kB an entry, and by the 12 MB that engines
 * write ahead before they tidy up.
 */
export function judgeGrowth(till: string, samples: readonly Sample[], lengthMs: number): Growth {
  const own = samples.filter((sample) => sample.till === till)
  const grown = own.filter(({ ageMs, memory }) => ageMs > settledInMs && memory > 0)
  const memoryBefore = median(grown.filter(({ atMs }) => atMs < lengthMs / 3).map(({ memory }) => memory))
  const memoryAfter = median(
    grown.filter(({ atMs }) => atMs > (2 * lengthMs) / 3).map(({ memory }) => memory),
  )
  const first = own.find(({ atMs }) => atMs > lengthMs / 3) ?? own[0]
  const last = own.at(-1)
  const entries = (last?.kept ?? 0) - (first?.kept ?? 0)
  const bytes = (last?.database ?? 0) - (first?.database ?? 0)
  const faults: string[] = []
  if (memoryBefore > 0 && memoryAfter > memoryBefore * 1.5 + slackBytes)
    faults.push(`memory grew from ${toMegabytes(memoryBefore)} to ${toMegabytes(memoryAfter)}`)
  if (bytes > entries * bytesPerEntryMax + databaseSlackBytes)
    faults.push(`its databases grew by ${toMegabytes(bytes)} for ${entries} entries`)
  return {
    till,
    memoryBefore,
    memoryAfter,
    databaseAtEnd: last?.database ?? 0,
    bytesPerEntry: entries > 0 ? bytes / entries : 0,
    faults,
  }
}

export function toMegabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((left, right) => left - right)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
