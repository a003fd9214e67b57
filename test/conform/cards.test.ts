import { expect, it } from 'vitest'
import { readConfig } from '../../src/conform/config.js'
import { Lab } from '../../src/conform/lab.js'

it('operations go over all the cards of a list in turn: of two every one went to the same', async () => {
  const file = { baseUrl: 'http://127.0.0.1:9', cards: { codes: ['A', 'B'] }, endpoints: ['refund'] }
  const lab = new Lab(readConfig(JSON.stringify(file), { env: {} }))
  const made = [await lab.make('refund'), await lab.make('refund'), await lab.make('refund')]
  const [first, second, third] = made.map(({ names }) => names.card)
  expect([first, second].sort()).toEqual(['A', 'B'])
  expect(third).toBe(first)
})
