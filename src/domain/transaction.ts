import { transactionField } from './endpoints.js'
import { erasePath, readPath } from './paths.js'

/** The transaction id in a body or a reply, whatever it is. */
export function readTransaction(body: unknown): unknown {
  return readPath(body, transactionField)[0]
}

/** A body's text with the transaction id filled in. */
export function fillTransaction(text: string, id: number): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), [transactionField]: id })
}

/** A body's text as it was before a transaction id was filled in. */
export function dropTransaction(text: string): string {
  return JSON.stringify(erasePath(JSON.parse(text) as unknown, transactionField))
}
