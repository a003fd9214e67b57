import { is as satisfies, type Struct } from 'superstruct'

/**
 * Whether a value has the expected form. The library prints a value that it refuses, and throws if the value cannot
 * be printed; such a value is refused too.
 */
export function is<Value, Schema>(value: unknown, struct: Struct<Value, Schema>): value is Value {
  try {
    return satisfies(value, struct)
  } catch {
    // The caller treats it as any other value of the wrong form.
    return false
  }
}
