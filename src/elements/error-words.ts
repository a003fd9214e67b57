import { errorToName, OwnError } from '../domain/error-name.js'
import {
  ActRefused,
  CounterfoilError,
  LimitReached,
  StorageRefused,
  TransferRefused,
} from '../domain/errors.js'
import type { LimitName } from '../domain/error-texts.js'
import type { Voice } from './element.js'
import { createFormats, type Formats } from './formats.js'
import type { ErrorTexts } from './texts/errors.js'
import { findTexts, loadLanguage } from './texts/languages.js'

/** What a person reads about an error, in the words of a language. */
export function errorToWords(error: unknown, { texts: { errors }, formats }: Voice): string {
  if (error instanceof LimitReached) {
    const { limit, found, max } = error
    return errors.limits[limit](
      writeLimited(limit, roundUp(limit, found), formats),
      writeLimited(limit, max, formats),
    )
  }
  if (error instanceof StorageRefused) return errors.storage[error.params.reason]
  if (error instanceof ActRefused) return errors.acts[error.params.reason]
  if (error instanceof TransferRefused)
    return errors.transfers[error.params.reason](error.params.detail ?? '')
  if (error instanceof CounterfoilError && isPlain(error.code, errors)) return errors.codes[error.code]
  return errors.other(error instanceof OwnError ? error.message : errorToName(error))
}

/** Hours are rounded up, because rounded down they may equal the limit. */
function roundUp(limit: LimitName, found: number): number {
  return limit === 'ageHours' ? Math.ceil(found * 10) / 10 : found
}

function writeLimited(limit: LimitName, value: number, { money, whole, hours }: Formats): string {
  if (limit === 'ageHours') return hours(value)
  return limit === 'count' ? whole(value) : money(value)
}

/**
 * What a person reads about an error of the till, in the page’s language unless another one is named. An error of
 * another origin is told by its name.
 */
export async function describeError(
  error: unknown,
  {
    language = document.documentElement.lang,
    currency = 'EUR',
  }: { language?: string; currency?: string } = {},
): Promise<string> {
  // A language that does not load is told in English.
  await loadLanguage(language).catch(() => undefined)
  return errorToWords(error, { texts: findTexts(language), formats: createFormats(language, currency) })
}

function isPlain(code: string, { codes }: ErrorTexts): code is keyof ErrorTexts['codes'] {
  return Object.hasOwn(codes, code)
}
