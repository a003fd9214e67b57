import {
  DuplicateOperation,
  InvalidOperation,
  StorageRefused,
  type Entry,
  type Models,
  type OperationKind,
  type Till,
} from '../index.js'
import { bodies, type Stamp } from './bodies.js'
import type { Counter } from './counter.js'
import { create, findPart, setText } from './dom.js'
import type { Draft } from './drafts.js'
import { examples } from './examples.js'
import { createForm, type Form } from './form.js'
import { formKinds, formPlans } from './forms.js'
import { createIcon } from './icons.js'
import { requestToAmount, entryToTransaction } from './requests.js'
import { connectTabs, type Tab } from './tabs.js'
import { amountToText, entryToSubject, errorToText, idToText, kindToWords } from './words.js'

export interface RegisterDoors {
  till: Till
  counter: Counter
  shop: string
  terminal: string
}

type Forms = Record<OperationKind, Form>
type Operations = { [Kind in OperationKind]: (model: Models[Kind]) => Promise<Entry> }

/** Where operations are rung up: a form for each, one at a time. */
export function startRegister(doors: RegisterDoors): void {
  const forms = Object.fromEntries(formKinds.map((kind) => [kind, createForm(kind)])) as Forms
  const confirmation = findPart('confirmation', HTMLElement)
  const submit = findPart('ring-up', HTMLButtonElement)
  let current: OperationKind = 'refund'

  // What has been kept must not seem to be what is only being typed.
  function withdraw(): void {
    confirmation.replaceChildren()
  }

  function offerNumber(): void {
    forms.refund.offerNumber(doors.counter.next)
  }

  offerNumber()
  addEventListener('storage', offerNumber)
  for (const kind of formKinds) {
    connectForm(forms[kind], async () => {
      withdraw()
      await ringUp(doors, forms[kind], confirmation)
      offerNumber()
    })
  }
  const choose = connectTabs(createTabs(forms), (index) => {
    withdraw()
    current = formKinds[index] ?? current
    submit.setAttribute('form', forms[current].element.id)
    setText(submit, formPlans[current].action)
  })
  choose(0)

  findPart('example', HTMLButtonElement).addEventListener('click', () => {
    withdraw()
    void fillExample(doors.till, forms, current)
  })
  findPart('panels', HTMLElement).addEventListener('input', withdraw)
}

function createTabs(forms: Forms): Tab[] {
  const tabs = formKinds.map((kind) => {
    const tab = create('button', {
      type: 'button',
      role: 'tab',
      id: `tab-${kind}`,
      'aria-controls': `panel-${kind}`,
    })
    tab.append(formPlans[kind].tab)
    const panel = create(
      'div',
      { role: 'tabpanel', id: `panel-${kind}`, 'aria-labelledby': `tab-${kind}` },
      forms[kind].element,
    )
    return { tab, panel }
  })
  findPart('tabs', HTMLElement).append(...tabs.map(({ tab }) => tab))
  findPart('panels', HTMLElement).append(...tabs.map(({ panel }) => panel))
  return tabs
}

function connectForm(form: Form, submit: () => Promise<void>): void {
  let isBusy = false
  form.element.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    void submit().finally(() => {
      isBusy = false
    })
  })
}

async function ringUp(
  { till, counter, shop, terminal }: RegisterDoors,
  form: Form,
  confirmation: HTMLElement,
): Promise<void> {
  const stamp: Stamp = { shop, terminal, now: new Date(), number: counter.next }
  form.clearFailures()
  try {
    const entry = await keep(till, form.kind, form.read(), stamp)
    counter.use(entryToNumber(entry) ?? 0)
    form.reset()
    confirm(confirmation, entry)
  } catch (error) {
    showRefusal(form, error)
  }
}

function keep<Kind extends OperationKind>(
  till: Operations,
  kind: Kind,
  draft: Draft<Kind>,
  stamp: Stamp,
): Promise<Entry> {
  return till[kind](bodies[kind](draft, stamp))
}

/** The receipt number that an operation used up; an update only speaks of one that was used before. */
function entryToNumber({ kind, request }: Entry): number | undefined {
  if (kind === 'updateReceipt') return undefined
  return 'StoredValueCardReceipt' in request ? request.StoredValueCardReceipt?.SenderData?.Number : undefined
}

function showRefusal(form: Form, error: unknown): void {
  if (error instanceof InvalidOperation) form.showFailures(error.failures)
  else if (error instanceof StorageRefused) {
    form.showTrouble('NOT kept. Do not hand anything over.', [
      'This browser could not store the sale, so nobody has it.',
      `For support: ${error.message}`,
    ])
  } else if (error instanceof DuplicateOperation) {
    form.showTrouble('Not rung up: one like it was rung up a moment ago.', [
      'Look for it below before you ring it up again.',
      `For support: ${error.message}`,
    ])
  } else form.showTrouble('Not rung up.', [`For support: ${errorToText(error)}`])
}

function confirm(confirmation: HTMLElement, entry: Entry): void {
  const amount = requestToAmount(entry.request)
  const facts = [
    kindToWords(entry.kind),
    entryToSubject(entry),
    ...(amount === undefined ? [] : [amountToText(amount)]),
  ].filter((fact) => fact !== '')
  confirmation.dataset.entryId = entry.id
  confirmation.replaceChildren(
    createIcon('check'),
    create(
      'div',
      {},
      create('p', { class: 'confirmation-title' }, 'Kept. Safe to hand over.'),
      create('p', { class: 'confirmation-facts' }, `${facts.join(' · ')} · ref\u00a0${idToText(entry.id)}`),
    ),
  )
}

async function fillExample(till: Till, forms: Forms, kind: OperationKind): Promise<void> {
  forms[kind].clearFailures()
  forms[kind].fill(examples[kind](Math.random))
  if (kind === 'updateReceipt') await fillFromLatestRefund(till, forms.updateReceipt)
}

/** An update speaks of a transaction that the service knows, so the example takes one if it can. */
async function fillFromLatestRefund(till: Till, form: Form): Promise<void> {
  const [refund] = await till.entries({ state: 'settled', kind: 'refund', limit: 1 }).catch(() => [])
  const transaction = refund && entryToTransaction(refund)
  if (transaction === undefined) return
  const { StoredValueCardCodeCollection: cards = [], StoredValueCardReceipt: receipt } =
    refund?.request as Models['refund']
  form.fill({
    fields: {
      ...form.read().fields,
      card: cards[0]?.StoredValueCardCode ?? '',
      transaction: String(transaction),
      number: String(receipt?.SenderData?.Number ?? ''),
    },
    lines: [],
  })
}
