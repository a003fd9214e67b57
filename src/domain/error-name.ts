/** Long enough for the name of any error class, and too short to hide a message in. */
const nameMax = 64

/** The name of an error. Its message may quote its input, credentials included. */
export function errorToName(error: unknown): string {
  const name: unknown = error instanceof Error ? error.name : undefined
  return typeof name === 'string' && name.length <= nameMax && /^[A-Za-z]\w*$/.test(name) ? name : 'unknown'
}

/** A fault found by this package's code: its message is safe to store and show. */
export class OwnError extends Error {}
