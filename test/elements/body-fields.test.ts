import { describe, expect, it } from 'vitest'
import { endpointOf } from '../../src/domain/endpoints.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { createFormats } from '../../src/elements/formats.js'
import { bodyToText, correctBody, listFields, textToBody } from '../../src/elements/attention/body-fields.js'
import { fullModels, kinds, secretsPlanted } from '../support/models.js'

const correct = (kind: (typeof kinds)[number], changes: Record<string, string>, currency = 'EUR') =>
  correctBody(
    fullModels[kind],
    listFields(kind, fullModels[kind]),
    new Map(Object.entries(changes)),
    currency,
  )

describe('the fields of a body', () => {
  it.each(kinds)('of %s hold what stands in it, and untouched change nothing', (kind) => {
    const fields = listFields(kind, fullModels[kind])
    expect(fields.length).toBeGreaterThan(1)
    const texts = new Map(fields.map(({ path, value }) => [path, value]))
    expect(correctBody(fullModels[kind], fields, texts, 'EUR').body).toEqual(fullModels[kind])
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

  it('that move a card to another place move its code along', () => {
    const { body } = correct('refund', {
      'StoredValueCardCodeCollection[0].StoredValueCardCode': '9001000000000033',
      'StoredValueCardCodeCollection[1].StoredValueCardCode': '9001000000000025',
    })
    expect(body).toMatchObject({
      StoredValueCardCodeCollection: [
        { StoredValueCardCode: '9001000000000033', AuthorizationCode: 'auth-4716' },
        { StoredValueCardCode: '9001000000000025', AuthorizationCode: 'auth-4715' },
      ],
    })
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
    expect(correctBody(before, fields, texts, 'EUR').body).toEqual({
      CardCode: 'A',
      TransactionID: 7,
      StoredValueCardReceipt: { Total: 3.2 },
    })
  })
})

const total = 'StoredValueCardReceipt.Total'
const products = 'StoredValueCardReceipt.Products'
const withTotal = (amount: number) => ({ StoredValueCardReceipt: { Total: amount } })

describe('an amount', () => {
  it.each(['1.250', '1,250'])('written as %s is not read as 1.25, as it may mean a thousand', (text) => {
    for (const path of [total, 'StoredValueCardReceipt.Payments[0].Amount', `${products}[0].Price`])
      expect(correct('refund', { [path]: text })).toMatchObject({ wrong: [{ path, misread: 'fine' }] })
    const order = correct('confirmOrder', { 'Payments[0].Value': text })
    expect(order.wrong).toMatchObject([{ misread: 'fine' }])
  })

  it('has the decimals of its currency', () => {
    expect(correct('refund', { [total]: '1.250' }, 'KWD').body).toMatchObject(withTotal(1.25))
    expect(correct('refund', { [total]: '12.50' }, 'HUF').body).toMatchObject(withTotal(12.5))
    expect(correct('refund', { [total]: '1.250' }, 'JPY').wrong).toMatchObject([{ misread: 'fine' }])
  })

  it('keeps the decimals that it has, as the price of a litre of fuel', () => {
    const before = { StoredValueCardReceipt: { Products: [{ Price: 1.859, Quantity: 1 }, { Price: 1e-7 }] } }
    const fields = listFields('refund', before)
    const priced = (price: string) =>
      correctBody(
        before,
        fields,
        new Map([
          [`${products}[0].Price`, price],
          [`${products}[0].Quantity`, '40,125'],
          [`${products}[1].Price`, '0.0000001'],
        ]),
        'EUR',
      ).body
    expect(priced('1.869')).toEqual({
      StoredValueCardReceipt: { Products: [{ Price: 1.869, Quantity: 40.125 }, { Price: 1e-7 }] },
    })
    expect(priced('1.8699')).toBeUndefined()
  })

  it('below zero is read as it is shown, in every language', () => {
    const before = { StoredValueCardReceipt: { Products: [{ Price: -1234.5, Quantity: -2.5 }] } }
    const fields = listFields('refund', before)
    for (const language of [
      'en',
      'de-CH',
      'sv',
      'nb',
      'fi',
      'et',
      'lt',
      'hr',
      'sl',
      'he',
      'ar',
      'fa',
      'ur',
    ]) {
      const { typed } = createFormats(language, 'EUR')
      const texts = new Map(
        fields
          .filter(({ value }) => value !== '')
          .map(({ path, name, value }) => [path, typed(Number(value), name !== 'Quantity')]),
      )
      expect(correctBody(before, fields, texts, 'EUR'), language).toEqual({ body: before, wrong: [] })
    }
  })

  it.each(['\u22125', '\u200e\u22125', '-5,00', '-٥', '-۵٫۰'])('may be written as %s', (text) => {
    expect(correct('refund', { [total]: text }).body).toMatchObject(withTotal(-5))
  })
})

type Cards = (
  { StoredValueCardCode?: string | undefined; AuthorizationCode?: string | undefined } | undefined
)[]
const card = (code: string, secret = '••••') => ({ StoredValueCardCode: code, AuthorizationCode: secret })
const place = (index: number) => `StoredValueCardCodeCollection[${index}].AuthorizationCode`

describe('a body as text', () => {
  it.each(kinds)('of %s covers its secrets and gives them back', (kind) => {
    const text = bodyToText(fullModels[kind])
    expect(secretsPlanted.filter((secret) => text.includes(secret))).toEqual([])
    expect(textToBody(text, fullModels[kind])).toEqual({ body: fullModels[kind], asked: [] })
  })

  it('with the first of two cards deleted sends the second with its own code', () => {
    const shown = JSON.parse(bodyToText(fullModels.refund)) as typeof fullModels.refund
    shown.StoredValueCardCodeCollection?.shift()
    expect(textToBody(JSON.stringify(shown), fullModels.refund)).toMatchObject({
      body: {
        StoredValueCardCodeCollection: [
          { StoredValueCardCode: '9001000000000033', AuthorizationCode: 'auth-4716' },
        ],
      },
      asked: [],
    })
  })

  it.each<[string, (cards: Cards) => Cards, (string | undefined)[], string[]]>([
    ['in another order', ([a, b]) => [b, a], ['auth-4716', 'auth-4715'], []],
    [
      'with one put in front',
      ([a, b]) => [card('new'), a, b],
      [undefined, 'auth-4715', 'auth-4716'],
      [place(0)],
    ],
    ['with a code that was not there', ([, b]) => [card('new'), b], [undefined, 'auth-4716'], [place(0)]],
    ['with one of them twice', ([a]) => [a, a], [undefined, undefined], [place(0), place(1)]],
    ['with a code written anew', ([, b]) => [card('new', '77'), b], ['77', 'auth-4716'], []],
    ['without a code', ([a]) => [{ StoredValueCardCode: a?.StoredValueCardCode }], [undefined], []],
  ])('with its cards %s gives no card the code of another', (_, change, codes, asked) => {
    const shown = JSON.parse(bodyToText(fullModels.refund)) as typeof fullModels.refund
    const cards = change(shown.StoredValueCardCodeCollection ?? [])
    const text = JSON.stringify({ ...shown, StoredValueCardCodeCollection: cards })
    const written = textToBody(text, fullModels.refund)
    const list = (written?.body as typeof fullModels.refund).StoredValueCardCodeCollection
    expect(list?.map(({ AuthorizationCode }) => AuthorizationCode)).toEqual(codes)
    expect(written?.asked).toEqual(asked)
  })

  it('for another card asks for its PIN and its password again', () => {
    const text = bodyToText({ ...fullModels.associate, Card: '9001000000000999' })
    expect(textToBody(text, fullModels.associate)?.asked).toEqual([
      'CardData.Password',
      'CardData.AuthorizationPin',
      'CardData.SecurityActivationToken',
    ])
  })

  it('leaves a note that is written like a covered value as it is', () => {
    expect(textToBody('{"Notes":"••••"}', { Notes: 'before' })?.body).toEqual({ Notes: '••••' })
  })

  it('is none if it is no object', () => {
    expect(textToBody('[1]', {})).toBeUndefined()
    expect(textToBody('{', {})).toBeUndefined()
  })
})
