import { create } from '../dom.js'
import { createCard, createField, createForm, createOutcome, type OfficeDeps } from './card.js'
import { languageNames, languages, textToLanguage } from '../languages.js'
import { remember } from './preferences.js'

/** Creates the card for the operator and the language. */
export function createPeopleCard({
  texts: { office },
  preferences,
  onOperator,
  onReload,
  signIn,
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
      outcome.show(office.kept)
      return Promise.resolve()
    },
    office,
  )
  // Where people sign in with a PIN, no name is simply written.
  const look = () => {
    people.hidden = signIn.people.list().length > 0
  }
  signIn.people.subscribe(look)
  look()
  const select = create(
    'select',
    { id: 'office-language', class: 'input' },
    ...languages.map((language) =>
      create(
        'option',
        { value: language, lang: language, selected: language === preferences.language },
        languageNames[language],
      ),
    ),
  )
  const outcome = createOutcome()
  select.addEventListener('change', () => {
    if (remember('language', textToLanguage(select.value))) {
      onReload()
      return
    }
    select.value = preferences.language
    outcome.show(office.unstored)
  })
  const choice = create(
    'div',
    { class: 'field' },
    create('label', { for: select.id }, office.language),
    select,
    outcome.element,
  )
  return createCard(office.people, '', people, choice)
}

/** Creates the card that starts and ends training. */
export function createTrainingCard({ texts: { office }, preferences, onReload }: OfficeDeps): HTMLElement {
  const { isTraining } = preferences
  const button = create(
    'button',
    { type: 'button', class: 'button', 'data-testid': 'training' },
    isTraining ? office.trainingEnd : office.trainingStart,
  )
  const outcome = createOutcome()
  button.addEventListener('click', () => {
    if (remember('isTraining', isTraining ? 'no' : 'yes')) onReload()
    else outcome.show(office.unstored)
  })
  const row = create('div', { class: 'row' }, button)
  return createCard(office.training, office.trainingHint, row, outcome.element)
}
