import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { endProgram } from '../../support/programs.js'

/** A process of the example service. */
export interface Instance {
  pid: () => number | undefined
  /** Takes it away, as a power cut would. */
  kill: () => Promise<void>
  start: () => Promise<void>
}

export interface InstanceTerms {
  /** The built `counterfoil-service`. */
  command: string
  port: number
  database: string
}

/** Starts an instance. */
export async function startInstance({ command, port, database }: InstanceTerms): Promise<Instance> {
  let child: ChildProcess | undefined
  const instance: Instance = {
    pid: () => child?.pid,
    kill: () => endProgram(child, 'SIGKILL'),
    async start() {
      const words = [command, '--postgres', database, '--port', String(port)]
      child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
      if (child.stdout) await untilSaid(child.stdout)
    },
  }
  await instance.start()
  return instance
}

async function untilSaid(output: NodeJS.ReadableStream): Promise<void> {
  for await (const line of createInterface(output)) {
    if (line.includes('listens on')) return
  }
  throw new Error('The example service ended before it listened')
}
