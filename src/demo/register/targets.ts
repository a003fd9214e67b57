import { describeError } from '../../elements.js'
import type { Entry, ListedEntry, Receipt, Till } from '../../index.js'
import { create, setText } from '../dom.js'
import type { Voice } from './voice.js'

const shownMax = 5

/** The choice of the earlier operation to correct. */
export interface Targets {
  element: HTMLElement
  /** The id of the chosen operation; empty if it is entered by its transaction number. */
  read(): string
  /** Shows the operations of a card, and chooses one. */
  find(card: string, chosen?: string): Promise<void>
  /** Resolves when the last search is shown. */
  found(): Promise<void>
  /** Shows that there is nothing to choose, after the whole card has been typed. */
  conclude(): void
  /** Focuses the chosen operation. */
  focus(): void
  reset(): void
}

/** Creates the choice; `onChoose` gets the chosen operation and its receipt, or neither. */
export function createTargets(
  prefix: string,
  till: Till,
  voice: Voice,
  onChoose: (receipt: Receipt | undefined) => void,
): Targets {
  const { texts } = voice
  const note = create('p', { class: 'hint', 'aria-live': 'polite' })
  const choices = create('div', { class: 'choices' })
  let asked = ''
  let found: Entry[] = []
  let search = Promise.resolve()
  let searches = 0

  const findChosen = () => choices.querySelector<HTMLInputElement>('input:checked')
  const read = () => findChosen()?.value ?? ''
  const reportChoice = () => {
    onChoose(findReceipt(found, read()))
  }

  function show({ entries, failure = texts.targets.first }: Search, chosen: string): void {
    found = entries
    replaceChoices(choices, createChoices(prefix, found, chosen, voice))
    setText(note, found.length > 0 ? '' : failure)
    reportChoice()
  }

  async function look(card: string, chosen?: string): Promise<void> {
    const number = ++searches
    const result = await readTargets(till, card, voice)
    // Only the last search is shown, because showing an earlier one would lose the focus.
    if (number !== searches) return
    // A search that failed is tried again.
    if (result.failure !== undefined) asked = ''
    show(result, chosen ?? result.entries[0]?.id ?? '')
  }

  choices.addEventListener('change', reportChoice)
  setText(note, texts.targets.first)
  return {
    element: composeTargets(prefix, texts.fields.target, note, choices),
    read,
    find(card, chosen) {
      if (card === asked && chosen === undefined) return search
      asked = card
      return (search = look(card, chosen))
    },
    found: () => search,
    conclude() {
      if (asked !== '' && found.length === 0) setText(note, texts.targets.none)
    },
    focus: () => findChosen()?.focus(),
    reset() {
      searches += 1
      asked = ''
      show({ entries: [] }, '')
    },
  }
}

function composeTargets(prefix: string, legend: string, ...parts: HTMLElement[]): HTMLElement {
  return create(
    'fieldset',
    { class: 'targets field-wide', 'data-testid': `${prefix}-targets` },
    create('legend', {}, legend),
    ...parts,
  )
}

/** The operations of a card, or why they cannot be read. */
interface Search {
  entries: Entry[]
  failure?: string
}

async function readTargets(till: Till, card: string, { texts }: Voice): Promise<Search> {
  try {
    return { entries: card === '' ? [] : await findTargets(till, card) }
  } catch (error) {
    return { entries: [], failure: texts.recent.fault(await describeError(error)) }
  }
}

/** Finds the newest refunds and migrations of a card that are not voided. */
async function findTargets(till: Till, card: string): Promise<Entry[]> {
  const entries = await till.entries({ card, limit: 50 })
  return entries.filter(isTarget).slice(0, shownMax)
}

function isTarget(entry: ListedEntry): entry is Entry<'refund' | 'migrate'> {
  const isOne = entry.kind === 'refund' || entry.kind === 'migrate'
  return isOne && entry.state !== 'voided' && entryToReceipt(entry) !== undefined
}

function findReceipt(entries: readonly Entry[], id: string): Receipt | undefined {
  const entry = entries.find((one) => one.id === id)
  return entry && entryToReceipt(entry)
}

/** The receipt of an operation; undefined if it has none. */
export function entryToReceipt({ request }: ListedEntry): Receipt | undefined {
  return 'StoredValueCardReceipt' in request ? request.StoredValueCardReceipt : undefined
}

/** A choice for each operation, and one for another; none where there are no operations. */
function createChoices(
  prefix: string,
  entries: readonly Entry[],
  chosen: string,
  voice: Voice,
): HTMLElement[] {
  if (entries.length === 0) return []
  return [
    ...entries.map((entry) => createChoice(prefix, entry.id, describeTarget(entry, voice), chosen)),
    createChoice(prefix, '', voice.texts.targets.other, chosen),
  ]
}

/** The focus that stood on a choice stands on the chosen one then. */
function replaceChoices(element: HTMLElement, choices: readonly HTMLElement[]): void {
  const hadFocus = element.contains(document.activeElement)
  element.replaceChildren(...choices)
  if (hadFocus) element.querySelector<HTMLInputElement>('input:checked')?.focus()
}

function createChoice(prefix: string, id: string, words: string, chosen: string): HTMLElement {
  const input = create('input', {
    type: 'radio',
    name: `${prefix}-target`,
    value: id,
    checked: id === chosen,
  })
  return create('label', { class: 'choice' }, input, create('span', {}, words))
}

function describeTarget(entry: Entry, { texts, formats }: Voice): string {
  const receipt = entryToReceipt(entry)
  const number = receipt?.SenderData?.Number
  const facts = [
    formats.time(entry.createdAt, new Date()),
    texts.kinds[entry.kind],
    receipt?.Total === undefined ? '' : formats.money(receipt.Total),
    number === undefined ? '' : texts.targets.number(String(number)),
    texts.states[entry.state],
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}
