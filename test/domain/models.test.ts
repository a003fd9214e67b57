import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as models from '../../src/domain/structs.js'
import { endpoints, operationKinds } from '../../src/domain/endpoints.js'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { fullModels, kinds } from '../support/models.js'

const rules = createRules()

/** The interface's tables, written down a second time, field by field, as the document has them. */
const tables: Record<string, Record<string, string>> = {
  AssociateOperationViewModel: {
    Card: 'text',
    Shop: 'text',
    Terminal: 'text',
    CardData: 'object',
    Notes: 'text',
  },
  SVCAuthorizedOperationViewModel: {
    StoredValueCardCodeCollection: 'array',
    StoredValueCardReceipt: 'object',
    Notes: 'text',
  },
  SVCMigrationOperationViewModel: {
    StoredValueCardCode: 'text',
    StoredValueCardReceipt: 'object',
    OldCardCode: 'text',
    Notes: 'text',
  },
  SVCUpdateReceiptOperationViewModel: {
    CardCode: 'text',
    TransactionID: 'whole',
    StoredValueCardReceipt: 'object',
  },
  MKTConfirmOrderRequestViewModel: {
    OrderID: 'whole',
    Payments: 'array',
    Promotions: 'array',
    Buyers: 'array',
    Shop: 'text',
    Terminal: 'text',
    ExternalOrderID: 'text',
  },
  CardData: {
    Password: 'text',
    AuthorizationPin: 'text',
    Approvals: 'text',
    SecurityActivationToken: 'text',
    NotificationType: 'whole',
    Holder: 'object',
    Partnerships: 'array',
    MobileDevices: 'array',
  },
  Holder: {
    FirstName: 'text',
    LastName: 'text',
    CompanyName: 'text',
    Email: 'text',
    BirthDate: 'text',
    BirthPlace: 'text',
    FiscalCode: 'text',
    VATCode: 'text',
    Gender: 'whole',
    Addresses: 'array',
  },
  Address: {
    AddressType: 'whole',
    Direction: 'text',
    Zip: 'text',
    District: 'text',
    City: 'text',
    Country: 'text',
  },
  Partnership: { CustomerBasePartnerID: 'whole', AssociationCode: 'text' },
  MobileDevice: { Token: 'text', Os: 'text', DeviceIdiom: 'text', DeviceUniqueID: 'text' },
  CardCodeItem: { StoredValueCardCode: 'text', AuthorizationCode: 'text' },
  IssuerData: { Name: 'text', Address: 'text', Telephone: 'text', EMail: 'text', VATNumber: 'text' },
  Receipt: {
    IssuerData: 'object',
    IssueDate: 'text',
    Products: 'array',
    Payments: 'array',
    Total: 'decimal',
    SenderData: 'object',
    UserData: 'text',
  },
  Product: {
    Code: 'text',
    Name: 'text',
    Price: 'decimal',
    Quantity: 'decimal',
    Mode: 'text',
    Family: 'text',
  },
  ReceiptPayment: { Method: 'object', CardCode: 'text', Amount: 'decimal' },
  SenderData: {
    Shop: 'text',
    Terminal: 'text',
    Type: 'whole',
    Number: 'whole',
    CashDrawer: 'whole',
    Operator: 'text',
  },
  OrderPayment: {
    OrderPaymentID: 'whole',
    PaymentType: 'object',
    PaymentCode: 'text',
    Value: 'decimal',
    PayerEmail: 'text',
  },
  Promotion: { PromotionCode: 'text' },
  Buyer: {
    FullName: 'text',
    VATCode: 'text',
    IsCompany: 'boolean',
    Email: 'text',
    BillingAddress: 'text',
    ShippingAddress: 'text',
    IPAddress: 'text',
  },
}

const samples: Record<string, { fits: unknown[]; misfits: unknown[] }> = {
  text: { fits: ['', 'a'], misfits: [1, null, true, {}, [], 'x'.repeat(65_537)] },
  whole: { fits: [0, -1, 2 ** 53 - 1], misfits: [1.5, '1', null, NaN, Infinity, 2 ** 53] },
  decimal: { fits: [0, 1.5, -3, 123456789012345], misfits: ['1', null, NaN, Infinity, -Infinity, 0.1 + 0.2] },
  boolean: { fits: [true, false], misfits: [0, 'true', null] },
  object: { fits: [{}], misfits: ['{}', [], null, 1, new Date(), new Map()] },
  array: { fits: [[]], misfits: [{}, 'a', null, 0] },
}

const structs = models as unknown as Record<string, { is: (value: unknown) => boolean; schema: object }>

describe('the models of the interface', () => {
  it.each(Object.keys(tables))('%s has exactly the documented fields', (name) => {
    expect(Object.keys(structs[name]?.schema ?? {})).toEqual(Object.keys(tables[name] ?? {}))
  })

  it.each(
    Object.entries(tables).flatMap(([name, fields]) =>
      Object.entries(fields).map(([field, type]) => [name, field, type] as const),
    ),
  )('%s.%s is %s and optional', (name, field, type) => {
    const struct = structs[name]
    expect(struct?.is({})).toBe(true)
    for (const fit of samples[type]?.fits ?? []) expect(struct?.is({ [field]: fit })).toBe(true)
    for (const misfit of samples[type]?.misfits ?? []) expect(struct?.is({ [field]: misfit })).toBe(false)
  })

  it.each(Object.keys(tables))('%s knows no other field', (name) => {
    expect(structs[name]?.is({ Surprise: 1 })).toBe(false)
    expect(structs[name]?.is(JSON.parse('{"__proto__":{"Surprise":1}}'))).toBe(false)
  })

  it.each(kinds)('%s accepts a body with every field', (kind) => {
    expect(findFailures(kind, fullModels[kind], rules)).toEqual([])
  })
})

describe('the five rows', () => {
  it('have the documented methods and paths', () => {
    expect(operationKinds.map((kind) => `${endpoints[kind].method} ${endpoints[kind].path}`)).toEqual([
      'POST /v1.0/svc/associate',
      'PUT /v1.0/svc/refund',
      'PUT /v1.0/svc/migrate',
      'PUT /v1.0/svc/receipt',
      'POST /v1.0/mktp/order',
    ])
  })

  it('have conflicts everywhere but on the order', () => {
    expect(operationKinds.filter((kind) => !endpoints[kind].hasConflicts)).toEqual(['confirmOrder'])
  })

  it('resend only a receipt’s update by default', () => {
    expect(operationKinds.filter((kind) => endpoints[kind].replay !== 'verify')).toEqual(['updateReceipt'])
  })
})

describe('the package', () => {
  it('names each model in its public face', () => {
    const declared = readFileSync('src/domain/models.ts', 'utf8').matchAll(
      /^export (?:type|interface) (\w+)/gm,
    )
    const names = [...declared].map(([, name]) => name)
    const [, listed = ''] =
      /export type \{([^}]*)\} from '\.\/domain\/models\.js'/.exec(readFileSync('src/api.ts', 'utf8')) ?? []
    expect(names).toContain('RefundRequest')
    expect(listed.match(/\w+/g)?.sort()).toEqual(names.sort())
  })
})
