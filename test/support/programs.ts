import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { connect, createServer } from 'node:net'
import { delimiter, join } from 'node:path'

/** Where a program is, if it is installed; the ones of the system are not always on the path. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

export function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

/** Resolves when a program listens on its port; rejects with what it logged, if it ends before. */
export async function untilListening(
  name: string,
  child: ChildProcess,
  port: number,
  readLog: () => string,
): Promise<void> {
  while (isRunning(child)) {
    if (await canConnect(port)) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error(`${name} ended before it listened:\n${readLog()}`)
}

async function canConnect(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

/** Ends a program, and waits until it is gone. */
export async function endProgram(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (!child || !isRunning(child)) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/** A port that was free a moment ago, and none of those that the system gives to whoever asks for any. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 11_000 + Math.floor(Math.random() * 20_000)
    const server = createServer().listen(port, '127.0.0.1')
    try {
      await once(server, 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return port
  }
}
