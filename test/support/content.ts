import { readdirSync, readFileSync } from 'node:fs'
import type { Tab } from '../drivers/driver.js'

/** Work for a moment by itself, however much else the machine does. */
const rounds = 300_000_000

/**
 * The process that runs a tab's script. No engine tells, so the tab is kept busy for a moment: whoever works
 * hardest meanwhile is it.
 */
export async function findContentProcess(tab: Tab, profile: string): Promise<number> {
  const before = readWork(profile)
  await tab.evaluate((rounds) => {
    let sum = 0
    for (let round = 0; round < rounds; round += 1) sum = (sum + round) | 0
    return sum
  }, rounds)
  const worked = [...readWork(profile)].map(([pid, ticks]) => ({
    pid,
    ticks: ticks - (before.get(pid) ?? 0),
  }))
  const [busiest] = worked.sort((left, right) => right.ticks - left.ticks)
  if (!busiest) throw new Error(`no process belongs to ${profile}`)
  return busiest.pid
}

/** How the three engines call the processes that run pages. */
const contentCommand = /type=renderer|-contentproc|WebKitWebProcess/

/** How long each process of a browser that runs pages has worked, by its id. */
function readWork(profile: string): Map<number, number> {
  const processes = readProcesses()
  const groups = new Set(
    processes.filter(({ command }) => command.includes(profile)).map(({ group }) => group),
  )
  const content = processes.filter(({ group, command }) => groups.has(group) && contentCommand.test(command))
  return new Map(content.map(({ pid, ticks }) => [pid, ticks]))
}

interface Process {
  pid: number
  group: string
  ticks: number
  command: string
}

function readProcesses(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const facts = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
        const ticks = Number(facts[11]) + Number(facts[12])
        return [{ pid: Number(name), group: facts[2] ?? '', ticks, command }]
      } catch {
        return []
      }
    })
}
