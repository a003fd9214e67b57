// The JSON form of OTLP: camelCase names, enums as numbers, 64-bit integers as text.

export type Fact = string | number | boolean

/** Facts by name; an undefined fact is left out. */
export type Facts = Readonly<Record<string, Fact | undefined>>

export interface AnyValue {
  stringValue?: string
  boolValue?: boolean
  intValue?: string
  doubleValue?: number
}

export interface KeyValue {
  key: string
  value: AnyValue
}

export function factsToAttributes(facts: Facts): KeyValue[] {
  return Object.entries(facts).flatMap(([key, fact]) =>
    fact === undefined ? [] : [{ key, value: factToValue(fact) }],
  )
}

export function factToValue(fact: Fact): AnyValue {
  if (typeof fact === 'string') return { stringValue: fact }
  if (typeof fact === 'boolean') return { boolValue: fact }
  return Number.isSafeInteger(fact) ? { intValue: String(fact) } : { doubleValue: fact }
}

/** Nanoseconds since 1970 as text, because a JavaScript number is not exact enough. */
export function momentToNanos(ms: number): string {
  return String(BigInt(Math.max(0, Math.trunc(ms))) * 1_000_000n)
}

/** The resource of every message. */
export interface Resource {
  attributes: KeyValue[]
}

export const scope = { name: 'counterfoil' }
