#!/usr/bin/env node
import { runCommand } from './command.js'

process.exitCode = await runCommand(process.argv.slice(2), {
  print: (text) => {
    console.log(text)
  },
  printError: (text) => {
    console.error(text)
  },
  env: process.env,
})
