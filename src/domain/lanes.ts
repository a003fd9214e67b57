import { endpointOf } from './endpoints.js'
import type { OperationKind } from './models.js'
import { readPath } from './paths.js'

/** Operations that share a lane reach the service in the order they were rung up. */
export function findLanes(kind: OperationKind, body: object): string[] {
  const { cards, orders } = endpointOf(kind)
  const lanes = [
    ...findCards(kind, body, cards).map(laneOfCard),
    ...orders.flatMap((path) => readPath(body, path).map((id) => `${path}:${String(id)}`)),
  ]
  return [...new Set(lanes)]
}

/** The lane of everything that touches a card. */
export function laneOfCard(code: string): string {
  return `card:${code}`
}

/** The codes of every card that an operation touches, each once. */
export function findCards(
  kind: OperationKind,
  body: object,
  paths: readonly string[] = endpointOf(kind).cards,
): string[] {
  const codes = paths.flatMap((path) => readPath(body, path)).filter((code) => typeof code === 'string')
  return [...new Set(codes.map((code) => code.trim()).filter((code) => code !== ''))]
}

/** Enough of a card's code to tell it from its neighbour, too little to use it. */
export function maskCard(code: string): string {
  const shown = Math.min(4, Math.floor(code.length / 2))
  return `••••${code.slice(code.length - shown)}`
}
