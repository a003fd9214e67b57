import type { Trace, TraceLine } from '../domain/trace.js'
import { reportFault } from './faults.js'

type Sink = (line: TraceLine) => void

/** Writes each line of the trace to the console by `console.debug`, as text. */
export function consoleTrace(): (line: TraceLine) => void {
  return ({ at, what, ...facts }) => {
    console.debug(`counterfoil ${at.toISOString()} ${what} ${JSON.stringify(facts)}`)
  }
}

/** Stamps each line with its time. A sink that throws is reported to the page and disturbs nothing. */
export function createTrace(sink: Sink | undefined): Trace | undefined {
  if (!sink) return undefined
  return (fact) => {
    try {
      sink({ ...fact, at: new Date() })
    } catch (fault) {
      reportFault(fault)
    }
  }
}
