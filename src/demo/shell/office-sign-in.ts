import { create } from '../dom.js'
import { createCard, createField, createForm, rebuild, type OfficeDeps } from './card.js'
import { isPin, roles, type Person, type Role } from './people.js'
import { askForPin } from './pin-dialog.js'

/** Creates the card for signing in, and for the people who can. */
export function createSignInCard(deps: OfficeDeps): HTMLElement {
  const { people, texts } = deps.signIn
  const list = create('ul', { class: 'people', 'data-testid': 'people' })
  const signing = create('div', { class: 'row' })
  const card = createCard(texts.title, texts.hint, signing, list, createPeopleForm(deps))
  const show = () => {
    rebuild(card, () => {
      list.replaceChildren(...people.list().map((person) => createPerson(deps, person)))
      signing.replaceChildren(...(people.list().length > 0 ? createSigning(deps) : []))
    })
  }
  people.subscribe(show)
  show()
  return card
}

function createSigning({ signIn, onOperator }: OfficeDeps): HTMLElement[] {
  const { people, texts } = signIn
  const enter = create('button', { type: 'button', class: 'button primary' }, texts.signIn)
  const leave = create('button', { type: 'button', class: 'button' }, texts.signOut)
  enter.addEventListener('click', () => {
    void askForPin(signIn, texts.signInTitle, people.list()).then((person) => {
      if (person) onOperator(person.name)
    })
  })
  leave.addEventListener('click', () => {
    onOperator('')
  })
  return [enter, leave]
}

function createPerson({ signIn, approve }: OfficeDeps, { name, role }: Person): HTMLElement {
  const { people, texts } = signIn
  const fault = create('p', { role: 'alert', class: 'pin-fault' })
  const remove = create('button', { type: 'button', class: 'button danger' }, texts.remove(name))
  remove.addEventListener('click', () => {
    if (isLastSupervisor(people.list(), name)) {
      fault.textContent = texts.lastSupervisor
      return
    }
    void approve({ act: 'people' }).then((approval) => {
      if (approval) people.remove(name)
    })
  })
  return create(
    'li',
    {},
    create('span', {}, create('strong', {}, name), ` · ${texts.roles[role]}`),
    remove,
    fault,
  )
}

/** Without a supervisor no person could decide any more. */
function isLastSupervisor(people: readonly Person[], name: string): boolean {
  const others = people.filter((person) => person.name !== name)
  return others.length > 0 && others.every(({ role }) => role !== 'supervisor')
}

function createPeopleForm({ signIn, approve, texts: { office } }: OfficeDeps): HTMLElement {
  const { people, texts } = signIn
  const secret = { type: 'password', inputmode: 'numeric', autocomplete: 'new-password', required: true }
  // A name of blanks alone is none.
  const name = createField(texts.name, { type: 'text', maxlength: '64', required: true, pattern: '.*\\S.*' })
  const pin = createField(texts.pin, { ...secret, maxlength: '8' }, texts.pinHint)
  const again = createField(texts.pinAgain, { ...secret, maxlength: '8' })
  const role = create(
    'select',
    { id: 'office-role', class: 'input' },
    ...[...roles].reverse().map((one) => create('option', { value: one }, texts.roles[one])),
  )
  const choice = create('div', { class: 'field' }, create('label', { for: role.id }, texts.role), role)
  return createForm(
    texts.add,
    [name.element, choice, pin.element, again.element],
    async (outcome) => {
      const person = { name: name.input.value.trim(), role: readRole(role.value) }
      const [typed, repeated] = [pin.input.value, again.input.value]
      for (const { input } of [pin, again]) input.value = ''
      const fault = findFault(person, typed, repeated, { people: people.list(), texts })
      if (fault !== undefined) {
        outcome.show(fault)
        return
      }
      const isApproved = people.list().length === 0 || (await approve({ act: 'people' })) !== undefined
      if (isApproved) await people.add(person, typed)
      if (isApproved) name.input.value = ''
      outcome.show(isApproved ? texts.added(person.name) : texts.notApproved)
    },
    office,
  )
}

function readRole(value: string): Role {
  return roles.find((role) => role === value) ?? 'cashier'
}

function findFault(
  person: Person,
  typed: string,
  repeated: string,
  { people, texts }: { people: readonly Person[]; texts: OfficeDeps['signIn']['texts'] },
): string | undefined {
  if (!isPin(typed)) return texts.pinWrongForm
  if (typed !== repeated) return texts.pinsDiffer
  const all = [...people.filter(({ name }) => name !== person.name), person]
  if (all.some(({ role }) => role === 'supervisor')) return undefined
  return people.length === 0 ? texts.firstSupervisor : texts.lastSupervisor
}
