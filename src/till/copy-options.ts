import { enums, func, object, optional, record, refine, string, union, unknown } from 'superstruct'
import type { CopyFaultReason } from '../domain/copy-fault.js'
import { InvalidOptions } from '../domain/errors.js'
import { is } from '../domain/is.js'
import type { HeadersRecord } from '../ports.js'
import { findUrlFault } from './addresses.js'

/** What a copy is of. */
export interface CopyInfo {
  /** The id of the file. */
  file: string
  shop: string
  terminal: string
  at: Date
  /** How many operations are in it: all that are unresolved. */
  operations: number
}

/** Copies of what is unresolved, which leave the device while a page is open. */
export interface CopyOptions {
  /** An address that takes the file as the body of a request, or a function that puts it somewhere. */
  to: string | ((file: Blob, info: CopyInfo) => void | Promise<void>)
  /** At most so often, and only if something has changed. */
  everyMinutes: number
  /** The shop's public key (ECDH, P-256): only its private key opens the copies. */
  publicKey: JsonWebKey
  /** `PUT` by default. */
  method?: 'PUT' | 'POST'
  /** Headers of the request, or a function that returns them at the time of sending. */
  headers?: HeadersRecord | (() => HeadersRecord | Promise<HeadersRecord>)
  /** As in `fetch`; `same-origin` by default. */
  credentials?: 'omit' | 'same-origin' | 'include'
}

/** The copies that leave the device, as the last attempt left them. */
export interface CopiesStatus {
  /** When the last copy was taken; missing if none ever was. */
  lastAt?: Date
  /** How many operations were in it. */
  operations?: number
  /** Since when no copy was taken, and why the last attempt failed; missing if it did not. */
  failing?: { since: Date; lastAt: Date; times: number; reason: CopyFaultReason; fault: string }
}

export const publicKeyExpected =
  'a public key for ECDH on the curve P-256, as a JSON Web Key without its private part `d`'

/** A private key here would open what it seals on every device that has it. */
export const publicKey = refine(record(string(), unknown()), 'publicKey', ({ kty, crv, x, y, d }) => {
  return kty === 'EC' && crv === 'P-256' && typeof x === 'string' && typeof y === 'string' && d === undefined
})

/** Throws on what cannot be a shop's public key. */
export function requirePublicKey(given: { publicKey: unknown }): void {
  if (is(given, object({ publicKey }))) return
  const failure = { path: 'publicKey', expected: publicKeyExpected, found: 'something else' }
  throw new InvalidOptions([failure], 'exportJournal')
}

const everyMinutes = refine(unknown(), 'everyMinutes', (value) => {
  return Number.isSafeInteger(value) && Number(value) > 0 && Number(value) <= 10_080
})

const to = refine(unknown(), 'copyTo', (value) => {
  return typeof value === 'function' || (typeof value === 'string' && findUrlFault(value) === undefined)
})

export const Copies = object({
  to,
  everyMinutes,
  publicKey,
  method: optional(enums(['PUT', 'POST'])),
  headers: optional(union([func(), record(string(), string())])),
  credentials: optional(enums(['omit', 'same-origin', 'include'])),
})
