import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/** Keeps this process and all that it starts on so many cores, where there are more; tells how many it has. */
export function stayOnCores(count: number): number {
  if (availableParallelism() <= count) return availableParallelism()
  const list = `0-${count - 1}`
  const { status } = spawnSync('taskset', ['-a', '-c', '-p', list, String(process.pid)], { stdio: 'ignore' })
  if (status === 0) return count
  console.warn(`It runs on ${availableParallelism()} cores: taskset cannot keep it on ${count}.`)
  return availableParallelism()
}
