/** Every path in a model, in the interface's spelling: `CardData.MobileDevices[].Token`. */
export type PathOf<Model> = Model extends object ? PathOfField<Model, keyof Model & string> : never

type PathOfField<Model, Key extends keyof Model & string> = Key extends string
  ? NonNullable<Model[Key]> extends infer Value
    ? Value extends readonly (infer Item)[]
      ? Key | `${Key}[]` | `${Key}[].${PathOf<Item>}`
      : Value extends object
        ? string extends keyof Value
          ? Key
          : Key | `${Key}.${PathOf<Value>}`
        : Key
    : never
  : never

interface Step {
  key: string
  isList: boolean
}

/** All values at a path; a list in the path yields each of its items. */
export function readPath(root: unknown, path: string): unknown[] {
  let found: unknown[] = [root]
  for (const { key, isList } of pathToSteps(path)) {
    found = found.flatMap((value) => {
      const inner = readKey(value, key)
      if (inner === undefined) return []
      return isList ? (Array.isArray(inner) ? (inner as unknown[]) : []) : [inner]
    })
  }
  return found
}

/** A copy of the value without the values at the path. */
export function erasePath<Value>(root: Value, path: string): Value {
  return eraseSteps(root, pathToSteps(path)) as Value
}

/** Whether the place named by a failure is at or below a path. */
export function isWithin(place: string, path: string): boolean {
  const general = place.replace(/\[\d+\]/g, '[]')
  return general === path || general.startsWith(`${path}.`) || general.startsWith(`${path}[`)
}

/** `['Products', 0, 'Price']` reads as `Products[0].Price`. */
export function keysToPlace(keys: readonly PropertyKey[]): string {
  return keys.reduce<string>((place, key) => {
    if (typeof key === 'number') return `${place}[${key}]`
    const name = shorten(String(key))
    return place === '' ? name : `${place}.${name}`
  }, '')
}

function shorten(name: string): string {
  return name.length > 64 ? `${name.slice(0, 63)}…` : name
}

function eraseSteps(value: unknown, steps: readonly Step[]): unknown {
  const [step, ...rest] = steps
  if (step === undefined || readKey(value, step.key) === undefined) return value
  const { [step.key]: inner, ...others } = value as Record<string, unknown>
  if (rest.length === 0) return others
  const isListed = step.isList && Array.isArray(inner)
  const cleaned = isListed ? inner.map((item) => eraseSteps(item, rest)) : eraseSteps(inner, rest)
  return { ...(value as object), [step.key]: cleaned }
}

function readKey(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
  return (value as Record<string, unknown>)[key]
}

const stepsByPath = new Map<string, readonly Step[]>()

function pathToSteps(path: string): readonly Step[] {
  const known = stepsByPath.get(path)
  if (known) return known
  const steps = path.split('.').map((part) => ({ key: part.replace('[]', ''), isList: part.endsWith('[]') }))
  stepsByPath.set(path, steps)
  return steps
}
