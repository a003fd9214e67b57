import { array, boolean, type Infer } from 'superstruct'
import { decimal, integer, model, openObject, text } from './fields.js'

// The models of the service interface, section 2: names and types are the service's own, to the letter.

export const Address = model({
  AddressType: integer,
  Direction: text,
  Zip: text,
  District: text,
  City: text,
  Country: text,
})

export const Holder = model({
  FirstName: text,
  LastName: text,
  CompanyName: text,
  Email: text,
  BirthDate: text,
  BirthPlace: text,
  FiscalCode: text,
  VATCode: text,
  Gender: integer,
  Addresses: array(Address),
})

export const Partnership = model({
  CustomerBasePartnerID: integer,
  AssociationCode: text,
})

export const MobileDevice = model({
  Token: text,
  Os: text,
  DeviceIdiom: text,
  DeviceUniqueID: text,
})

export const CardData = model({
  Password: text,
  AuthorizationPin: text,
  Approvals: text,
  SecurityActivationToken: text,
  NotificationType: integer,
  Holder: Holder,
  Partnerships: array(Partnership),
  MobileDevices: array(MobileDevice),
})

export const CardCodeItem = model({
  StoredValueCardCode: text,
  AuthorizationCode: text,
})

export const IssuerData = model({
  Name: text,
  Address: text,
  Telephone: text,
  EMail: text,
  VATNumber: text,
})

export const Product = model({
  Code: text,
  Name: text,
  Price: decimal,
  Quantity: decimal,
  Mode: text,
  Family: text,
})

export const ReceiptPayment = model({
  Method: openObject,
  CardCode: text,
  Amount: decimal,
})

export const SenderData = model({
  Shop: text,
  Terminal: text,
  Type: integer,
  Number: integer,
  CashDrawer: integer,
  Operator: text,
})

export const Receipt = model({
  IssuerData: IssuerData,
  IssueDate: text,
  Products: array(Product),
  Payments: array(ReceiptPayment),
  Total: decimal,
  SenderData: SenderData,
  UserData: text,
})

export const OrderPayment = model({
  OrderPaymentID: integer,
  PaymentType: openObject,
  PaymentCode: text,
  Value: decimal,
  PayerEmail: text,
})

export const Promotion = model({
  PromotionCode: text,
})

export const Buyer = model({
  FullName: text,
  VATCode: text,
  IsCompany: boolean(),
  Email: text,
  BillingAddress: text,
  ShippingAddress: text,
  IPAddress: text,
})

export const AssociateOperationViewModel = model({
  Card: text,
  Shop: text,
  Terminal: text,
  CardData: CardData,
  Notes: text,
})

export const SVCAuthorizedOperationViewModel = model({
  StoredValueCardCodeCollection: array(CardCodeItem),
  StoredValueCardReceipt: Receipt,
  Notes: text,
})

export const SVCMigrationOperationViewModel = model({
  StoredValueCardCode: text,
  StoredValueCardReceipt: Receipt,
  OldCardCode: text,
  Notes: text,
})

export const SVCUpdateReceiptOperationViewModel = model({
  CardCode: text,
  TransactionID: integer,
  StoredValueCardReceipt: Receipt,
})

export const MKTConfirmOrderRequestViewModel = model({
  OrderID: integer,
  Payments: array(OrderPayment),
  Promotions: array(Promotion),
  Buyers: array(Buyer),
  Shop: text,
  Terminal: text,
  ExternalOrderID: text,
})

export type Address = Infer<typeof Address>
export type Holder = Infer<typeof Holder>
export type Partnership = Infer<typeof Partnership>
export type MobileDevice = Infer<typeof MobileDevice>
export type CardData = Infer<typeof CardData>
export type CardCodeItem = Infer<typeof CardCodeItem>
export type IssuerData = Infer<typeof IssuerData>
export type Product = Infer<typeof Product>
export type ReceiptPayment = Infer<typeof ReceiptPayment>
export type SenderData = Infer<typeof SenderData>
export type Receipt = Infer<typeof Receipt>
export type OrderPayment = Infer<typeof OrderPayment>
export type Promotion = Infer<typeof Promotion>
export type Buyer = Infer<typeof Buyer>
export type AssociateOperationViewModel = Infer<typeof AssociateOperationViewModel>
export type SVCAuthorizedOperationViewModel = Infer<typeof SVCAuthorizedOperationViewModel>
export type SVCMigrationOperationViewModel = Infer<typeof SVCMigrationOperationViewModel>
export type SVCUpdateReceiptOperationViewModel = Infer<typeof SVCUpdateReceiptOperationViewModel>
export type MKTConfirmOrderRequestViewModel = Infer<typeof MKTConfirmOrderRequestViewModel>

/** The body each operation carries. */
export interface Models {
  associate: AssociateOperationViewModel
  refund: SVCAuthorizedOperationViewModel
  migrate: SVCMigrationOperationViewModel
  updateReceipt: SVCUpdateReceiptOperationViewModel
  confirmOrder: MKTConfirmOrderRequestViewModel
}

export type OperationKind = keyof Models
