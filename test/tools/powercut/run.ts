import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { judge, isSound, toVerdict, truthAt, type Truth, type Verdict } from './judge.js'
import {
  lay,
  openWhole,
  startQuickOpener,
  type Opened,
  type OpenTerms,
  type QuickOpener,
  type WholeOpening,
} from './openings.js'
import { findMachine, type Machine, type PowercutEngine } from './machines.js'
import type { Measure } from './page/measures.js'
import { createUsedProfile, record, type Recording, type UsedProfile } from './record.js'
import { type Site, startSite } from './site.js'
import { buildStates, digestOf, manners, planCuts, type Manner, type State } from './states.js'
import { createTemplate } from './template.js'

export interface PowercutTerms {
  states: number
  seed: number
  /** The measure that the till goes without. */
  without?: Measure | undefined
  /** Only states that were left in one of these manners are opened. */
  manners?: readonly Manner[]
  /** The number of the one state that is wanted, from 1 on. */
  only?: number | undefined
  /** How many are rung up on each of three lanes in a recording. */
  count: number
  /** Where states are kept that lose something silently, or in which the till does not open or does not go on. */
  keepIn: string
  say: (line: string) => void
  /** Is told how things stand after each recording. */
  onRecording?: (tally: Tally) => void
}

/** What became of the states. */
export interface Tally {
  states: number
  /** How many differ from all others in what the databases lie in. */
  distinct: number
  verdicts: Record<Manner, Record<Verdict, number>>
  /** Opened whole, in a fresh browser, witness and mirror included. */
  whole: number
  /** The till spoke of a loss where nothing was missing. */
  falseAlarms: number
  /** Opened, rung up in, cut off again, and opened once more. */
  twice: number
  twiceLost: Record<'told' | 'silent' | 'stuck', number>
  /** Operations that were missing, those of them that had not reached the service, and what the mirror gave back of these. */
  missing: number
  unsent: number
  broughtBack: number
  steps: number
  recordings: number
  /** Each time that something took longer than it may, though it went well when it was tried again. */
  stalls: string[]
  faults: string[]
}

/** So many states are cut from one recording. */
const statesPerRecording = 1_000
/** One state in so many is opened in a fresh browser though nothing is missing; one in so many twice. */
const wholeEvery = 100
const twiceEvery = 20
const recordingsMax = 3

const noVerdicts = (): Record<Verdict, number> => ({ kept: 0, told: 0, silent: 0, stuck: 0 })

const emptyTally = (): Tally => ({
  ...{
    states: 0,
    distinct: 0,
    whole: 0,
    falseAlarms: 0,
    twice: 0,
    missing: 0,
    broughtBack: 0,
    unsent: 0,
    steps: 0,
    recordings: 0,
  },
  verdicts: {
    all: noVerdicts(),
    none: noVerdicts(),
    dropped: noVerdicts(),
    early: noVerdicts(),
    torn: noVerdicts(),
  },
  twiceLost: { told: 0, silent: 0, stuck: 0 },
  stalls: [],
  faults: [],
})

/** What every recording begins with: the page's site, an empty profile, and one that a till has used before. */
export interface Beginning {
  site: Site
  where: Omit<OpenTerms, 'without'>
  used: UsedProfile
  remove: () => Promise<void>
}

/** Lays it in for an engine, with the page that was built into a folder. */
export async function begin(engine: PowercutEngine, page: string): Promise<Beginning> {
  const machine = findMachine(engine)
  const site = await startSite(page)
  const template = await createTemplate(machine)
  const used = await createUsedProfile(site, template, machine)
  return {
    site,
    where: { url: site.url, template, machine },
    used,
    async remove() {
      await site.stop()
      for (const profile of [template, used.path])
        rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export async function run({ site, where, used }: Beginning, terms: PowercutTerms): Promise<Tally> {
  const tally = emptyTally()
  const { machine } = where
  for (const round of roundsOf(terms)) {
    const wish = { machine, count: terms.count, round: `${terms.seed}-${round}`, without: terms.without }
    const recording = await recordPatiently(tally, () => {
      site.setOutage(false)
      return record(site, used, wish)
    })
    site.setOutage(true)
    tally.recordings += 1
    tally.steps += recording.steps.length
    terms.say(`recorded ${recording.steps.length} steps and ${recording.told.length} operations`)
    await playRecording({ terms, tally, where, recording }, round)
    terms.onRecording?.(tally)
  }
  return tally
}

function roundsOf({ states, only }: PowercutTerms): number[] {
  const rounds = Array.from({ length: Math.ceil(states / statesPerRecording) }, (_, round) => round)
  return only === undefined ? rounds : [Math.floor((only - 1) / statesPerRecording)]
}

/** A recording that stalls is counted, and made anew. */
async function recordPatiently(tally: Tally, make: () => Promise<Recording>): Promise<Recording> {
  for (let left = recordingsMax; ; left -= 1) {
    try {
      return await make()
    } catch (error) {
      if (left === 1) throw error
      tally.stalls.push(`recording ${tally.recordings + 1}: ${String(error)}`)
    }
  }
}

interface Play {
  terms: PowercutTerms
  tally: Tally
  where: Omit<OpenTerms, 'without'>
  recording: Recording
}

async function playRecording(play: Play, round: number): Promise<void> {
  const { terms, tally, where, recording } = play
  const { steps, openedAt, base } = recording
  const before = round * statesPerRecording
  const count = Math.min(statesPerRecording, terms.states - before)
  const { manners: wanted = manners } = terms
  const planned = planCuts(steps, openedAt, count, terms.seed + round)
  const cuts = planned.filter(({ manner }) => wanted.includes(manner))
  const opener = await startQuickOpener({ ...where, without: terms.without })
  const known = new Map<string, Opened>()
  let number = before
  try {
    for (const state of buildStates(steps, base, cuts)) {
      number += 1
      if (terms.only !== undefined && number !== terms.only) continue
      const digest = digestOf(databasesOf(state.files, where.machine))
      const opened = known.get(digest) ?? (await opener.open(state.files))
      if (!known.has(digest)) tally.distinct += 1
      const isNew = !known.has(digest)
      known.set(digest, opened)
      await judgeState(play, { state, number, opened, opener: isNew ? opener : undefined })
      tally.states += 1
      if (tally.states % 250 === 0) terms.say(summarize(tally))
    }
  } finally {
    await opener.stop()
  }
}

interface Case {
  state: State
  /** From 1 on, over all recordings. */
  number: number
  opened: Opened
  /** Where the state is open now. */
  opener: QuickOpener | undefined
}

async function judgeState(play: Play, { state, number, opened, opener }: Case): Promise<void> {
  const { tally, recording, terms } = play
  const truth = truthAt(recording, timeOf(recording.steps, state.after))
  const isKept = 'found' in opened && isSound(judge(opened.found, truth))
  const name = `state ${number}, ${describe(state)}`
  if ('error' in opened) noteStall(play, { name, files: state.files, error: opened.error })
  const isWhole = !isKept || number % wholeEvery === 1
  const verdict = isWhole ? await openInFull(play, state.files, truth, name) : 'kept'
  tally.verdicts[state.manner][verdict] += 1
  const isTorn = state.manner === 'early' || state.manner === 'torn'
  const isTwice = isTorn && (terms.without === 'new-log' || number % twiceEvery === 1)
  if (isKept && opener && isTwice) await openTwice(play, truth, opener, { name, files: state.files })
}

/** A state by its name, and what became of it. */
interface Named {
  name: string
  files: ReadonlyMap<string, Buffer>
}

/** Counts it, and keeps the state. */
function noteStall(play: Play, { error, ...state }: Named & { error: string }): void {
  play.tally.stalls.push(`${state.name}: ${error}; kept in ${keep(play, state)}`)
}

/** Keeps a copy of the profile’s data; returns where. */
function keep({ tally, terms, where }: Play, { files }: Named): string {
  const number = tally.stalls.length + tally.faults.length + 1
  const place = join(terms.keepIn, `${where.machine.engine}-${terms.seed}-${number}`)
  lay(place, files, () => true)
  return place
}

/** What stalls is opened once more: a busy machine is not a till that hangs. */
async function openPatiently(play: Play, name: string, files: Named['files']): Promise<WholeOpening> {
  const first = await openWhole(files, play.where)
  if (!('error' in first.opened)) return first
  noteStall(play, { name, files, error: first.opened.error })
  return openWhole(files, play.where)
}

/** In a browser of its own, with witness and mirror: what the till says there is what counts. */
async function openInFull(
  play: Play,
  files: ReadonlyMap<string, Buffer>,
  truth: Truth,
  name: string,
): Promise<Verdict> {
  const { tally } = play
  tally.whole += 1
  const { opened, broughtBack } = await openPatiently(play, name, files)
  if ('error' in opened) {
    tally.faults.push(`${name}: ${opened.error}`)
    return 'stuck'
  }
  const judgement = judge(opened.found, truth)
  const verdict = toVerdict(judgement, opened.found.losses)
  if (verdict === 'kept' && opened.found.losses.length > 0) tally.falseAlarms += 1
  if (verdict === 'silent') {
    const what = JSON.stringify(judgement).slice(0, 600)
    tally.faults.push(`${name}: ${what}; kept in ${keep(play, { name, files })}`)
  }
  const back = new Set(broughtBack?.entries.map(({ id }) => id))
  tally.missing += judgement.missing.length
  const unsent = judgement.missing.filter((id) => !judgement.sent.has(id))
  tally.unsent += unsent.length
  tally.broughtBack += unsent.filter((id) => back.has(id)).length
  return verdict
}

/** Rings up once more in what was found, and takes the power away again: what a tear has hidden shows at the next start. */
async function openTwice(
  play: Play,
  truth: Truth,
  opener: QuickOpener,
  { name: first, files: before }: Named,
): Promise<void> {
  const { tally } = play
  const name = `${first}, opened twice`
  tally.twice += 1
  const wentOn = await opener.goOn(name)
  if ('error' in wentOn) {
    noteStall(play, { name, files: before, error: wentOn.error })
    tally.faults.push(`${name}: ${wentOn.error}`)
    tally.twiceLost.stuck += 1
    return
  }
  const { told, files, hasTurned } = wentOn
  if (!hasTurned) noteStall(play, { name, files: before, error: 'no new log was begun' })
  const since = { told: [...truth.told, ...told], arrivals: truth.arrivals }
  const opened = await opener.open(files)
  if ('found' in opened && isSound(judge(opened.found, since))) return
  const verdict = await openInFull(play, files, since, name)
  if (verdict !== 'kept') tally.twiceLost[verdict] += 1
}

function databasesOf(files: ReadonlyMap<string, Buffer>, { isDatabase }: Machine): Map<string, Buffer> {
  return new Map([...files].filter(([path]) => isDatabase(path)))
}

/** Between two steps the power goes as late as it can: right before the next is asked for. */
function timeOf(steps: Recording['steps'], after: number): number {
  return Math.max(steps[after - 1]?.to ?? 0, steps[after]?.from ?? Infinity)
}

function describe({ after, names, manner, sector, seed }: State): string {
  return `cut after step ${after}, ${names}, ${manner}, ${sector} B, ${seed}`
}

/** How many states ended in a verdict. */
export function countOf({ verdicts }: Tally, verdict: Verdict): number {
  return manners.reduce((sum, manner) => sum + verdicts[manner][verdict], 0)
}

export function summarize(tally: Tally): string {
  const { states, distinct, whole, twice, twiceLost, falseAlarms, stalls } = tally
  return (
    `${states} states, ${distinct} distinct, ${whole} in full: ${countOf(tally, 'kept')} kept, ` +
    `${countOf(tally, 'told')} lost and told, ${countOf(tally, 'silent')} lost silently, ${countOf(tally, 'stuck')} stuck, ${falseAlarms} false alarms, ${stalls.length} stalls; ` +
    `${twice} opened twice: ${twiceLost.told} lost and told, ${twiceLost.silent} lost silently, ${twiceLost.stuck} stuck`
  )
}
