import { create, setText } from '../dom.js'
import type { SandboxState } from './control.js'
import type { LabVoice } from './formats.js'

export type Ability = 'keys' | 'conditions'

export interface AbilityGroup {
  element: HTMLElement
  show: (state: SandboxState) => void
}

/** Creates the switches for the headers that the sandbox honours, each with its effect. */
export function createAbilities(
  { texts: { settings } }: LabVoice,
  onSwitch: (ability: Ability, isOn: boolean) => void,
): AbilityGroup {
  const names = ['keys', 'conditions'] as const
  const rows = names.map((name) => createRow(name, settings[name], onSwitch))
  return {
    element: create(
      'details',
      { class: 'lab-group', name: 'lab-faults' },
      create('summary', {}, settings.title),
      ...rows.map(({ element }) => element),
    ),
    show: (state) => {
      for (const [index, name] of names.entries())
        rows[index]?.show(state[name], settings[`${name}${state[name] ? 'On' : 'Off'}`])
    },
  }
}

function createRow(name: Ability, title: string, onSwitch: (ability: Ability, isOn: boolean) => void) {
  const id = `lab-ability-${name}`
  const toggle = create(
    'button',
    {
      class: 'lab-switch',
      type: 'button',
      role: 'switch',
      'aria-checked': 'false',
      'aria-describedby': id,
      'data-testid': `setting-${name}`,
    },
    create('span', { class: 'lab-track', 'aria-hidden': 'true' }),
    title,
  )
  const meaning = create('p', { class: 'lab-note', id })
  toggle.addEventListener('click', () => {
    onSwitch(name, toggle.getAttribute('aria-checked') !== 'true')
  })
  return {
    element: create('div', { class: 'lab-ability' }, toggle, meaning),
    show: (isOn: boolean, words: string) => {
      toggle.setAttribute('aria-checked', String(isOn))
      setText(meaning, words)
    },
  }
}
