import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Takes away a child's whole process group, and waits until none of it lives: nobody still holds its files then. */
export async function killGroup(child: ChildProcess): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  signalGroup(child, 'SIGKILL')
  while (isAlive(group)) await new Promise((resolve) => setTimeout(resolve, 25))
}

/** Sends a signal to every process that a child leads. The child must have been started detached. */
export function signalGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Stops every process that a child leads, and waits until none of their threads runs: then their files are at rest. */
export async function stopGroup(child: ChildProcess): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  signalGroup(child, 'SIGSTOP')
  while (isAlive(group, stopped)) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** How Linux writes that a thread has ended, and is buried or not; and that it was stopped. */
const ended = ['Z', 'X']
const stopped = [...ended, 'T', 't']

/** Whether any thread of a group's processes is in another state than these. */
function isAlive(group: number, resting: readonly string[] = ended): boolean {
  if (process.platform !== 'linux') return false
  return listNumbers('/proc').some((id) => {
    if (readStat(`/proc/${id}`).group !== String(group)) return false
    return listNumbers(`/proc/${id}/task`).some((thread) => {
      const { state } = readStat(`/proc/${id}/task/${thread}`)
      return state !== undefined && !resting.includes(state)
    })
  })
}

function listNumbers(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name))
  } catch {
    // The process has gone meanwhile.
    return []
  }
}

/** The state and the group of a process or thread; nothing of one that has gone. */
function readStat(folder: string): { state?: string; group?: string } {
  try {
    const [state, , group] = readFileSync(`${folder}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
    return { ...(state !== undefined && { state }), ...(group !== undefined && { group }) }
  } catch {
    return {}
  }
}
