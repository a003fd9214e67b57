import { cover, secretNames } from './body-fields.js'

/** A value that changes; undefined where it is missing. */
export interface Difference {
  path: string
  was: unknown
  becomes: unknown
}

/** Every value in which two bodies differ. Secrets stay covered. */
export function listDifferences(before: unknown, after: unknown, path = ''): Difference[] {
  if (Array.isArray(before) || Array.isArray(after)) return compareLists(toList(before), toList(after), path)
  if (!isMembers(before) && !isMembers(after)) {
    return before === after ? [] : [{ path, was: shield(before, path), becomes: shield(after, path) }]
  }
  const [was, becomes] = [isMembers(before) ? before : {}, isMembers(after) ? after : {}]
  const names = [...new Set([...Object.keys(was), ...Object.keys(becomes)])]
  return names.flatMap((name) =>
    listDifferences(was[name], becomes[name], path === '' ? name : `${path}.${name}`),
  )
}

function compareLists(before: unknown[], after: unknown[], path: string): Difference[] {
  const length = Math.max(before.length, after.length)
  return Array.from({ length }, (_, index) =>
    listDifferences(before[index], after[index], length > 1 ? `${path}[${index}]` : path),
  ).flat()
}

function toList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function isMembers(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shield(value: unknown, path: string): unknown {
  return value !== undefined && secretNames.has(path.split('.').at(-1) ?? '') ? cover : value
}
