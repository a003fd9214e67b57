import type { ActName } from './texts/desk.js'

/** What a person wants to do, for the host's own sign-in. */
export interface ActToApprove {
  act: ActName | 'pause' | 'resume' | 'show-cards' | 'look-up' | 'acknowledge-losses' | 'bring-back'
  /** The operations that it concerns; empty for the whole till. */
  ids: readonly string[]
}

/** Asks the host who does this; undefined if it must not be done. */
export type Approve = (act: ActToApprove) => Promise<{ by: string } | undefined>

/** The name that the host approves; undefined if the act is not approved. */
export async function askApproval(approve: Approve, asked: ActToApprove): Promise<string | undefined> {
  const approval = await approve(asked)
  const name = approval?.by.trim() ?? ''
  return name === '' ? undefined : name
}
