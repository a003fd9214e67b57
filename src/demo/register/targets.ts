import type { Entry, ListedEntry, Receipt, Till } from '../../index.js'
import { create, setText } from '../dom.js'
import type { Voice } from './voice.js'

const shownMax = 5

/** The earlier operations of a card of which one may be corrected. */
export interface Targets {
  element: HTMLElement
  /** The id of the one chosen; none for one that goes by its transaction number. */
  read(): string
  /** Shows what was rung up on a card, and chooses one of it. */
  find(card: string, chosen?: string): Promise<void>
  /** Resolves once whatever was asked for is shown. */
  found(): Promise<void>
  /** Says that there is nothing to choose, once the card has been typed to its end. */
  conclude(): void
  /** Puts the cursor on the one chosen. */
  focus(): void
  reset(): void
}

/** Builds the choice; `onChoose` is told of each one with its receipt, or that none of them is meant. */
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
  const tell = () => {
    onChoose(findReceipt(found, read()))
  }

  function show(entries: Entry[], chosen: string): void {
    found = entries
    const options = found.map((entry) => createChoice(prefix, entry.id, describeTarget(entry, voice), chosen))
    const other = createChoice(prefix, '', texts.targets.other, chosen)
    choices.replaceChildren(...(found.length > 0 ? [...options, other] : []))
    setText(note, found.length > 0 ? '' : texts.targets.first)
    tell()
  }

  async function look(card: string, chosen?: string): Promise<void> {
    const number = ++searches
    const entries = card === '' ? [] : await findTargets(till, card).catch(() => [])
    // A card that is typed, cleared and filled in again is looked up twice; showing both would lose the cursor.
    if (number === searches) show(entries, chosen ?? entries[0]?.id ?? '')
  }

  choices.addEventListener('change', tell)
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
      show([], '')
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

/** The newest refunds and migrations of a card that have not been voided. */
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

/** The receipt that an operation carries; none where it has none. */
export function entryToReceipt({ request }: ListedEntry): Receipt | undefined {
  return 'StoredValueCardReceipt' in request ? request.StoredValueCardReceipt : undefined
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
