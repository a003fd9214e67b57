import { findProblems, type ShapeProblem } from './shapes.js'

/*
 * Written from section 2 of the interface document alone, so that a test finds a mistake here or in the package's own
 * models by comparing the two.
 */
const models = {
  AssociateOperationViewModel: {
    Card: 'string',
    Shop: 'string',
    Terminal: 'string',
    CardData: 'CardData',
    Notes: 'string',
  },
  SVCAuthorizedOperationViewModel: {
    StoredValueCardCodeCollection: 'CardCodeItem[]',
    StoredValueCardReceipt: 'Receipt',
    Notes: 'string',
  },
  SVCMigrationOperationViewModel: {
    StoredValueCardCode: 'string',
    StoredValueCardReceipt: 'Receipt',
    OldCardCode: 'string',
    Notes: 'string',
  },
  SVCUpdateReceiptOperationViewModel: {
    CardCode: 'string',
    TransactionID: 'integer',
    StoredValueCardReceipt: 'Receipt',
  },
  MKTConfirmOrderRequestViewModel: {
    OrderID: 'integer',
    Payments: 'OrderPayment[]',
    Promotions: 'Promotion[]',
    Buyers: 'Buyer[]',
    Shop: 'string',
    Terminal: 'string',
    ExternalOrderID: 'string',
  },
  CardData: {
    Password: 'string',
    AuthorizationPin: 'string',
    Approvals: 'string',
    SecurityActivationToken: 'string',
    NotificationType: 'integer',
    Holder: 'Holder',
    Partnerships: 'Partnership[]',
    MobileDevices: 'MobileDevice[]',
  },
  Holder: {
    FirstName: 'string',
    LastName: 'string',
    CompanyName: 'string',
    Email: 'string',
    BirthDate: 'string',
    BirthPlace: 'string',
    FiscalCode: 'string',
    VATCode: 'string',
    Gender: 'integer',
    Addresses: 'Address[]',
  },
  Address: {
    AddressType: 'integer',
    Direction: 'string',
    Zip: 'string',
    District: 'string',
    City: 'string',
    Country: 'string',
  },
  Partnership: { CustomerBasePartnerID: 'integer', AssociationCode: 'string' },
  MobileDevice: { Token: 'string', Os: 'string', DeviceIdiom: 'string', DeviceUniqueID: 'string' },
  CardCodeItem: { StoredValueCardCode: 'string', AuthorizationCode: 'string' },
  Receipt: {
    IssuerData: 'IssuerData',
    IssueDate: 'string',
    Products: 'Product[]',
    Payments: 'ReceiptPayment[]',
    Total: 'decimal',
    SenderData: 'SenderData',
    UserData: 'string',
  },
  IssuerData: {
    Name: 'string',
    Address: 'string',
    Telephone: 'string',
    EMail: 'string',
    VATNumber: 'string',
  },
  Product: {
    Code: 'string',
    Name: 'string',
    Price: 'decimal',
    Quantity: 'decimal',
    Mode: 'string',
    Family: 'string',
  },
  ReceiptPayment: { Method: 'object', CardCode: 'string', Amount: 'decimal' },
  SenderData: {
    Shop: 'string',
    Terminal: 'string',
    Type: 'integer',
    Number: 'integer',
    CashDrawer: 'integer',
    Operator: 'string',
  },
  OrderPayment: {
    OrderPaymentID: 'integer',
    PaymentType: 'object',
    PaymentCode: 'string',
    Value: 'decimal',
    PayerEmail: 'string',
  },
  Promotion: { PromotionCode: 'string' },
  Buyer: {
    FullName: 'string',
    VATCode: 'string',
    IsCompany: 'boolean',
    Email: 'string',
    BillingAddress: 'string',
    ShippingAddress: 'string',
    IPAddress: 'string',
  },
} as const

const requestModels = {
  associate: 'AssociateOperationViewModel',
  refund: 'SVCAuthorizedOperationViewModel',
  migrate: 'SVCMigrationOperationViewModel',
  updateReceipt: 'SVCUpdateReceiptOperationViewModel',
  confirmOrder: 'MKTConfirmOrderRequestViewModel',
} as const

/** All models of the interface. */
type Models = typeof models
/** The value of a field by the name of its type. */
type Value<Type> = Type extends 'string'
  ? string
  : Type extends 'integer' | 'decimal'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'object'
        ? Record<string, unknown>
        : Type extends `${infer Name extends keyof Models}[]`
          ? readonly Model<Name>[]
          : Type extends keyof Models
            ? Model<Type>
            : never

/** A body of one model. */
export type Model<Name extends keyof Models> = {
  readonly [Field in keyof Models[Name]]?: Value<Models[Name][Field]>
}

/** The five operations, by the names of this package. */
export type Operation = keyof typeof requestModels

/** The request body of each operation. */
export type Bodies = { [Kind in Operation]: Model<(typeof requestModels)[Kind]> }

/** The receipt in three of the five operations. */
export type Receipt = Model<'Receipt'>

/** The result of reading a body: the body, or its mistakes. */
export type Reading<Kind extends Operation> =
  { ok: true; body: Bodies[Kind] } | { ok: false; problems: ShapeProblem[] }

/** Reads a parsed JSON value as the body of an operation. */
export function readBody<Kind extends Operation>(operation: Kind, json: unknown): Reading<Kind> {
  const problems = findProblems(models, requestModels[operation], json)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, body: json as Bodies[Kind] }
}

/** The operations in the order of the interface. */
export const operations = Object.keys(requestModels) as readonly Operation[]
