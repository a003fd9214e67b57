import { create } from '../dom.js'
import { createCard, createField, createForm } from './card.js'
import type { OfficeDeps } from './office-deps.js'
import { languages, textToLanguage } from '../languages.js'
import { remember } from './preferences.js'

/** Who is at the till, and in which language it speaks. */
export function createPeopleCard({
  texts: { office },
  preferences,
  onOperator,
  onReload,
}: OfficeDeps): HTMLElement {
  const name = createField(
    office.who,
    { type: 'text', value: preferences.operator, maxlength: '64' },
    office.whoHint,
  )
  const people = createForm(
    office.keep,
    [name.element],
    (outcome) => {
      onOperator(name.input.value.trim())
      outcome.tell(office.kept)
      return Promise.resolve()
    },
    office,
  )
  const select = create(
    'select',
    { id: 'office-language', class: 'input' },
    ...languages.map((language) =>
      create(
        'option',
        { value: language, selected: language === preferences.language },
        office.languages[language],
      ),
    ),
  )
  select.addEventListener('change', () => {
    remember('language', textToLanguage(select.value))
    onReload()
  })
  const choice = create(
    'div',
    { class: 'field' },
    create('label', { for: select.id }, office.language),
    select,
  )
  return createCard(office.people, '', people, choice)
}

/** The way into training and out of it. */
export function createTrainingCard({ texts: { office }, preferences, onReload }: OfficeDeps): HTMLElement {
  const { isTraining } = preferences
  const button = create(
    'button',
    { type: 'button', class: 'button', 'data-testid': 'training' },
    isTraining ? office.trainingEnd : office.trainingStart,
  )
  button.addEventListener('click', () => {
    remember('isTraining', isTraining ? 'no' : 'yes')
    onReload()
  })
  return createCard(office.training, office.trainingHint, create('div', { class: 'row' }, button))
}
