import type { Entry, Extra, Models, OperationKind, Receipt, Till, Verdict } from '../../index.js'
import { bodies, draftToReceipt, type Stamp } from './bodies.js'
import type { Draft } from './drafts.js'
import { errorToRefusal, type Refusal } from './refusals.js'
import { entryToReceipt } from './targets.js'

/** The result of a press on the button. */
export type Outcome = { tag: 'kept'; entry: Entry } | Refusal

/** What a named person has allowed. */
export interface Verdicts {
  allowDuplicate?: Verdict
  override?: Verdict
}

/** One operation from the first input until it is saved, over several presses of the button. */
export interface Attempt {
  ringUp(draft: Draft<OperationKind>, verdicts?: Verdicts): Promise<Outcome>
  /** The id that the operation will have. */
  id(): string
  /** Goes on with an attempt of this id, which a page began before it was left. */
  resume(id: string): void
  /** Ends the attempt; its receipt number is used by the next one. */
  end(): void
}

export interface AttemptDeps {
  till: Till
  shop: string
  terminal: string
  operator: () => string
  methods: Stamp['methods']
  /** Receipt numbers of attempts that ended without being saved. */
  spareNumbers: number[]
}

type Operations = {
  [Kind in OperationKind]: (model: Models[Kind], extra: Extra) => Promise<Entry>
}

interface Issued {
  typed: string
  receipt: Receipt | undefined
  verdicts: Verdicts
}

/** Creates an attempt with one id and at most one receipt number, so that a second press makes no second entry. */
export function createAttempt(kind: OperationKind, deps: AttemptDeps): Attempt {
  const { till, spareNumbers } = deps
  const operations: Operations = till
  let id = mintId()
  let issued: Issued | undefined
  let number: number | undefined
  let isUnclear = false

  function end(): void {
    if (number !== undefined && !isUnclear) spareNumbers.push(number)
    id = mintId()
    ;[issued, number, isUnclear] = [undefined, undefined, false]
  }

  /** Returns the same request for the same input, date included, so that a repeat is recognised. */
  async function issue(draft: Draft<OperationKind>, typed: string, stamp: Stamp): Promise<Issued> {
    if (issued?.typed === typed) return issued
    const asked = draftToReceipt(kind, draft, stamp, await findOriginal(till, draft))
    const isNumbered = asked !== undefined && kind !== 'updateReceipt'
    if (isNumbered) number ??= takeSpare(spareNumbers)
    const receipt = asked && (await till.receipt(isNumbered ? withNumber(asked, number) : asked))
    if (isNumbered) number = receipt?.SenderData?.Number
    return { typed, receipt, verdicts: {} }
  }

  async function keep(draft: Draft<OperationKind>, given: Verdicts): Promise<Outcome> {
    const { shop, terminal, operator, methods } = deps
    const stamp = { shop, terminal, operator: operator(), methods }
    const typed = JSON.stringify([draft, stamp])
    const verdicts = { ...(issued?.typed === typed ? issued.verdicts : {}), ...given }
    issued = { ...(await issue(draft, typed, stamp)), verdicts }
    const body = toBody(kind, draft, stamp, issued.receipt)
    isUnclear = true
    const extra = { id, ...verdicts, ...describeExtra(draft, stamp) }
    return { tag: 'kept', entry: await operations[kind](body, extra) }
  }

  return {
    async ringUp(draft, verdicts = {}) {
      try {
        const outcome = await keep(draft, verdicts)
        if (outcome.tag !== 'kept') return outcome
        number = undefined
        end()
        return outcome
      } catch (error) {
        const refusal = errorToRefusal(error)
        isUnclear = mayBeKept(refusal)
        return refusal
      }
    },
    id: () => id,
    resume(begun) {
      id = begun
    },
    end,
  }
}

function mintId(): string {
  return crypto.randomUUID()
}

function takeSpare(numbers: number[]): number | undefined {
  numbers.sort((left, right) => left - right)
  return numbers.shift()
}

function withNumber(receipt: Receipt, number: number | undefined): Receipt {
  return number === undefined
    ? receipt
    : { ...receipt, SenderData: { ...receipt.SenderData, Number: number } }
}

function mayBeKept(refusal: Refusal): boolean {
  return refusal.tag === 'reused' || (refusal.tag === 'trouble' && refusal.name === 'unclear')
}

function findTarget(draft: Draft<OperationKind>): string {
  return (draft.fields as { target?: string }).target ?? ''
}

function describeExtra(draft: Draft<OperationKind>, { operator }: Stamp): Extra {
  const target = findTarget(draft)
  return { ...(operator !== '' && { operator }), ...(target !== '' && { transactionOf: target }) }
}

async function findOriginal(till: Till, draft: Draft<OperationKind>): Promise<Receipt | undefined> {
  const target = findTarget(draft)
  const entry = target === '' ? undefined : await till.entry(target)
  return entry && entryToReceipt(entry)
}

function toBody<Kind extends OperationKind>(
  kind: Kind,
  draft: Draft<Kind>,
  stamp: Stamp,
  receipt: Receipt | undefined,
): Models[Kind] {
  return bodies[kind](draft, stamp, receipt)
}
