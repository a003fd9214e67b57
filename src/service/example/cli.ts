#!/usr/bin/env node
import { runCommand } from './command.js'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    stopping.abort()
  })
}

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (line) => {
    console.log(line)
  },
  printError: (line) => {
    console.error(line)
  },
  stop: stopping.signal,
})
