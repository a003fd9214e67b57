import { svg, type SVGTemplateResult } from 'lit'
import type { EntryState } from '../../domain/entry.js'

const circle = 'M8 1.75a6.25 6.25 0 1 0 0 12.5a6.25 6.25 0 1 0 0-12.5Z'

const drawings: Record<EntryState, string> = {
  queued: `${circle} M8 4.5V8l2.5 1.75`,
  sending: 'M8 13.5V3 M3.75 7.25 8 3l4.25 4.25',
  settled: `${circle} M5 8.25 7.25 10.5 11 5.75`,
  parked: 'M8 1.75 14.75 13.75H1.25Z M8 6.25v3.5 M8 11.6v.1',
  voided: `${circle} M3.6 3.6l8.8 8.8`,
}

/** The icon of a state; the word beside it says what it means. */
export function stateIcon(state: EntryState): SVGTemplateResult {
  return svg`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${drawings[state]} /></svg>`
}
