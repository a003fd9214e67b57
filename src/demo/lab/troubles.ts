import { create, setText } from '../dom.js'
import type { Fault, SandboxState } from './control.js'
import {
  durations,
  faultGroups,
  findFaultName,
  type Duration,
  type FaultGroup,
  type FaultName,
} from './faults.js'
import type { LabVoice } from './formats.js'
import { createSection } from './section.js'

export interface TroubleActs {
  onFault: (name: FaultName, duration: Duration) => void
  onBadDay: () => void
  onClear: () => void
}

export interface TroubleSection {
  element: HTMLElement
  show: (state: SandboxState) => void
}

/** Creates the list of faults: which there are, which are on, and how to end them. */
export function createTroubles(
  voice: LabVoice,
  { onFault, onBadDay, onClear }: TroubleActs,
  settings: HTMLElement,
): TroubleSection {
  const { faults } = voice.texts
  const list = create('ul', { class: 'lab-force-list', 'data-testid': 'faults-in-force' })
  const clear = create(
    'button',
    { class: 'button', type: 'button', 'data-testid': 'faults-clear' },
    faults.clear,
  )
  clear.addEventListener('click', () => {
    if (clear.getAttribute('aria-disabled') !== 'true') onClear()
  })
  const form = createDurations(voice)
  const groups = (Object.keys(faultGroups) as FaultGroup[]).map((group) =>
    createGroup(voice, group, (name) => {
      onFault(name, readDuration(form))
    }),
  )
  const badDay = createChoice('bad-day', faults.badDay, faults.badDayTill, onBadDay)
  const element = createSection(
    faults.title,
    create('p', { class: 'lab-note' }, faults.hint),
    create('div', { class: 'lab-force' }, create('div', {}, create('h4', {}, faults.inForce), list), clear),
    form,
    create('div', { class: 'lab-groups' }, ...groups, settings),
    badDay,
  )
  return {
    element,
    show: (state) => {
      const words = describeForce(state, voice)
      clear.setAttribute('aria-disabled', String(words.length === 0))
      showList(list, words.length === 0 ? [faults.none] : words)
    },
  }
}

function createDurations({ texts: { faults } }: LabVoice): HTMLFormElement {
  const choices = durations.map((duration) =>
    create(
      'label',
      {},
      create('input', { type: 'radio', name: 'duration', value: duration, checked: duration === 'once' }),
      create('span', {}, faults.durations[duration]),
    ),
  )
  const legend = create('legend', {}, faults.forHowLong)
  const choice = create('div', { class: 'lab-choice' }, ...choices)
  return create('form', {}, create('fieldset', { class: 'lab-durations' }, legend, choice))
}

function readDuration(form: HTMLFormElement): Duration {
  const chosen = new FormData(form).get('duration')
  return durations.find((duration) => duration === chosen) ?? 'once'
}

function createGroup(
  { texts: { faults } }: LabVoice,
  group: FaultGroup,
  onChoose: (name: FaultName) => void,
): HTMLElement {
  const choices = faultGroups[group].map((name) => {
    const { name: title, till } = faults.names[name]
    return create(
      'li',
      {},
      createChoice(`fault-${name}`, title, till, () => {
        onChoose(name)
      }),
    )
  })
  return create(
    'details',
    { class: 'lab-group', name: 'lab-faults', open: group === 'answers' },
    create('summary', {}, faults.groups[group]),
    create('ul', {}, ...choices),
  )
}

function createChoice(testId: string, title: string, till: string, onChoose: () => void): HTMLElement {
  const choice = create(
    'button',
    { class: 'lab-fault', type: 'button', 'data-testid': testId },
    create('strong', {}, title),
    ' ',
    create('span', {}, till),
  )
  choice.addEventListener('click', onChoose)
  return choice
}

function describeForce({ script, standing, chance }: SandboxState, voice: LabVoice): string[] {
  const { faults } = voice.texts
  const lasting = standing.map((fault) => `${describeFault(fault, voice)}: ${faults.standing}`)
  const counted = script.map((fault) => {
    const times = fault.times ?? 1
    return `${describeFault(fault, voice)}: ${faults.left(times, voice.formats.whole(times))}`
  })
  return [...lasting, ...counted, ...(chance ? [faults.badDay] : [])]
}

function describeFault(fault: Fault, { texts: { faults } }: LabVoice): string {
  const name = findFaultName(fault)
  return name ? faults.names[name].name : faults.other(fault.kind)
}

function showList(list: HTMLElement, words: readonly string[]): void {
  while (list.children.length > words.length) list.lastElementChild?.remove()
  for (const [index, word] of words.entries())
    setText(list.children[index] ?? list.appendChild(create('li')), word)
}
