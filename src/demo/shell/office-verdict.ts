import type { Verdict } from '../../index.js'
import type { DemoAct } from './approval.js'
import { createField, type OfficeDeps } from './card.js'
import { fillIn } from './operator.js'

/** The fields for name and reason, which the till requires; where people sign in with a PIN, only the reason. */
export interface VerdictFields {
  elements: readonly HTMLElement[]
  /** Whether the form needs them now. */
  require(isNeeded: boolean): void
  /** The reason with the name that is written, or that signs in; undefined if the act is not approved. */
  read(act: DemoAct): Promise<Verdict | undefined>
}

/**
 * Creates the fields. Until the signal is aborted, the name follows the person at the till, and comes and goes with the
 * people who can sign in.
 */
export function createVerdict(
  { signIn: { people }, approve, operator, texts: { office } }: OfficeDeps,
  { reasonLabel = office.reason, isRequired = true, signal }: VerdictOptions = {},
): VerdictFields {
  const by = createField(office.by, { type: 'text', maxlength: '64' })
  const reason = createField(reasonLabel, { type: 'text', maxlength: '200' })
  let isNeeded = isRequired
  const look = () => {
    const isSignedIn = people.list().length > 0
    by.element.hidden = isSignedIn
    by.input.required = isNeeded && !isSignedIn
    reason.input.required = isNeeded
  }
  for (const stop of [people.subscribe(look), fillIn(operator, by.input)])
    signal?.addEventListener('abort', stop)
  look()
  return {
    elements: [by.element, reason.element],
    require(isWanted) {
      isNeeded = isWanted
      look()
    },
    async read(act) {
      const why = reason.input.value.trim()
      if (people.list().length === 0) return { by: by.input.value.trim(), reason: why }
      const approval = await approve({ act })
      return approval && { by: approval.by, reason: why }
    },
  }
}

interface VerdictOptions {
  reasonLabel?: string
  isRequired?: boolean
  /** Ends with the form; unset, the fields stay as long as the page. */
  signal?: AbortSignal
}
