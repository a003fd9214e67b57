/** A table of models: the fields of each model, and the type of each field as the documentation names it. */
export type ModelTable = Readonly<Record<string, Readonly<Record<string, string>>>>

/** One mistake in a value: its path and a message. The message does not quote the value, which may be secret. */
export interface ShapeProblem {
  path: string
  message: string
}

/**
 * Lists the mistakes in a JSON value that should be of a type. A type is `string`, `integer`, `decimal`, `boolean`,
 * `object`, `unknown`, the name of a model in the table, or one of these followed by `[]`. Every field is optional;
 * a field that the model does not list is a mistake.
 */
export function findProblems(table: ModelTable, type: string, value: unknown, path = ''): ShapeProblem[] {
  if (type.endsWith('[]')) return findListProblems(table, type.slice(0, -2), value, path)
  const model = table[type]
  if (model) return findModelProblems(table, model, value, path)
  return isOfType(type, value) ? [] : [mismatch(type, value, path)]
}

function findListProblems(table: ModelTable, type: string, value: unknown, path: string): ShapeProblem[] {
  return Array.isArray(value)
    ? value.flatMap((item, index) => findProblems(table, type, item, `${path}[${index}]`))
    : [mismatch('array', value, path)]
}

function findModelProblems(
  table: ModelTable,
  model: Readonly<Record<string, string>>,
  value: unknown,
  path: string,
): ShapeProblem[] {
  if (!isObject(value)) return [mismatch('object', value, path)]
  return Object.entries(value).flatMap(([name, inner]) => {
    const innerPath = path === '' ? name : `${path}.${name}`
    const type = Object.hasOwn(model, name) ? model[name] : undefined
    if (type === undefined) return [{ path: innerPath, message: 'unknown field' }]
    return findProblems(table, type, inner, innerPath)
  })
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'string':
    case 'boolean':
      return typeof value === type
    case 'integer':
      return Number.isSafeInteger(value)
    case 'decimal':
      return Number.isFinite(value)
    case 'object':
      return isObject(value)
    case 'unknown':
      return true
    default:
      throw new Error(`Cannot read a value: the table names a type "${type}" that it does not define`)
  }
}

/** Whether a JSON value is an object, and not null or an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function mismatch(expected: string, value: unknown, path: string): ShapeProblem {
  return {
    path,
    message: `expected ${expected}, found ${nameType(value)}`,
  }
}

function nameType(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value !== 'number') return typeof value
  if (!Number.isFinite(value)) return 'a number out of range'
  if (!Number.isInteger(value)) return 'decimal'
  return Number.isSafeInteger(value) ? 'integer' : 'an integer out of range'
}
