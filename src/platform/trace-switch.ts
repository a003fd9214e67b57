import { consoleTrace } from './trace.js'

/** The console, where this browser's storage says so: support turns a trace on without a change of the page. */
export function findConsoleTrace(): ReturnType<typeof consoleTrace> | undefined {
  try {
    const value = localStorage.getItem('counterfoil:trace') ?? '0'
    return /^0?$/.test(value) ? undefined : consoleTrace()
  } catch {
    // Where storage is denied nobody has asked for a trace.
    return undefined
  }
}
