import { readFileSync } from 'node:fs'
import { playChain, type ChainTerms, type Happening } from './chain.js'
import { createCollector } from './collector.js'
import { incidentToHappening, leadMinutes, watchMinutes, type Incident } from './incidents.js'
import { findAlarms, ruleFiles } from './promtool.js'

/** What an incident raised. */
export interface Verdict {
  /** Seconds from the incident to the alarm that must tell of it; undefined if it never did. */
  afterSeconds: number | undefined
  /** Alarms that fired before it. */
  early: string[]
  /** The other alarms that it raised. */
  also: string[]
}

/** How large a chain is, and how busy. */
export type ChainSize = Pick<ChainTerms, 'seed' | 'shops' | 'tillsPerShop' | 'secondsBetweenSales'>

/** An alarm’s name as the runbooks have it. */
export const withoutPrefix = (alert: string) => alert.replace(/^Counterfoil/, '')

/** Only what the rules read is kept: ten thousand tills have a million series. */
export function keepWhatRulesRead(): (name: string) => boolean {
  const read = new Set(
    ruleFiles.flatMap((file) => readFileSync(file, 'utf8').match(/\bcounterfoil_\w+/g) ?? []),
  )
  return (name) => read.has(name)
}

/** Plays a chain and returns the alarms of the pack's rules over what it has sent. */
async function play(terms: ChainTerms, happenings: readonly Happening[], everySeconds?: number) {
  const collector = createCollector(keepWhatRulesRead())
  await playChain(terms, collector, happenings)
  return findAlarms(collector, everySeconds)
}

/** Plays an incident, after a while in which all is well. */
export async function playIncident(incident: Incident, size: ChainSize): Promise<Verdict> {
  const terms = { ...size, minutes: leadMinutes + watchMinutes, isByDay: false }
  const alarms = await play(terms, [incidentToHappening(incident)])
  const afterOf = (seconds: number) => seconds - leadMinutes * 60
  const all = [...alarms].map(([name, seconds]) => ({ name: withoutPrefix(name), after: afterOf(seconds) }))
  const own = all.find(({ name }) => name === incident.alarm)
  return {
    afterSeconds: own?.after,
    early: all.filter(({ after }) => after <= 0).map(({ name }) => name),
    also: all.filter((one) => one.after > 0 && one !== own).map(({ name }) => name),
  }
}

/** Plays a day in which nothing happens but the ordinary, and returns the alarms that fired, each with its hour. */
export async function playQuietDay(size: ChainSize): Promise<string[]> {
  const alarms = await play({ ...size, minutes: 24 * 60, isByDay: true }, [], 300)
  return [...alarms].map(([name, seconds]) => `${withoutPrefix(name)} at ${(seconds / 3_600).toFixed(2)} h`)
}
