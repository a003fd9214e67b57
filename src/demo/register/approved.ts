import type { ActToApprove } from '../../elements.js'
import type { Verdict } from '../../index.js'
import type { Verdicts } from './attempt.js'
import type { Question } from './verdict.js'

/** Asks a person who may do an act to sign in; undefined if it is not approved. */
export type ApproveVerdict = (asked: {
  act: ActToApprove['act'] | 'override' | 'allow-duplicate'
}) => Promise<{ by: string } | undefined>

/** Where there is a sign-in, no name is written. */
export function withoutName(question: Question, approve: ApproveVerdict | undefined): Question {
  return approve && question.isPlain !== true ? { ...question, by: '' } : question
}

const actOf = { override: 'override', allowDuplicate: 'allow-duplicate' } as const

/** The verdict under the name that was approved; undefined if it is not approved. */
export async function askForVerdict(
  name: keyof Verdicts,
  verdict: Verdict,
  approve: ApproveVerdict | undefined,
): Promise<Verdicts | undefined> {
  if (!approve) return { [name]: verdict }
  const approval = await approve({ act: actOf[name] })
  return approval && { [name]: { ...verdict, by: approval.by } }
}
