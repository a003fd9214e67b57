import type { Entry, OperationKind, Till } from '../../index.js'
import { coalesce } from '../timing.js'
import type { Attempt } from './attempt.js'
import type { LooseDraft } from './drafts.js'
import type { Form } from './form.js'
import { formKinds, formPlans, type Field } from './forms.js'
import { claimSlot } from './slots.js'

/** Pauses between two writes, so that typing does not keep the disk busy. */
const restMs = 50

/** A form that is not entered yet, and the id that its operation will have. */
interface Unfinished extends LooseDraft {
  id: string
}

/** A form and its attempt. */
export interface Unrung {
  form: Form
  attempt: Attempt
}

/** What came back after a reload. */
export type Restored =
  | { tag: 'draft'; kind: OperationKind; at: Date }
  /** The page ended right after the operation was saved. */
  | { tag: 'saved'; kind: OperationKind; at: Date; entry: Entry }

/** Keeps what is typed until it is entered or cleared: through a reload, a crash and a change of language. */
export interface Keeper {
  /** Saves each form that has changed; drops those that are blank. */
  note(): void
  /** Fills in the forms that were left unfinished, and returns the newest. */
  restore(): Promise<Restored | undefined>
  /** Leaves the drafts to the next window. */
  stop(): void
}

export function createKeeper(till: Till, desks: Record<OperationKind, Unrung>): Keeper {
  const slot = claimSlot(till.name, async (number) => {
    const found = await Promise.all(formKinds.map((kind) => till.drafts.read(placeOf(kind, number))))
    return found.some((one) => one !== undefined)
  })
  const { written, write, end } = createWriter(till, desks, findNumber)

  /** Without its drafts a register is as it was before there were any. */
  function findNumber(): Promise<number | undefined> {
    return slot.number.catch(() => undefined)
  }

  async function bringBack(kind: OperationKind, place: string): Promise<Restored | undefined> {
    const { form, attempt } = desks[kind]
    const saved = await till.drafts.read(place)
    if (!saved || !isUnfinished(saved.draft)) return undefined
    const { draft, at } = saved
    const entry = await till.entry(draft.id)
    if (entry && 'revision' in entry) {
      await till.drafts.drop(place)
      return { tag: 'saved', kind, at, entry }
    }
    // A person was quicker.
    if (!form.isBlank()) return undefined
    attempt.resume(draft.id)
    written.set(kind, JSON.stringify(draft))
    await form.fill(draft)
    // It is dropped now if only a secret had been typed.
    write()
    return form.isBlank() ? undefined : { tag: 'draft', kind, at }
  }

  return {
    note: write,
    async restore() {
      const number = await findNumber()
      if (number === undefined) return undefined
      const found = await Promise.all(
        formKinds.map((kind) => bringBack(kind, placeOf(kind, number)).catch(() => undefined)),
      )
      return found
        .filter((one) => one !== undefined)
        .sort((left, right) => right.at.getTime() - left.at.getTime())[0]
    },
    stop() {
      // The next window waits for the slot: what was typed last is written before it reads.
      void end().finally(() => {
        slot.release()
      })
    },
  }
}

/** Writes the forms that have changed, one time behind the other. */
function createWriter(
  till: Till,
  desks: Record<OperationKind, Unrung>,
  findNumber: () => Promise<number | undefined>,
) {
  const written = new Map<OperationKind, string>()
  let isEnded = false
  let last = Promise.resolve()
  const writeNext = () => (last = last.then(writeChanged, writeChanged))

  async function writeChanged(): Promise<void> {
    const number = await findNumber()
    if (number === undefined) return
    for (const kind of formKinds) {
      const text = describe(desks[kind])
      if (isEnded || text === (written.get(kind) ?? '')) continue
      written.set(kind, text)
      await store(till, placeOf(kind, number), text)
    }
  }

  return {
    written,
    write: coalesce(writeNext, restMs),
    /** Writes once more, and nothing after that. */
    end: () =>
      writeNext().finally(() => {
        isEnded = true
      }),
  }
}

/** What is saved of a form; empty if it is blank. */
function describe({ form, attempt }: Unrung): string {
  if (form.isBlank()) return ''
  const { fields, lines, payments } = form.read()
  const plan: readonly Field[] = formPlans[form.kind].fields
  const secrets = new Set<string>(plan.filter(({ isSecret }) => isSecret).map(({ name }) => name))
  const open = Object.fromEntries(Object.entries(fields).filter(([name]) => !secrets.has(name)))
  return JSON.stringify({ id: attempt.id(), fields: open, lines, payments } satisfies Unfinished)
}

async function store({ drafts }: Till, place: string, text: string): Promise<void> {
  try {
    await (text === '' ? drafts.drop(place) : drafts.save(place, JSON.parse(text)))
  } catch {
    // A full disk or a closed till costs the draft, and must not stop the sale: entering it says what is wrong.
  }
}

/** Each window has drafts of its own; those of the first lie where they lay when there was but one. */
function placeOf(kind: OperationKind, slot: number): string {
  return slot === 0 ? `register/${kind}` : `register/${slot}/${kind}`
}

/** An older release of the demo may have saved something else. */
function isUnfinished(draft: unknown): draft is Unfinished {
  const { id, fields, lines, payments } = (draft ?? {}) as Partial<Record<keyof Unfinished, unknown>>
  const isFilled = typeof fields === 'object' && fields !== null
  return typeof id === 'string' && isFilled && Array.isArray(lines) && Array.isArray(payments)
}
