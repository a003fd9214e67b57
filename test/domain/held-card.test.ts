import { expect, it } from 'vitest'
import { findCards, pickHeldCard } from '../../src/domain/lanes.js'
import type { OperationKind } from '../../src/domain/models.js'
import { fullModels } from '../support/models.js'

it('a migration is held to the old card, any other operation to its first', () => {
  const held = (kind: OperationKind) => pickHeldCard(kind, findCards(kind, fullModels[kind]))
  expect(held('migrate')).toBe(fullModels.migrate.OldCardCode)
  expect(held('associate')).toBe(fullModels.associate.Card)
  expect(held('updateReceipt')).toBe(fullModels.updateReceipt.CardCode)
})

it('a row of no known kind is held to none, and stops no turn', () => {
  expect(pickHeldCard('exchange' as OperationKind, ['A', 'B'])).toBe(undefined)
})
