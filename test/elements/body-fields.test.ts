import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { bodyToText, correctBody, listFields, textToBody } from '../../src/elements/attention/body-fields.js'
import { fullModels, kinds, secretsPlanted } from '../support/models.js'

const correct = (kind: (typeof kinds)[number], changes: Record<string, string>) =>
  correctBody(fullModels[kind], listFields(kind, fullModels[kind]), new Map(Object.entries(changes)))

describe('the fields of a body', () => {
  it.each(kinds)('of %s hold what stands in it, and untouched change nothing', (kind) => {
    const fields = listFields(kind, fullModels[kind])
    expect(fields.length).toBeGreaterThan(1)
    const texts = new Map(fields.map(({ path, value }) => [path, value]))
    expect(correctBody(fullModels[kind], fields, texts).body).toEqual(fullModels[kind])
  })

  it.each(kinds)('of %s name every card and order, and no secret', (kind) => {
    const { cards, orders, secrets } = endpointOf(kind)
    const general = listFields(kind, fullModels[kind]).map(({ path }) => path.replace(/\[\d+\]/g, '[]'))
    const paths = [...cards, ...orders].filter((path) => kind === 'refund' || !path.includes('Payments'))
    expect(paths.filter((path) => !general.includes(path))).toEqual([])
    expect(secrets.filter((path) => general.includes(path))).toEqual([])
  })

  it('are written where they stand, and a secret beside them stays', () => {
    const { body } = correct('refund', {
      'StoredValueCardCodeCollection[1].StoredValueCardCode': '9001000000000099',
      'StoredValueCardReceipt.Payments[0].Amount': '20,50',
      Notes: '',
    })
    expect(body).toMatchObject({
      StoredValueCardCodeCollection: [
        fullModels.refund.StoredValueCardCodeCollection?.[0],
        { StoredValueCardCode: '9001000000000099', AuthorizationCode: 'auth-4716' },
      ],
      StoredValueCardReceipt: { Payments: [{ Amount: 20.5 }] },
    })
    expect(body).not.toHaveProperty('Notes')
    expect(findFailures('refund', body, createRules())).toEqual([])
  })

  it('that are no numbers are named, and nothing is written', () => {
    const { body, wrong } = correct('updateReceipt', { TransactionID: '1.5', CardCode: 'A' })
    expect(body).toBeUndefined()
    expect(wrong.map(({ path }) => path)).toEqual(['TransactionID'])
  })

  it('that were missing are put in', () => {
    const before = { CardCode: 'A' }
    const fields = listFields('updateReceipt', before)
    const texts = new Map([
      ['TransactionID', '7'],
      ['StoredValueCardReceipt.Total', '3.20'],
    ])
    expect(correctBody(before, fields, texts).body).toEqual({
      CardCode: 'A',
      TransactionID: 7,
      StoredValueCardReceipt: { Total: 3.2 },
    })
  })
})

describe('a body as text', () => {
  it.each(kinds)('of %s covers its secrets and gives them back', (kind) => {
    const text = bodyToText(fullModels[kind])
    expect(secretsPlanted.filter((secret) => text.includes(secret))).toEqual([])
    expect(textToBody(text, fullModels[kind])).toEqual(fullModels[kind])
  })

  it('is none if it is no object', () => {
    expect(textToBody('[1]', {})).toBeUndefined()
    expect(textToBody('{', {})).toBeUndefined()
  })
})
