import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { conditionsToHeaders } from '../../../src/domain/conditions.js'
import { endpoints, operationKinds } from '../../../src/domain/endpoints.js'
import type { OperationKind } from '../../../src/domain/models.js'
import { fullModels, refundOf } from '../../support/models.js'
import { createOpenApi, modelStructs } from './openapi.js'

interface Parameter {
  name: string
  in: string
}
interface Operation {
  operationId: string
  parameters: { $ref: string }[]
  requestBody: { required: boolean; content: Record<string, { schema: { $ref: string } }> }
  responses: Record<string, { $ref: string }>
}
interface OpenApi {
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, { properties: Record<string, object>; additionalProperties: boolean }>
    parameters: Record<string, Parameter>
    responses: Record<string, object>
  }
}

const openApi = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as OpenApi
const { paths, components } = openApi

const operationOf = (kind: OperationKind): Operation => {
  const found = paths[endpoints[kind].path]?.[endpoints[kind].method.toLowerCase()]
  if (!found) throw new Error(`${kind} has no operation in the file`)
  return found
}
const lastOf = ({ $ref }: { $ref: string }) => $ref.slice($ref.lastIndexOf('/') + 1)

const ajv = new Ajv2020({ strict: true, allErrors: true })
ajv.addSchema({ $id: 'service', ...openApi }, undefined, false, false)
ajv.addVocabulary(['openapi', 'info', 'servers', 'paths', 'components'])
const fits = (kind: OperationKind, body: unknown) => {
  const { schema } = operationOf(kind).requestBody.content['application/json'] ?? {}
  return ajv.validate({ $ref: `service${schema?.$ref ?? ''}` }, body)
}

// The interface's own table, section 4, retyped: method, path, model and statuses of each operation.
const table: Record<OperationKind, [string, string, string, string[]]> = {
  associate: [
    'post',
    '/v1.0/svc/associate',
    'AssociateOperationViewModel',
    ['200', '400', '404', '409', '412'],
  ],
  refund: ['put', '/v1.0/svc/refund', 'SVCAuthorizedOperationViewModel', ['200', '400', '404', '409', '412']],
  migrate: [
    'put',
    '/v1.0/svc/migrate',
    'SVCMigrationOperationViewModel',
    ['200', '400', '404', '409', '412'],
  ],
  updateReceipt: [
    'put',
    '/v1.0/svc/receipt',
    'SVCUpdateReceiptOperationViewModel',
    ['200', '400', '404', '409', '412'],
  ],
  confirmOrder: ['post', '/v1.0/mktp/order', 'MKTConfirmOrderRequestViewModel', ['200', '400', '404']],
}

// Section 2, retyped in the interface's own order: s text, i integer, d decimal, b boolean, o open object.
const fields: Record<string, string> = {
  AssociateOperationViewModel: 'Card:s Shop:s Terminal:s CardData:CardData Notes:s',
  SVCAuthorizedOperationViewModel:
    'StoredValueCardCodeCollection:CardCodeItem[] StoredValueCardReceipt:Receipt Notes:s',
  SVCMigrationOperationViewModel:
    'StoredValueCardCode:s StoredValueCardReceipt:Receipt OldCardCode:s Notes:s',
  SVCUpdateReceiptOperationViewModel: 'CardCode:s TransactionID:i StoredValueCardReceipt:Receipt',
  MKTConfirmOrderRequestViewModel:
    'OrderID:i Payments:OrderPayment[] Promotions:Promotion[] Buyers:Buyer[] Shop:s Terminal:s ExternalOrderID:s',
  CardData:
    'Password:s AuthorizationPin:s Approvals:s SecurityActivationToken:s NotificationType:i Holder:Holder Partnerships:Partnership[] MobileDevices:MobileDevice[]',
  Holder:
    'FirstName:s LastName:s CompanyName:s Email:s BirthDate:s BirthPlace:s FiscalCode:s VATCode:s Gender:i Addresses:Address[]',
  Address: 'AddressType:i Direction:s Zip:s District:s City:s Country:s',
  Partnership: 'CustomerBasePartnerID:i AssociationCode:s',
  MobileDevice: 'Token:s Os:s DeviceIdiom:s DeviceUniqueID:s',
  CardCodeItem: 'StoredValueCardCode:s AuthorizationCode:s',
  Receipt:
    'IssuerData:IssuerData IssueDate:s Products:Product[] Payments:ReceiptPayment[] Total:d SenderData:SenderData UserData:s',
  IssuerData: 'Name:s Address:s Telephone:s EMail:s VATNumber:s',
  Product: 'Code:s Name:s Price:d Quantity:d Mode:s Family:s',
  ReceiptPayment: 'Method:o CardCode:s Amount:d',
  SenderData: 'Shop:s Terminal:s Type:i Number:i CashDrawer:i Operator:s',
  OrderPayment: 'OrderPaymentID:i PaymentType:o PaymentCode:s Value:d PayerEmail:s',
  Promotion: 'PromotionCode:s',
  Buyer: 'FullName:s VATCode:s IsCompany:b Email:s BillingAddress:s ShippingAddress:s IPAddress:s',
}
const letters: Record<string, string> = { string: 's', integer: 'i', number: 'd', boolean: 'b', object: 'o' }

function spell(schema: { type?: string; $ref?: string; items?: { $ref: string } }): string {
  if (schema.items) return `${lastOf(schema.items)}[]`
  return schema.$ref === undefined ? (letters[schema.type ?? ''] ?? '?') : lastOf({ $ref: schema.$ref })
}

describe('the OpenAPI file', () => {
  it('is what the table and the models give', () => {
    expect(openApi).toEqual(createOpenApi())
  })

  it('is sound OpenAPI 3.1', async () => {
    const validator = new Validator()
    const { valid, errors } = await validator.validate(createOpenApi())
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
    expect(validator.version).toBe('3.1')
    const broken = await new Validator().validate({ ...createOpenApi(), paths: { refund: 1 } })
    expect(broken.valid).toBe(false)
  })

  it.each(operationKinds)('has the path, body and statuses of %s as the interface has them', (kind) => {
    const [method, path, model, statuses] = table[kind]
    const { requestBody, responses } = operationOf(kind)
    expect(Object.keys(paths[path] ?? {})).toEqual([method])
    expect(requestBody.required).toBe(true)
    expect(requestBody.content).toEqual({
      'application/json': { schema: { $ref: `#/components/schemas/${model}` } },
    })
    expect(Object.keys(responses)).toEqual(statuses)
  })

  it('names every model and field as the interface does, and as the structs do', () => {
    const told = Object.entries(components.schemas).map(([name, { properties }]) => [
      name,
      Object.entries(properties)
        .map(([field, schema]) => `${field}:${spell(schema)}`)
        .join(' '),
    ])
    expect(Object.fromEntries(told)).toEqual(fields)
    for (const [name, struct] of Object.entries(modelStructs)) {
      expect(Object.keys(components.schemas[name]?.properties ?? {})).toEqual(
        Object.keys(struct.schema as object),
      )
    }
  })

  it('refers to nothing that is not there, and leaves nothing unused', () => {
    const used = [...JSON.stringify(openApi).matchAll(/"#\/components\/([^"]+)"/g)].map(([, place]) => place)
    const there = Object.entries(components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    )
    expect([...new Set(used)].sort()).toEqual(there.sort())
  })

  it.each(operationKinds)('tells the headers that %s is sent with', (kind) => {
    const names = operationOf(kind).parameters.map(
      (parameter) => components.parameters[lastOf(parameter)]?.name,
    )
    const every = { ifMatch: '*', ifNoneMatch: '*', ifUnmodifiedSince: '' }
    const conditions = endpoints[kind].hasConflicts ? Object.keys(conditionsToHeaders(every)) : []
    expect(names.map((name) => name?.toLowerCase())).toEqual(['idempotency-key', ...conditions])
  })

  it('says nothing of authentication, as the interface says nothing', () => {
    expect(openApi).not.toHaveProperty('security')
    expect(components).not.toHaveProperty('securitySchemes')
  })
})

describe('bodies', () => {
  it.each(operationKinds)('of %s fit their schema', (kind) => {
    expect(fits(kind, fullModels[kind]), JSON.stringify(ajv.errors)).toBe(true)
    expect(fits(kind, {})).toBe(true)
  })

  it('of a refund of one card fit', () => {
    expect(fits('refund', refundOf('9001000000000017'))).toBe(true)
  })

  it.each([
    ['a field of another name', 'refund', { Card: '9001' }],
    ['a name in other letters', 'refund', { notes: '' }],
    ['an id that is no whole number', 'updateReceipt', { TransactionID: 4.5 }],
    ['a number as text', 'refund', { StoredValueCardReceipt: { Total: '25.00' } }],
    [
      'a strange field deep inside',
      'associate',
      { CardData: { Holder: { Addresses: [{ Street: 'Via Po' }] } } },
    ],
    ['nothing', 'migrate', null],
  ] as const)('with %s do not fit', (_, kind, body) => {
    expect(fits(kind, body)).toBe(false)
  })
})
