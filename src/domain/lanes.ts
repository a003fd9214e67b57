import { readCard, type CardReader } from './cards.js'
import { endpointOf, operationKinds } from './endpoints.js'
import type { OperationKind } from './models.js'
import { readPath } from './paths.js'

/** The lanes of an operation: operations that share a lane reach the service in the order in which they were saved. */
export function findLanes(kind: OperationKind, body: object, reader?: CardReader): string[] {
  const { orders } = endpointOf(kind)
  const lanes = [
    ...findReadings(kind, body, reader).map(laneOfCard),
    ...orders.flatMap((path) => readPath(body, path).map((id) => `${path}:${String(id).trim()}`)),
  ]
  return [...new Set(lanes)]
}

/** The lane of all operations of a card. */
export function laneOfCard(code: string): string {
  return `card:${code}`
}

/** The codes of an operation's cards, each once, by the host's reading. */
export function findCards(kind: OperationKind, body: object, reader?: CardReader): string[] {
  const codes = endpointOf(kind)
    .cards.flatMap((path) => readPath(body, path))
    .filter((code) => typeof code === 'string')
  return [...new Set(codes.map((code) => readCard(code, reader)).filter((code) => code !== ''))]
}

/** The card whose version an operation is held to, among all of its cards. A damaged row may be of no known kind. */
export function pickHeldCard(kind: OperationKind, codes: readonly string[]): string | undefined {
  return operationKinds.includes(kind) ? codes[endpointOf(kind).heldCard ?? 0] : undefined
}

/** The cards by the host's reading and by the default one, which finds entries from before it changed. */
export function findReadings(kind: OperationKind, body: object, reader?: CardReader): string[] {
  return [...new Set([...findCards(kind, body, reader), ...findCards(kind, body)])]
}

/** A part of a card's code: enough to tell it from another card, too little to use it. */
export function maskCard(code: string): string {
  const shown = Math.min(4, Math.floor(code.length / 2))
  return `••••${code.slice(code.length - shown)}`
}
