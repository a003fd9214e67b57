#!/usr/bin/env node
import { runVerify } from './command.js'
import { createContext } from './context.js'

process.exitCode = await runVerify(process.argv.slice(2), createContext())
