/** The rooms of `src` from the ground up: each may import from the floors before its own, and from no neighbour. */
export const staircase = [
  ['domain'],
  ['decide', 'service'],
  ['ports'],
  ['journal', 'transport', 'platform', 'replay'],
  ['till', 'worker', 'verify'],
  ['elements', 'telemetry'],
  ['otlp', 'escpos', 'api', 'conform'],
  ['index', 'sw', 'open'],
  ['desk'],
  ['demo'],
] as const satisfies readonly (readonly string[])[]

/** On which floor each room is. */
export const floors: Record<string, number> = Object.fromEntries(
  staircase.flatMap((rooms, floor) => rooms.map((room) => [room, floor])),
)

/** The staircase as ARCHITECTURE.md shows it. */
export function drawStaircase(floors: readonly (readonly string[])[] = staircase): string {
  return floors.map((rooms) => (rooms.length > 1 ? `{ ${rooms.join(', ')} }` : rooms.join())).join(' ← ')
}
