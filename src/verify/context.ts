import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { dropMark } from '../domain/text-file.js'
import { toPlainLine } from './plain.js'

/** What a command needs from its process. */
export interface CommandContext {
  print: (line: string) => void
  printError: (line: string) => void
  /** The passphrase of the file, asked for without showing it. */
  ask: () => Promise<string>
}

/** The process that runs the command, with its terminal. */
export function createContext(): CommandContext {
  return {
    print: (line) => {
      console.log(line)
    },
    printError: (line) => {
      console.error(line)
    },
    ask: askForPassphrase,
  }
}

/** The same process, to which nothing of a file is printed but plain lines. */
export function guardTerminal({ print, printError, ask }: CommandContext): CommandContext {
  return {
    print: (line) => {
      print(toPlainLine(line))
    },
    printError: (line) => {
      printError(toPlainLine(line))
    },
    ask,
  }
}

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
      resolve(dropMark(line))
      lines.close()
      if (isTyped) stderr.write('\n')
      // A pipe that stays open would keep the process alive.
      else stdin.destroy()
    })
    lines.once('close', () => {
      resolve('')
    })
  })
}
