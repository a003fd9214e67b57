import { expect, it } from 'vitest'
import { addLeaf, addLeaves, emptyTree, isSoundTree, rootOf } from '../../src/journal/seal/index.js'

const toHex = (base64: string) => Buffer.from(base64, 'base64').toString('hex')

it('has the roots that RFC 6962’s own implementation publishes', async () => {
  const roots: string[] = []
  let tree = emptyTree
  for (const leaf of ['', '\u0000', '\u0010', ' !', '01', '@ABC', 'PQRSTUVW', '`abcdefghijklmno']) {
    tree = await addLeaf(tree, leaf)
    roots.push(toHex(await rootOf(tree)))
    expect(isSoundTree(tree)).toBe(true)
  }
  expect(toHex(await rootOf(emptyTree))).toMatch(/^e3b0c44298fc1c14/)
  expect(roots[0]).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
  expect(roots[1]).toBe('fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125')
  expect(roots[2]).toBe('aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77')
  expect(roots[7]).toBe('5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328')
})

it('grows to the same root in one step or in many', async () => {
  const leaves = Array.from({ length: 100 }, (_, index) => `leaf ${index}`)
  const whole = await addLeaves(emptyTree, leaves)
  const inParts = await addLeaves(await addLeaves(emptyTree, leaves.slice(0, 37)), leaves.slice(37))
  expect(await rootOf(inParts)).toBe(await rootOf(whole))
  expect(isSoundTree({ ...whole, size: 99 })).toBe(false)
  expect(isSoundTree({ ...whole, roots: ['x', ...whole.roots.slice(1)] })).toBe(false)
})
