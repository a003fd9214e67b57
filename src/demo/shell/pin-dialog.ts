import { create, setText } from '../dom.js'
import type { People, Person, PinAnswer } from './people.js'
import type { PeopleTexts } from './people-texts.js'

export interface PinDeps {
  people: People
  texts: PeopleTexts
  now: () => number
}

/** Asks one of these people for the PIN; resolves with the person, or undefined if the dialog is closed. */
export function askForPin(
  { people, texts, now }: PinDeps,
  title: string,
  candidates: readonly Person[],
): Promise<Person | undefined> {
  const { dialog, form, who, pin, fault, cancel } = createDialog(texts, title, candidates)
  return new Promise((resolve) => {
    const check = createCheck(people, (answer, name) => {
      if (answer.tag === 'right') {
        resolve(candidates.find((person) => person.name === name))
        dialog.close()
        return
      }
      setText(fault, answerToWords(answer, texts, now()))
      pin.focus()
    })
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      const typed = pin.value
      pin.value = ''
      void check(who.value, typed)
    })
    cancel.addEventListener('click', () => {
      dialog.close()
    })
    dialog.addEventListener('close', () => {
      resolve(undefined)
      dialog.remove()
    })
    document.body.append(dialog)
    dialog.showModal()
    pin.focus()
  })
}

function createDialog(texts: PeopleTexts, title: string, candidates: readonly Person[]) {
  const who = create(
    'select',
    { id: 'pin-who', class: 'input' },
    ...candidates.map(({ name }) => create('option', { value: name }, name)),
  )
  const pin = create('input', {
    id: 'pin-code',
    class: 'input',
    type: 'password',
    inputmode: 'numeric',
    autocomplete: 'off',
    maxlength: '8',
    'aria-describedby': 'pin-fault',
  })
  const fault = create('p', { id: 'pin-fault', class: 'pin-fault', role: 'alert' })
  const cancel = create('button', { type: 'button', class: 'button' }, texts.cancel)
  const confirm = create('button', { type: 'submit', class: 'button primary' }, texts.confirm)
  const form = create(
    'form',
    { class: 'pin-form' },
    create('h2', { id: 'pin-title' }, title),
    create('div', { class: 'field' }, create('label', { for: 'pin-who' }, texts.who), who),
    create('div', { class: 'field' }, create('label', { for: 'pin-code' }, texts.pin), pin),
    fault,
    create('div', { class: 'row' }, confirm, cancel),
  )
  const dialog = create(
    'dialog',
    { class: 'pin', 'aria-labelledby': 'pin-title', 'data-testid': 'pin' },
    form,
  )
  return { dialog, form, who, pin, fault, cancel }
}

/** Checks one PIN at a time. */
function createCheck(people: People, onAnswer: (answer: PinAnswer, name: string) => void) {
  let isChecking = false
  return async (name: string, typed: string): Promise<void> => {
    if (isChecking || typed === '') return
    isChecking = true
    try {
      onAnswer(await people.check(name, typed), name)
    } finally {
      isChecking = false
    }
  }
}

function answerToWords(
  answer: Exclude<PinAnswer, { tag: 'right' }>,
  texts: PeopleTexts,
  now: number,
): string {
  switch (answer.tag) {
    case 'wrong':
      return texts.wrong(String(answer.left))
    case 'wait':
      return texts.wait(String(Math.ceil((answer.until - now) / 1_000)))
    case 'not-noted':
      return texts.notNoted
  }
}
