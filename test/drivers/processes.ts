import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Takes away a child's whole process group, and waits until none of it lives: nobody still holds its files then. */
export async function killGroup(child: ChildProcess): Promise<void> {
  const group = child.pid
  if (group === undefined) return
  signalGroup(child, 'SIGKILL')
  while (isAlive(group)) await new Promise((resolve) => setTimeout(resolve, 10))
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

/** Whether any process of a group still runs; one that has ended and was not yet buried does not. */
function isAlive(group: number): boolean {
  if (process.platform !== 'linux') return false
  return readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false
    try {
      const [state, , pgrp] = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
      return pgrp === String(group) && state !== 'Z' && state !== 'X'
    } catch {
      return false
    }
  })
}
