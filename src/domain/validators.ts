import { anyTag, type Conditions, matches, strongTag } from './conditions.js'
import { isImfFixdate, parseHttpDate } from './http-date.js'

/** The version of a card in a reply. */
export interface Validators {
  etag?: string
  lastModified?: string
}

const isStrongTag = matches(strongTag)
const isAnyTag = matches(anyTag)

/** The validators of a reply for later operations on the card; a malformed one could not be sent back. */
export function validatorsOf(headers: Record<string, string>): Validators | undefined {
  const { etag, 'last-modified': lastModified } = headers
  const validators = {
    ...(etag !== undefined && isAnyTag(etag) && { etag }),
    ...(lastModified !== undefined && parseHttpDate(lastModified) !== undefined && { lastModified }),
  }
  return Object.keys(validators).length > 0 ? validators : undefined
}

/** The strictest condition that the validators allow; a weak tag never satisfies If-Match. */
export function validatorsToConditions({ etag, lastModified }: Validators): Conditions | undefined {
  if (etag !== undefined && isStrongTag(etag)) return { ifMatch: etag }
  const ifUnmodifiedSince = lastModified === undefined ? undefined : toImfFixdate(lastModified)
  return ifUnmodifiedSince === undefined ? undefined : { ifUnmodifiedSince }
}

/** A request must not use the two older forms of a date, even if the service writes them. */
function toImfFixdate(text: string): string | undefined {
  const time = parseHttpDate(text)
  if (time === undefined) return undefined
  return isImfFixdate(text) ? text : new Date(time).toUTCString()
}
