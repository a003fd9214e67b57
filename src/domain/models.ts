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

/** An address of a card's holder. */
export type Address = Infer<typeof Address>
/** Who holds a card; personal data, erased when its retention ends. */
export type Holder = Infer<typeof Holder>
/** A partner's customer base that a card belongs to. */
export type Partnership = Infer<typeof Partnership>
/** A device of a card's holder. Its token is a secret: it is erased when the operation ends. */
export type MobileDevice = Infer<typeof MobileDevice>
/** What is said of a card as it is associated. Its password, PIN and activation token are secrets. */
export type CardData = Infer<typeof CardData>
/** A card of a refund. Its authorization code is a secret. */
export type CardCodeItem = Infer<typeof CardCodeItem>
/** Who issues a receipt. */
export type IssuerData = Infer<typeof IssuerData>
/** A line of a receipt. */
export type Product = Infer<typeof Product>
/** One of the payments of a receipt. The interface does not show the inside of `Method`. */
export type ReceiptPayment = Infer<typeof ReceiptPayment>
/** Which till a receipt comes from, and its number there. */
export type SenderData = Infer<typeof SenderData>
/** A receipt, as refunds, migrations and updates carry it; `till.receipt` completes a draft of one. */
export type Receipt = Infer<typeof Receipt>
/** One of the payments of an order. The interface does not show the inside of `PaymentType`. */
export type OrderPayment = Infer<typeof OrderPayment>
/** A promotion that an order makes use of. */
export type Promotion = Infer<typeof Promotion>
/** Who buys an order; personal data, erased when its retention ends. */
export type Buyer = Infer<typeof Buyer>
/** The body of `associate`. */
export type AssociateOperationViewModel = Infer<typeof AssociateOperationViewModel>
/** The body of `refund`. */
export type SVCAuthorizedOperationViewModel = Infer<typeof SVCAuthorizedOperationViewModel>
/** The body of `migrate`. */
export type SVCMigrationOperationViewModel = Infer<typeof SVCMigrationOperationViewModel>
/** The body of `updateReceipt`. */
export type SVCUpdateReceiptOperationViewModel = Infer<typeof SVCUpdateReceiptOperationViewModel>
/** The body of `confirmOrder`. */
export type MKTConfirmOrderRequestViewModel = Infer<typeof MKTConfirmOrderRequestViewModel>

/** The body each operation carries. */
export interface Models {
  associate: AssociateOperationViewModel
  refund: SVCAuthorizedOperationViewModel
  migrate: SVCMigrationOperationViewModel
  updateReceipt: SVCUpdateReceiptOperationViewModel
  confirmOrder: MKTConfirmOrderRequestViewModel
}

/** The five operations, by the names of the till's methods. */
export type OperationKind = keyof Models
