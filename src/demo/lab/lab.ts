import type { Till } from '../../index.js'
import { create, setText, showText } from '../dom.js'
import type { Language } from '../languages.js'
import { coalesce } from '../timing.js'
import { createAbilities } from './abilities.js'
import {
  addFault,
  changeSettings,
  clearFaults,
  readLedger,
  readState,
  reset,
  setChance,
  setOutage,
  type Ledger,
  type SandboxAnswer,
  type SandboxState,
} from './control.js'
import { badDay, createFault } from './faults.js'
import { createLabFormats, type LabVoice } from './formats.js'
import { createLine } from './line.js'
import { createStartOver } from './start-over.js'
import { createTallySection } from './tally-view.js'
import { labTexts } from './texts.js'
import { createTimeline } from './timeline.js'
import { createTroubles } from './troubles.js'

const restMs = 500
const lookMs = 2_000

export interface LabDeps {
  till: Till
  language: Language
  /** Told whether there is a stand-in service to play with, once that is known and whenever it changes. */
  onState?: (isThere: boolean) => void
}

export interface Lab {
  /** The content of a drawer. */
  element: HTMLElement
  /** Follows till and service from now on; until then only one look is taken at whether there is a service. */
  start: () => void
  stop: () => void
}

/** The workbench beside the till: break line and service, and see what becomes of it. */
export function createLab({ till, language, onState }: LabDeps): Lab {
  const texts = labTexts[language]
  const voice: LabVoice = { texts, formats: createLabFormats(texts.locale) }
  const parts = createParts(till, voice, perform)
  const tellPresence = createPresence(onState)
  const showLedger = createLedgerReader(parts.showLedger)
  let acts = 0
  let state: SandboxState | undefined
  let leave: (() => void) | undefined

  function show(answer: SandboxAnswer): void {
    tellPresence(answer)
    if (answer.tag === 'answers') state = answer.state
    parts.show(answer)
  }

  /** What was asked before somebody acted is old news once it comes. */
  async function look(): Promise<void> {
    const before = acts
    const answer = await readState()
    if (before === acts) show(answer)
    await Promise.all([parts.timeline.refresh(), showLedger(state)])
  }

  async function perform(act: () => Promise<SandboxAnswer>, said?: string): Promise<boolean> {
    acts += 1
    const answer = await act()
    acts += 1
    show(answer)
    refresh()
    if (said !== undefined) setText(parts.announcer, answer.tag === 'answers' ? said : texts.failed)
    return answer.tag === 'answers'
  }

  const work = coalesce(async () => {
    if (leave) await look()
  }, restMs)
  const refresh = () => {
    if (leave && document.visibilityState === 'visible') work()
  }

  function start(): void {
    leave ??= follow(till, refresh, () => {
      if (state) parts.line.show(!state.outage, till.status.value)
    })
    parts.timeline.start()
    refresh()
  }

  function stop(): void {
    leave?.()
    leave = undefined
    parts.timeline.stop()
  }

  void readState().then(show)
  return { element: parts.element, start, stop }
}

/** Calls back at every change of the till, when the page is shown again, and from time to time. */
function follow(till: Till, refresh: () => void, onStatus: () => void): () => void {
  const unsubscribe = till.status.subscribe(() => {
    onStatus()
    refresh()
  })
  document.addEventListener('visibilitychange', refresh)
  const timer = setInterval(refresh, lookMs)
  return () => {
    unsubscribe()
    document.removeEventListener('visibilitychange', refresh)
    clearInterval(timer)
  }
}

/** The ledger is long: it is read only once there is more in it than was shown. */
function createLedgerReader(
  show: (ledger: Ledger) => void,
): (state: SandboxState | undefined) => Promise<void> {
  let shown = ''
  return async (state) => {
    const name = state ? `${state.arrivals} ${state.effects}` : ''
    if (name === shown) return
    const ledger = await readLedger()
    if (!ledger) return
    shown = name
    show(ledger)
  }
}

/** Silence after an answer is a service that is down, and before any it is none. */
function createPresence(onState: LabDeps['onState']): (answer: SandboxAnswer) => void {
  let isThere: boolean | undefined
  return ({ tag }) => {
    const next = tag === 'answers' || (tag === 'silent' && isThere === true)
    if (next === isThere) return
    isThere = next
    onState?.(next)
  }
}

type Perform = (act: () => Promise<SandboxAnswer>, said?: string) => Promise<boolean>

function createParts(till: Till, voice: LabVoice, perform: Perform) {
  const { texts } = voice
  const line = createLine(voice, (isPluggedIn) => {
    // A till notices a line that comes or goes by what it sends: here it is told to look at once.
    void perform(() => setOutage(!isPluggedIn)).then(() => till.replay().catch(() => undefined))
  })
  const abilities = createAbilities(voice, (ability, isOn) => {
    void perform(() => changeSettings({ [ability]: isOn }))
  })
  const troubles = createTroubles(voice, createTroubleActs(voice, perform), abilities.element)
  const tally = createTallySection(voice)
  const timeline = createTimeline(till, voice)
  const startOver = createStartOver(voice, () => {
    void perform(reset, texts.startOver.done)
  })
  const silence = create('p', { class: 'lab-note', 'data-testid': 'service-silence', hidden: true })
  const announcer = create('p', { class: 'visually-hidden', role: 'status', 'data-testid': 'lab-announcer' })
  const body = create(
    'div',
    { class: 'lab-body', hidden: true },
    create('p', { class: 'lab-intro' }, texts.intro),
    line.element,
    troubles.element,
    tally.element,
    timeline.element,
    startOver,
  )
  return {
    element: create('div', { class: 'lab' }, announcer, silence, body),
    announcer,
    line,
    timeline,
    showLedger: (ledger: Ledger) => {
      tally.show(ledger)
      timeline.learn(ledger)
    },
    show: (answer: SandboxAnswer) => {
      body.hidden = answer.tag !== 'answers'
      showText(silence, answer.tag === 'answers' ? '' : texts.silence)
      if (answer.tag !== 'answers') return
      const { state } = answer
      line.show(!state.outage, till.status.value)
      troubles.show(state)
      abilities.show(state)
    },
  }
}

function createTroubleActs({ texts: { faults } }: LabVoice, perform: Perform) {
  return {
    onFault: (...[name, duration]: Parameters<typeof createFault>) => {
      void perform(() => addFault(createFault(name, duration)), faults.added(faults.names[name].name))
    },
    onBadDay: () => {
      void perform(() => setChance(badDay.rate, badDay.seed, badDay.faults), faults.added(faults.badDay))
    },
    onClear: () => {
      void perform(clearFaults, faults.cleared)
    },
  }
}
