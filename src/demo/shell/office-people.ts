import { create } from '../dom.js'
import { createCard, createField, createForm, createOutcome, type OfficeDeps } from './card.js'
import { languageNames, languages, textToLanguage, type Language } from '../languages.js'
import { fillIn } from './operator.js'
import { remember } from './preferences.js'

/** Creates the card for the operator and the language. */
export function createPeopleCard({
  texts: { office },
  preferences,
  operator,
  onOperator,
  onReload,
  signIn,
}: OfficeDeps): HTMLElement {
  const name = createField(office.who, { type: 'text', maxlength: '64' }, office.whoHint)
  fillIn(operator, name.input)
  // Where people sign in with a PIN, no name is simply written.
  const look = () => {
    name.element.hidden = signIn.people.list().length > 0
  }
  signIn.people.subscribe(look)
  look()
  const select = createLanguages(preferences.language)
  const choice = create(
    'div',
    { class: 'field' },
    create('label', { for: select.id }, office.language),
    select,
  )
  const form = createForm(
    office.keep,
    [name.element, choice],
    (outcome) => {
      const language = textToLanguage(select.value)
      const isChanged = language !== preferences.language
      if (isChanged && !remember('language', language)) {
        select.value = preferences.language
        outcome.show(office.unstored)
        return Promise.resolve()
      }
      if (!name.element.hidden) onOperator(name.input.value.trim())
      outcome.show(office.kept)
      if (isChanged) onReload()
      return Promise.resolve()
    },
    office,
  )
  return createCard(office.people, '', form)
}

function createLanguages(chosen: Language): HTMLSelectElement {
  return create(
    'select',
    { id: 'office-language', class: 'input' },
    ...languages.map((language) =>
      create(
        'option',
        { value: language, lang: language, selected: language === chosen },
        languageNames[language],
      ),
    ),
  )
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
