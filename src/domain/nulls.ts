import { isPlainObject } from './fields.js'

/** The same data without the fields that may be null. */
export type WithoutNulls<Value> = Value extends readonly (infer Item)[]
  ? WithoutNulls<Item>[]
  : Value extends object
    ? { [Key in keyof Value as null extends Value[Key] ? never : Key]: WithoutNulls<Value[Key]> } & {
        [Key in keyof Value as null extends Value[Key] ? Key : never]?: WithoutNulls<
          Exclude<Value[Key], null>
        >
      }
    : Value

/**
 * A copy of plain data without the fields that are null, at every depth: for a host whose models have null where the
 * service expects no field. A null in a list stays, and the till refuses it, because it may be a lost line.
 */
export function withoutNulls<Value>(value: Value): WithoutNulls<Value> {
  return leaveOut(value) as WithoutNulls<Value>
}

function leaveOut(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(leaveOut)
  if (!isPlainObject(value)) return value
  const given = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(given.map(([key, inner]) => [key, leaveOut(inner)]))
}
