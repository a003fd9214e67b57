import { is as satisfies, type Struct } from 'superstruct'

/**
 * Whether a value of anybody's making has the form it should have. The library spells out what it refuses, and
 * throws over an object that cannot be spelled; such a one is refused like any other.
 */
export function is<Value, Schema>(value: unknown, struct: Struct<Value, Schema>): value is Value {
  try {
    return satisfies(value, struct)
  } catch {
    return false
  }
}
