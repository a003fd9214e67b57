#!/usr/bin/env node
import { createContext } from '../verify/context.js'
import { runOpen } from './command.js'

process.exitCode = await runOpen(process.argv.slice(2), createContext())
