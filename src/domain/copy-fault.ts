import { errorToText } from './errors.js'

/** Why a copy of the journal did not leave the device. */
export type CopyFaultReason =
  /** The receiver does not answer, or does not allow this page to send to it. */
  | 'unreachable'
  | 'timeout'
  /** It answered with a redirect, which is not followed. */
  | 'redirect'
  /** It answered with a page for people, as the login of a network does. */
  | 'page'
  /** It answered with a status that does not say that it has the file. */
  | 'refused'
  /** The host's function for copies or for their headers failed. */
  | 'function'
  /** The copy could not be made here. */
  | 'journal'

/** A copy that did not leave the device; it is told by the status and never thrown at a caller. */
export class CopyRefused extends Error {
  override readonly name = 'CopyRefused'
  constructor(
    readonly reason: CopyFaultReason,
    cause?: unknown,
    status?: number,
  ) {
    super(tellFault(reason, cause, status), { cause })
  }
}

const texts: Record<CopyFaultReason, string> = {
  unreachable:
    'The receiver cannot be reached, or does not allow this page to send to it (CORS): check its address',
  timeout: 'The receiver did not take the copy in time: the till tries again',
  redirect: 'The receiver redirects: give the address that takes the file itself',
  page: 'A page for people answered in the receiver’s place: sign in to this network, or check the address',
  refused: 'The receiver did not take the copy: check its address and credentials',
  function: 'The function given in `copies` failed: see what it throws',
  journal: 'The copy could not be made: see status.storage',
}

function tellFault(reason: CopyFaultReason, cause: unknown, status: number | undefined): string {
  const detail = status ? `status ${status}` : cause === undefined ? undefined : errorToText(cause)
  return detail === undefined ? texts[reason] : `${texts[reason]} (${detail})`
}
