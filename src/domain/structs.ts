import { array, boolean } from 'superstruct'
import { decimal, integer, model, openObject, text } from './fields.js'

// The models of the service interface, section 2, for checking; `models.ts` declares the same types.

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
