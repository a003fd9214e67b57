import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

// Two ways of fake-indexeddb take much of the time of tests that use a database. Here each goes a shorter way to the same result; the
// package lies as it was installed. `test/journal/swift-databases.test.ts` compares both ways.

/** The parts of fake-indexeddb 6 that are gone around. */
export interface RawIndex {
  keyPath: string | string[]
  multiEntry: boolean
}

export interface RawTree {
  _root: TreeNode | undefined
  put: (record: TreeRecord) => void
  delete: (record: TreeRecord) => void
}

export interface TreeRecord {
  key: unknown
  value: unknown
}

interface TreeNode {
  record: TreeRecord
  left: TreeNode | undefined
  right: TreeNode | undefined
  deleted: boolean
}

type KeyRange = Pick<IDBKeyRange, 'lower' | 'upper' | 'lowerOpen' | 'upperOpen'>
type GetIndexKey = (this: RawIndex, value: unknown) => unknown
type GetRecords = (this: RawTree, range: KeyRange, isDescending?: boolean) => Iterator<TreeRecord>

interface Library {
  Index: { prototype: { getIndexKey: GetIndexKey } }
  Tree: { new (areKeysUnique: boolean): RawTree; prototype: { getRecords: GetRecords } }
  compare: (one: unknown, other: unknown) => number
  /** The package's own ways. */
  own: { getIndexKey: GetIndexKey; getRecords: GetRecords }
}

async function load<Module>(name: string): Promise<Module> {
  const path = resolve('node_modules/fake-indexeddb/build/esm/lib', name)
  return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Module
}

/** Members that a string, a list or a file has without their being its own. */
const unowned = ['length', 'size', 'type', 'name', 'lastModified']

/** A row that keeps nothing under one name of an index is not in it, whatever it keeps under the others. */
function hasNoKey({ keyPath }: RawIndex, value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const names = typeof keyPath === 'string' ? [keyPath] : keyPath
  return names.some((name) => {
    if (name === '' || name.includes('.') || unowned.includes(name)) return false
    return !Object.hasOwn(value, name) || (value as Record<string, unknown>)[name] === undefined
  })
}

/** Goes through the tree with a list of the nodes above, where the package has a generator for each of them. */
function* walk(
  { _root: root }: RawTree,
  { lower, upper, lowerOpen, upperOpen }: KeyRange,
  isDescending: boolean,
  compare: Library['compare'],
): Generator<TreeRecord, undefined> {
  const [near, far] = isDescending ? (['right', 'left'] as const) : (['left', 'right'] as const)
  const isBelow = (key: unknown) => lower !== undefined && compare(key, lower) < Number(lowerOpen)
  const isAbove = (key: unknown) => upper !== undefined && compare(key, upper) > -Number(upperOpen)
  const [isBefore, isPast] = isDescending ? [isAbove, isBelow] : [isBelow, isAbove]
  const above: TreeNode[] = []
  for (let node = root; ; node = node[far]) {
    while (node) {
      const isOutside: boolean = isBefore(node.record.key)
      if (!isOutside) above.push(node)
      node = node[isOutside ? far : near]
    }
    node = above.pop()
    if (!node || isPast(node.record.key)) return
    if (!node.deleted) yield node.record
  }
}

async function goAround(): Promise<Library> {
  const [{ default: Index }, { default: Tree }, { cmpKeys: compare }] = await Promise.all([
    load<{ default: Library['Index'] }>('Index.js'),
    load<{ default: Library['Tree'] }>('binarySearchTree.js'),
    load<{ cmpKeys: Library['compare'] }>('cmp.js'),
  ])
  const { getIndexKey } = Index.prototype
  const { getRecords } = Tree.prototype
  // The package makes an error, with all its stack, for each index that a row is not in, and drops it.
  Index.prototype.getIndexKey = function (value) {
    return hasNoKey(this, value) ? undefined : getIndexKey.call(this, value)
  }
  Tree.prototype.getRecords = function (range, isDescending = false) {
    return walk(this, range, isDescending, compare)
  }
  return { Index, Tree, compare, own: { getIndexKey, getRecords } }
}

// Files that share a process share the package too.
const shared = globalThis as { swiftLibrary?: Promise<Library> }

/** The package, once its ways are shorter. */
export const library = await (shared.swiftLibrary ??= goAround())
