import { base64ToBytes, type Bytes, bytesToBase64, hashBytes } from './base64.js'

/** A log's Merkle tree (RFC 6962): its size, and the roots of its perfect subtrees in base64, the largest first. */
export interface Tree {
  size: number
  roots: readonly string[]
}

export const emptyTree: Tree = { size: 0, roots: [] }

const [leafPrefix, nodePrefix] = [Uint8Array.of(0), Uint8Array.of(1)]

/** The tree with one leaf more. */
export async function addLeaf({ size, roots }: Tree, leaf: string): Promise<Tree> {
  const left = [...roots]
  let right = await hashBytes(leafPrefix, new TextEncoder().encode(leaf))
  // As in a binary counter, each full subtree of the same size is joined to the new one.
  for (let rest = size; rest % 2 === 1; rest = (rest - 1) / 2)
    right = await hashBytes(nodePrefix, readRoot(left.pop() ?? ''), right)
  return { size: size + 1, roots: [...left, bytesToBase64(right)] }
}

/** The tree with more leaves. */
export async function addLeaves(tree: Tree, leaves: readonly string[]): Promise<Tree> {
  let grown = tree
  for (const leaf of leaves) grown = await addLeaf(grown, leaf)
  return grown
}

/** The root hash of the tree in base64. */
export async function rootOf({ roots }: Tree): Promise<string> {
  const [last, ...larger] = roots.map(readRoot).reverse()
  let root = last ?? (await hashBytes())
  for (const left of larger) root = await hashBytes(nodePrefix, left, root)
  return bytesToBase64(root)
}

/** Whether a tree of this size has so many subtrees, each with a whole hash. */
export function isSoundTree({ size, roots }: Tree): boolean {
  const ones = Array.from(size.toString(2)).filter((bit) => bit === '1').length
  return roots.length === ones && roots.every((root) => base64ToBytes(root)?.length === hashLength)
}

const hashLength = 32

function readRoot(text: string): Bytes {
  const bytes = base64ToBytes(text)
  if (!bytes) throw new Error(`Write the log anew: expected a hash in base64, found "${text}".`)
  return bytes
}
