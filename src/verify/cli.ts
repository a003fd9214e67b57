#!/usr/bin/env node
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { runVerify } from './command.js'

/** What is typed is not shown. */
function askForPassphrase(): Promise<string> {
  const { stdin, stderr } = process
  const isTyped = stdin.isTTY
  if (isTyped) stderr.write('Passphrase: ')
  const output = new Writable({
    write(_chunk, _encoding, done) {
      done()
    },
  })
  const lines = createInterface({ input: stdin, output, terminal: isTyped })
  return new Promise((resolve) => {
    lines.once('line', (line) => {
      resolve(line)
      lines.close()
      if (isTyped) stderr.write('\n')
    })
    lines.once('close', () => {
      resolve('')
    })
  })
}

process.exitCode = await runVerify(process.argv.slice(2), {
  print: (line) => {
    console.log(line)
  },
  printError: (line) => {
    console.error(line)
  },
  ask: askForPassphrase,
})
