import type { Failure, Struct } from 'superstruct'

/**
 * What differs from a struct, found as it is asked for. The library lists it all at once, and a body may have half a
 * million faults.
 */
export function* findFailuresOf(
  value: unknown,
  { validator, entries, refiner }: Pick<Struct, 'validator' | 'entries' | 'refiner'>,
  path: readonly PropertyKey[] = [],
): Generator<Failure> {
  const context = { path: [...path], branch: [] }
  let isValid = true
  for (const failure of validator(value, context)) {
    isValid = false
    yield failure
  }
  for (const [key, inner, struct] of entries(value, context)) {
    for (const failure of findFailuresOf(inner, struct as Struct, [...path, key])) {
      isValid &&= failure.refinement !== undefined
      yield failure
    }
  }
  if (isValid) yield* refiner(value, context)
}
