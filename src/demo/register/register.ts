import type { Entry, Limits, OperationKind, Till, Verdict } from '../../index.js'
import type { TextsChange } from '../../elements.js'
import { create, setText } from '../dom.js'
import type { Language } from '../languages.js'
import { connectTabs, type Tab } from '../tabs.js'
import { askForVerdict, withoutName, type ApproveVerdict } from './approved.js'
import { createAttempt, type Attempt, type Outcome, type Verdicts } from './attempt.js'
import { findFaults } from './check.js'
import { createBalance } from './balance.js'
import { createCeiling, findAllowed } from './ceiling.js'
import { createConfirmation } from './confirmation.js'
import { createCustomerSale } from './customer-sale.js'
import { fillExample } from './example.js'
import { createForm, formChange, type Form } from './form.js'
import { formKinds } from './forms.js'
import { createKeypad, type Keypad } from './keypad.js'
import { createPreview } from './preview.js'
import { createRecent } from './recent.js'
import { connectCards } from './cards.js'
import { describeRefusal, type Answer } from './refusal-words.js'
import { createSlip } from './slip.js'
import { createQuestion } from './verdict.js'
import type { RegisterTexts } from './texts.js'
import { createKeeper, type Restored } from './unfinished.js'
import { createVoice, type Voice } from './voice.js'

export interface RegisterDeps {
  till: Till
  shop: string
  terminal: string
  operator: () => string
  /** Who is asked before something is let through; undefined where names are written. */
  approve?: () => ApproveVerdict | undefined
  language: Language
  texts: RegisterTexts
  /** The till's limits, so that the register can say in time that a supervisor is needed. */
  limits?: Limits
  /** The shop's own texts, also for slips. */
  elementTexts?: TextsChange | undefined
  /** Called to show an operation with its history. */
  onShow: (id: string) => void
}

/** The page on which operations are entered. */
export interface Register {
  element: HTMLElement
  /** Focuses the first field of the next operation. */
  focus(): void
  /** Another person is at the till: who cancels what was saved before is recorded by that name. */
  setOperator(name: string): void
  /** Removes all listeners. */
  stop(): void
}

/** The form of one kind of operation, its question, and the attempt to save it. */
interface Desk {
  form: Form
  attempt: Attempt
  place: HTMLElement
  /** The save under way, however it ends. */
  saving?: Promise<void>
  /** The example that was filled in last. */
  example?: string
}
type Desks = Record<OperationKind, Desk>

/** Creates the register: a form per kind of operation, the slip, and the last operations. */
export function createRegister(deps: RegisterDeps): Register {
  const voice = createVoice(deps.language, deps.texts)
  const spareNumbers: number[] = []
  const desks = Object.fromEntries(
    formKinds.map((kind) => [kind, createDesk(kind, deps, spareNumbers, voice)]),
  ) as Desks
  const keeper = createKeeper(deps.till, desks)
  let current: OperationKind = 'refund'
  const keypad = createKeypad(voice, () => desks[current].form)
  const parts: Parts = { ...createParts(deps, voice), keypad }
  const { confirmation, preview, customer, slip, balance, ceiling, recent, announcer, buttons } = parts
  const element = compose(voice, desks, parts)

  function refresh(): void {
    const { form } = desks[current]
    const draft = form.read()
    preview.show(current, draft)
    balance.show(draft)
    ceiling.show(current, draft)
    customer.show(current, draft, form.isBlank())
    buttons.example.disabled = isInUse(desks[current])
    keeper.note()
  }

  const counter: Counter = { deps, voice, confirmation, customer, slip, announcer, refresh }
  for (const kind of formKinds) connectDesk(desks[kind], counter)
  const choose = connectTabs(element.tabs, (index) => {
    confirmation.clear()
    current = formKinds[index] ?? current
    keypad.leave()
    buttons.submit.setAttribute('form', desks[current].form.element.id)
    buttons.submit.textContent = voice.texts.actions[current]
    refresh()
  })
  choose(0)
  connectButtons(buttons, () => desks[current], counter)
  const letGo = connectCards(element.root, deps.till, () => desks[current], announcer, voice)
  let isStopped = false
  void keeper.restore().then((restored) => {
    // The page may have been loaded on another view: the register is not in it yet.
    if (!restored || isStopped) return
    choose(formKinds.indexOf(restored.kind))
    showRestored(restored, desks[restored.kind], counter)
  })
  return {
    element: element.root,
    focus() {
      desks[current].form.focus()
    },
    setOperator(name) {
      confirmation.setOperator(name)
    },
    stop() {
      isStopped = true
      letGo()
      for (const part of [keypad, confirmation, recent, customer, slip, keeper]) part.stop()
    },
  }
}

function createParts(deps: RegisterDeps, voice: Voice) {
  return {
    confirmation: createConfirmation(deps),
    preview: createPreview(voice),
    customer: createCustomerSale(deps.till, deps.language, voice),
    slip: createSlip(deps, voice),
    balance: createBalance(deps.till, voice),
    ceiling: createCeiling(deps.limits ?? {}, voice),
    recent: createRecent(deps.till, voice, deps.onShow),
    announcer: create('p', { class: 'scan-sign', role: 'status', 'data-testid': 'scan-announcer' }),
    buttons: createButtons(voice),
  }
}

function connectButtons(
  { example, clear }: ReturnType<typeof createButtons>,
  findDesk: () => Desk,
  counter: Counter,
): void {
  example.addEventListener('click', () => void startExample(findDesk(), counter))
  clear.addEventListener('click', () => {
    startAnew(findDesk(), counter)
    findDesk().form.focus()
  })
  counter.confirmation.element.addEventListener('counterfoil-dismiss', () => {
    findDesk().form.focus()
  })
}

/** Shows what was left unfinished before the page was loaded. */
function showRestored(restored: Restored, desk: Desk, counter: Counter): void {
  const { texts, formats } = counter.voice
  if (restored.tag === 'saved') {
    celebrate(restored.entry, desk, counter)
    return
  }
  const { form } = desk
  const next = form.findNeeded(form.element)
  if (next) next.focus()
  else form.focus()
  setText(counter.announcer, texts.restored(formats.time(restored.at, new Date())))
}

/** The parts that all desks share. */
interface Counter {
  deps: RegisterDeps
  voice: Voice
  confirmation: ReturnType<typeof createConfirmation>
  customer: ReturnType<typeof createCustomerSale>
  slip: ReturnType<typeof createSlip>
  /** Says what has just happened in the form. */
  announcer: HTMLElement
  refresh: () => void
}

function createDesk(
  kind: OperationKind,
  { till, shop, terminal, operator }: RegisterDeps,
  spareNumbers: number[],
  voice: Voice,
): Desk {
  return {
    form: createForm(kind, till, voice),
    attempt: createAttempt(kind, {
      till,
      shop,
      terminal,
      operator,
      methods: voice.texts.methods,
      spareNumbers,
    }),
    place: create('div', { class: 'question-place' }),
  }
}

/** Connects the form: one press at a time, and typing ends the message on the last press. */
function connectDesk(desk: Desk, counter: Counter): void {
  const press = async (verdicts?: Verdicts) => {
    if (desk.saving) return
    desk.saving = ringUp(desk, counter, press, verdicts).finally(() => {
      delete desk.saving
    })
    await desk.saving
  }
  const { form, place } = desk
  form.element.addEventListener('submit', (event) => {
    event.preventDefault()
    void press()
  })
  form.element.addEventListener('input', () => {
    if (!desk.saving) {
      if (!form.isBlank()) counter.confirmation.clear()
      place.replaceChildren()
    }
    counter.refresh()
  })
  form.element.addEventListener(formChange, () => {
    counter.refresh()
  })
}

type Press = (verdicts?: Verdicts) => Promise<void>

async function ringUp(desk: Desk, counter: Counter, press: Press, verdicts?: Verdicts): Promise<void> {
  const { form, attempt, place } = desk
  const { confirmation, voice } = counter
  // A second press right after the first finds an empty form, which is not a mistake.
  if (confirmation.isShown() && form.isBlank()) {
    form.focus()
    return
  }
  confirmation.clear()
  form.clearRemarks()
  place.replaceChildren()
  const original = await form.findOriginal()
  const draft = form.read()
  const wrongCards = form.checkCards(voice.texts.check)
  const faults = findFaults(form.kind, draft, original)
  if (faults.length > 0) {
    form.showRemarks(
      voice.texts.check,
      faults.map(({ place: at, fault }) => ({ place: at, words: voice.texts.faults[fault] })),
    )
    return
  }
  if (wrongCards > 0) return
  const outcome = await attempt.ringUp(draft, verdicts)
  if (outcome.tag === 'kept') celebrate(outcome.entry, desk, counter)
  else await refuse(outcome, desk, counter, press)
}

function celebrate(entry: Entry, { form }: Desk, counter: Counter): void {
  const { confirmation, customer, slip, announcer, voice, refresh } = counter
  customer.ring(entry)
  form.reset()
  refresh()
  confirmation.show(entry)
  slip.show(entry)
  form.focus()
  const by = findAllowed(entry)
  if (by !== undefined) setText(announcer, voice.texts.allowedBy(by))
}

async function refuse(
  refusal: Exclude<Outcome, { tag: 'kept' }>,
  desk: Desk,
  counter: Counter,
  press: Press,
): Promise<void> {
  const { form, attempt, place } = desk
  const { deps, voice } = counter
  const answer: Answer = await describeRefusal(refusal, form.kind, deps, voice)
  switch (answer.tag) {
    case 'remarks':
      form.showRemarks(voice.texts.again, answer.remarks)
      return
    case 'trouble':
      form.showTrouble(answer.title, answer.reasons)
      return
    case 'question': {
      const close = () => {
        place.replaceChildren()
        form.focus()
      }
      const approve = deps.approve?.()
      const onConfirm = (verdict: Verdict) => {
        if (answer.verdict === undefined) {
          attempt.end()
          void press({})
        } else void askForVerdict(answer.verdict, verdict, approve).then((given) => given && press(given))
      }
      const question = createQuestion(form.kind, withoutName(answer.question, approve), voice, {
        onConfirm,
        onShow: deps.onShow,
        onCancel: close,
      })
      place.replaceChildren(question)
      question.focus()
    }
  }
}

function startAnew({ form, attempt, place }: Desk, { confirmation, customer, refresh }: Counter): void {
  confirmation.clear()
  customer.clear()
  attempt.end()
  form.clearRemarks()
  place.replaceChildren()
  form.reset()
  refresh()
}

/** Whether the form holds what a person has typed; an example may give way to another. */
function isInUse({ form, example }: Desk): boolean {
  return !form.isBlank() && JSON.stringify(form.read()) !== example
}

async function startExample(desk: Desk, counter: Counter): Promise<void> {
  startAnew(desk, counter)
  await fillExample(counter.deps.till, desk.form)
  desk.example = JSON.stringify(desk.form.read())
  counter.refresh()
}

function createButtons({ texts }: Voice) {
  return {
    submit: create('button', { class: 'button primary', type: 'submit', 'data-testid': 'ring-up' }),
    example: create('button', { class: 'button', type: 'button', 'data-testid': 'example' }, texts.example),
    clear: create('button', { class: 'button', type: 'button', 'data-testid': 'clear' }, texts.clear),
  }
}

type Parts = ReturnType<typeof createParts> & { keypad: Keypad }

function compose({ texts }: Voice, desks: Desks, parts: Parts) {
  const tabs = formKinds.map((kind) => createTab(kind, desks[kind], texts.tabs[kind]))
  const { confirmation, preview, customer, slip, recent, announcer, balance, ceiling, keypad, buttons } =
    parts
  const counter = create(
    'section',
    { class: 'panel counter', 'aria-labelledby': 'register-title' },
    create('h2', { id: 'register-title', class: 'visually-hidden' }, texts.title),
    create(
      'div',
      { class: 'tabs', role: 'tablist', 'aria-labelledby': 'register-title' },
      ...tabs.map(({ tab }) => tab),
    ),
    create('div', { class: 'panels' }, ...tabs.map(({ panel }) => panel)),
    create(
      'div',
      { class: 'register-foot' },
      confirmation.element,
      announcer,
      balance.element,
      ceiling.element,
      keypad.element,
      create('div', { class: 'actions' }, buttons.submit, keypad.toggle, buttons.example, buttons.clear),
    ),
  )
  const side = create(
    'div',
    { class: 'register-side' },
    preview.element,
    slip.element,
    recent.element,
    customer.link,
  )
  return { root: create('div', { class: 'register' }, counter, side), tabs }
}

function createTab(kind: OperationKind, { form, place }: Desk, words: string): Tab {
  const tab = create(
    'button',
    { type: 'button', role: 'tab', id: `tab-${kind}`, 'aria-controls': `panel-${kind}` },
    words,
  )
  const panel = create(
    'div',
    { role: 'tabpanel', id: `panel-${kind}`, 'aria-labelledby': `tab-${kind}` },
    place,
    form.element,
  )
  return { tab, panel }
}
