import type { FieldFailure, OperationKind, Till } from '../../index.js'
import { describeEntry, describeAmount } from './describe.js'
import type { Remark } from './form.js'
import { placeFailure } from './forms.js'
import { describeRefusedField } from './refused-field.js'
import type { Refusal } from './refusals.js'
import type { Question } from './verdict.js'
import type { Voice } from './voice.js'

/** The texts that a cashier sees for a refusal. */
export type Answer =
  | { tag: 'remarks'; remarks: Remark[] }
  | { tag: 'trouble'; title: string; reasons: string[] }
  | { tag: 'question'; question: Question; verdict?: 'allowDuplicate' | 'override' }

interface AnswerDeps {
  till: Pick<Till, 'entry'>
  operator: () => string
}

/** Finds the texts for a refusal, and the possible answers. */
export async function describeRefusal(
  refusal: Refusal,
  kind: OperationKind,
  deps: AnswerDeps,
  voice: Voice,
): Promise<Answer> {
  const { texts } = voice
  switch (refusal.tag) {
    case 'invalid':
      return { tag: 'remarks', remarks: refusal.failures.map((failure) => toRemark(kind, failure, voice)) }
    case 'trouble': {
      const { title, advice } = texts.troubles[refusal.name]
      return { tag: 'trouble', title, reasons: [advice, texts.support(refusal.message)] }
    }
    case 'limit':
      return { tag: 'question', question: askLimit(refusal, voice), verdict: 'override' }
    case 'duplicate': {
      const question = await askDuplicate(refusal.id, deps, voice)
      return { tag: 'question', question, verdict: 'allowDuplicate' }
    }
    case 'reused': {
      const { title, advice, confirm } = texts.reused
      return {
        tag: 'question',
        question: { title, facts: [advice], confirm, by: '', shown: refusal.id, isPlain: true },
      }
    }
  }
}

/** Uses the till's own message for a mistake that the form does not check. */
function toRemark(kind: OperationKind, failure: FieldFailure, { texts }: Voice): Remark {
  const place = placeFailure(kind, failure)
  const words = describeRefusedField(failure, texts.refusedField)
  return { place, words: place.tag === 'form' ? `${failure.path}: ${words}` : words }
}

function askLimit(refusal: Extract<Refusal, { tag: 'limit' }>, { texts, formats }: Voice): Question {
  const { limit, found, max } = refusal
  const write = (value: number) => {
    if (limit === 'ageHours') return formats.hours(value)
    return limit === 'count' ? formats.whole(value) : formats.money(value)
  }
  // Rounded up, because rounded-down hours may equal the limit.
  const shown = limit === 'ageHours' ? Math.ceil(found * 10) / 10 : found
  const { title, advice } = limit === 'perOperation' ? texts.limit.above : texts.limit
  return {
    title,
    facts: [texts.limit.reasons[limit](write(shown), write(max)), advice],
    confirm: texts.limit.confirm,
    by: { label: texts.verdict.supervisor },
  }
}

async function askDuplicate(id: string, { till, operator }: AnswerDeps, voice: Voice): Promise<Question> {
  const { texts, formats } = voice
  const entry = await till.entry(id).catch(() => undefined)
  const time = entry?.createdAt ? formats.time(entry.createdAt, new Date()) : '–'
  const facts = entry
    ? [[describeAmount(entry, voice), describeEntry(entry, voice)].filter(Boolean).join(' · ')]
    : []
  const name = operator()
  return {
    title: texts.duplicate.title(time),
    facts: [...facts, texts.duplicate.advice],
    confirm: texts.duplicate.confirm,
    by: name === '' ? { label: texts.verdict.name } : name,
    shown: id,
  }
}
