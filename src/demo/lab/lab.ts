import type { Till } from '../../index.js'
import { create, setText, showText } from '../dom.js'
import { locales, type Language } from '../languages.js'
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
import { createConfirmed } from './confirmed.js'
import { badDay, createFault } from './faults.js'
import { createLabFormats, type LabVoice } from './formats.js'
import { createLedgerReader } from './ledger-reader.js'
import { createLine } from './line.js'
import { razeDatabase } from './raze.js'
import { createTallySection } from './tally-view.js'
import { createTimeline } from './timeline.js'
import { createTroubles } from './troubles.js'
import type { LabTexts } from './words.js'

const restMs = 500
const lookMs = 2_000

export interface LabDeps {
  till: Till
  language: Language
  texts: LabTexts
  /** Called when it is known whether there is a sandbox, and whenever that changes. */
  onState?: (isThere: boolean) => void
}

export interface Lab {
  /** The content of a drawer. */
  element: HTMLElement
  /** Starts to follow the till and the sandbox; before that the lab only asks once whether there is a sandbox. */
  start: () => void
  stop: () => void
}

/** Creates the lab, in which a person breaks the connection or the service and sees what the till does. */
export function createLab({ till, language, texts, onState }: LabDeps): Lab {
  const voice: LabVoice = { texts, formats: createLabFormats(locales[language]) }
  const parts = createParts(till, voice, perform)
  const reportPresence = createPresence(onState)
  const showLedger = createLedgerReader(readLedger, parts.showLedger)
  let acts = 0
  let state: SandboxState | undefined
  let unfollow: (() => void) | undefined

  function show(answer: SandboxAnswer): void {
    reportPresence(answer)
    if (answer.tag === 'answers') state = answer.state
    parts.show(answer)
  }

  /** Ignores an answer to a question that was asked before the last act, because it may be out of date. */
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
    if (unfollow) await look()
  }, restMs)
  const refresh = () => {
    if (unfollow && document.visibilityState === 'visible') work()
  }

  function start(): void {
    unfollow ??= follow(till, refresh, () => {
      if (state) parts.line.show(!state.outage, till.status.value)
    })
    parts.timeline.start()
    refresh()
  }

  function stop(): void {
    unfollow?.()
    unfollow = undefined
    parts.timeline.stop()
  }

  void readState().then(show)
  return { element: parts.element, start, stop }
}

/** Refreshes at every change of the till, when the page is shown again, and at intervals. */
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

/** A silent sandbox is down if it has answered before; otherwise there is none. */
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
    // A till notices a change of the connection only when it sends, so this makes it send now.
    void perform(() => setOutage(!isPluggedIn)).then(() => till.replay().catch(() => undefined))
  })
  const abilities = createAbilities(voice, (ability, isOn) => {
    void perform(() => changeSettings({ [ability]: isOn }))
  })
  const troubles = createTroubles(voice, createTroubleActs(voice, perform), abilities.element)
  const tally = createTallySection(voice)
  const timeline = createTimeline(till, voice)
  const loseNote = create('p', { class: 'lab-note', role: 'status', 'data-testid': 'lose-note' })
  const lose = createConfirmed('lose', texts.lose, () => {
    void loseData(
      till,
      (words) => {
        showText(loseNote, words)
      },
      texts,
    )
  })
  lose.append(loseNote)
  const startOver = createConfirmed('start-over', texts.startOver, () => {
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
    lose,
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

/** Deletes the till's database behind its back, and loads the page again. */
async function loseData(till: Till, say: (words: string) => void, texts: LabTexts): Promise<void> {
  till.close()
  try {
    await razeDatabase(till.name, () => {
      say(texts.losing)
    })
    location.reload()
  } catch {
    // The till of this page is closed: what it still has is there when the page is loaded again.
    say(texts.notLost)
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
