import type { EntryState, OperationKind } from '../../index.js'
import type { Duration, FaultGroup, FaultName } from './faults.js'
import type { PointKind, Sign } from './history.js'
import type { Fate } from './tally.js'

type Count = (count: number, shown: string) => string

interface FaultTexts {
  name: string
  /** What the till does about it. */
  till: string
}

/** All texts of the lab. */
export interface LabTexts {
  intro: string
  silence: string
  failed: string
  kinds: Record<OperationKind | 'unknown', string>
  line: {
    title: string
    plug: string
    /** Between the plug and how it stands. */
    colon: string
    /** Where the connection leads, for screen readers. */
    plugTo: string
    till: string
    service: string
    pluggedIn: string
    pulled: string
    tryPulling: string
    tryRinging: string
    keeping: Count
    catchingUp: Count
    caughtUp: Count
  }
  faults: {
    title: string
    hint: string
    forHowLong: string
    durations: Record<Duration, string>
    groups: Record<FaultGroup, string>
    names: Record<FaultName, FaultTexts>
    badDay: string
    badDayTill: string
    inForce: string
    none: string
    left: Count
    standing: string
    other: (kind: string) => string
    clear: string
    added: (name: string) => string
    cleared: string
  }
  settings: {
    title: string
    keys: string
    keysOn: string
    keysOff: string
    conditions: string
    conditionsOn: string
    conditionsOff: string
  }
  tally: {
    title: string
    hint: string
    arrived: string
    applied: string
    twice: string
    picture: (facts: { arrived: string; applied: string; twice: string; lost: string }) => string
    arrivedRow: string
    appliedRow: string
    empty: string
    fates: Record<Fate, string>
    lost: Count
    probes: Count
    repeats: string
    effects: string
    columns: { operation: string; card: string; amount: string; time: string }
  }
  timeline: {
    title: string
    empty: string
    fault: (message: string) => string
    picture: Count
    inWords: string
    legend: string
    points: Record<PointKind, string>
    waiting: string
    signs: Record<Sign, string>
    inFlight: string
    cut: string
    sentence: (facts: { subject: string; steps: string }) => string
    subject: (facts: { kind: string; amount: string; cards: string }) => string
    rungUp: (time: string) => string
    sent: Count
    person: Count
    states: Record<EntryState, (time: string) => string>
  }
  startOver: ConfirmedTexts & { done: string }
  /** The browser loses the till's data. */
  lose: ConfirmedTexts
  /** Another tab still has the data open. */
  losing: string
  /** The browser did not delete the data. */
  notLost: string
}

/** What is said of an act that is confirmed by a second press. */
export interface ConfirmedTexts {
  title: string
  hint: string
  ask: string
  sure: string
  confirm: string
  cancel: string
}
