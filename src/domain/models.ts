// The models of the service interface, section 2, with exactly the service's names and types. They are written out,
// so that an editor shows each field's description and the declarations need no library.

/** Any value of JSON. */
export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject
/** An object of JSON with any content. */
export interface JsonObject {
  [key: string]: JsonValue
}

/** An address of a card's holder. */
export interface Address {
  /** The type of address: a whole number. The interface does not show which number means what. */
  AddressType?: number | undefined
  /** Street and house number. */
  Direction?: string | undefined
  /** The postal code. */
  Zip?: string | undefined
  /** The district, such as a province. */
  District?: string | undefined
  /** The city. */
  City?: string | undefined
  /** The country. The interface does not show whether as a name or a code. */
  Country?: string | undefined
}

/** The holder of a card; personal data, erased when its retention ends. */
export interface Holder {
  /** The holder's first name. */
  FirstName?: string | undefined
  /** The holder's last name. */
  LastName?: string | undefined
  /** The company's name, if a company holds the card. */
  CompanyName?: string | undefined
  /** The holder's e-mail address. */
  Email?: string | undefined
  /** The date of birth, as text. The interface does not show its format. */
  BirthDate?: string | undefined
  /** The place of birth. */
  BirthPlace?: string | undefined
  /** The holder's fiscal code. */
  FiscalCode?: string | undefined
  /** The holder's VAT code. */
  VATCode?: string | undefined
  /** The gender: a whole number. The interface does not show which number means what. */
  Gender?: number | undefined
  /** The holder's addresses. */
  Addresses?: Address[] | undefined
}

/** A partner's customer base that a card belongs to. */
export interface Partnership {
  /** The partner in the customer base: a whole number. */
  CustomerBasePartnerID?: number | undefined
  /** The code of the association with that partner. */
  AssociationCode?: string | undefined
}

/** A device of a card's holder. Its token is a secret: it is erased when the operation ends. */
export interface MobileDevice {
  /** The device's token: a secret. */
  Token?: string | undefined
  /** The device's operating system. */
  Os?: string | undefined
  /** The kind of device, such as a phone or a tablet. */
  DeviceIdiom?: string | undefined
  /** The device's unique id. */
  DeviceUniqueID?: string | undefined
}

/** The data of a card that is associated. Its password, PIN and activation token are secrets. */
export interface CardData {
  /** The card's password: a secret, erased when the operation ends. */
  Password?: string | undefined
  /** The card's authorization PIN: a secret, erased when the operation ends. */
  AuthorizationPin?: string | undefined
  /** The holder's approvals, as text. The interface does not show its format. */
  Approvals?: string | undefined
  /** The token that activates the card's security: a secret, erased when the operation ends. */
  SecurityActivationToken?: string | undefined
  /** How the holder is notified: a whole number. The interface does not show which number means what. */
  NotificationType?: number | undefined
  /** The holder of the card. */
  Holder?: Holder | undefined
  /** The partners' customer bases that the card belongs to. */
  Partnerships?: Partnership[] | undefined
  /** The holder's devices. */
  MobileDevices?: MobileDevice[] | undefined
}

/** A card of a refund. Its authorization code is a secret. */
export interface CardCodeItem {
  /** The card's code. Operations of one card are delivered in the order in which they were saved. */
  StoredValueCardCode?: string | undefined
  /** The card's authorization code: a secret, erased when the operation ends. */
  AuthorizationCode?: string | undefined
}

/** The issuer of a receipt. */
export interface IssuerData {
  /** The issuer's name. */
  Name?: string | undefined
  /** The issuer's address. */
  Address?: string | undefined
  /** The issuer's telephone number. */
  Telephone?: string | undefined
  /** The issuer's e-mail address. */
  EMail?: string | undefined
  /** The issuer's VAT number. */
  VATNumber?: string | undefined
}

/** A line of a receipt. */
export interface Product {
  /** The product's code. */
  Code?: string | undefined
  /** The product's name. */
  Name?: string | undefined
  /** The price of one piece; a discount is a line with a negative price. */
  Price?: number | undefined
  /** The number of pieces. */
  Quantity?: number | undefined
  /** The product's mode. The interface does not show its values. */
  Mode?: string | undefined
  /** The product's family. The interface does not show its values. */
  Family?: string | undefined
}

/** One of the payments of a receipt. The interface does not show the inside of `Method`. */
export interface ReceiptPayment {
  /** How it was paid: an object. The interface does not show its inside. */
  Method?: JsonObject | undefined
  /** The card it was paid with. The operation keeps its place among that card's operations too. */
  CardCode?: string | undefined
  /** How much was paid. */
  Amount?: number | undefined
}

/** The till that issued a receipt, and the receipt's number there. */
export interface SenderData {
  /** The shop; `till.receipt` fills it in. */
  Shop?: string | undefined
  /** The terminal; `till.receipt` fills it in. */
  Terminal?: string | undefined
  /** The sender's type: a whole number. The interface does not show which number means what. */
  Type?: number | undefined
  /** The receipt's number; `till.receipt` takes the next of this shop, terminal and drawer. */
  Number?: number | undefined
  /** The number of the cash drawer. */
  CashDrawer?: number | undefined
  /** The operator at the till. */
  Operator?: string | undefined
}

/** A receipt of a refund, a migration or an update; `till.receipt` completes a draft of one. */
export interface Receipt {
  /** The issuer of the receipt. */
  IssuerData?: IssuerData | undefined
  /** When it was issued, as text. The interface does not show its format; `till.receipt` fills in ISO 8601. */
  IssueDate?: string | undefined
  /** The lines. If all have a price and a quantity, their sum must be the total. */
  Products?: Product[] | undefined
  /** The payments. If all have an amount, their sum must be the total. */
  Payments?: ReceiptPayment[] | undefined
  /** The total. It counts against the limits and for the day; without it, the sum of the payments does. */
  Total?: number | undefined
  /** The till that issued the receipt, and the receipt's number there. */
  SenderData?: SenderData | undefined
  /** Text of the till's own choosing; personal data, erased when its retention ends. */
  UserData?: string | undefined
}

/** One of the payments of an order. The interface does not show the inside of `PaymentType`. */
export interface OrderPayment {
  /** The payment's id: a whole number. */
  OrderPaymentID?: number | undefined
  /** How it was paid: an object. The interface does not show its inside. */
  PaymentType?: JsonObject | undefined
  /** The payment's code. */
  PaymentCode?: string | undefined
  /** How much was paid. */
  Value?: number | undefined
  /** The e-mail address of the payer. */
  PayerEmail?: string | undefined
}

/** A promotion that an order uses. */
export interface Promotion {
  /** The promotion's code. */
  PromotionCode?: string | undefined
}

/** The buyer of an order; personal data, erased when its retention ends. */
export interface Buyer {
  /** The buyer's full name. */
  FullName?: string | undefined
  /** The buyer's VAT code. */
  VATCode?: string | undefined
  /** Whether the buyer is a company. */
  IsCompany?: boolean | undefined
  /** The buyer's e-mail address. */
  Email?: string | undefined
  /** The billing address, as one text. */
  BillingAddress?: string | undefined
  /** The shipping address, as one text. */
  ShippingAddress?: string | undefined
  /** The IP address from which the order came. */
  IPAddress?: string | undefined
}

/** The body of `associate`: associates a card with a shop and terminal, with card data and holder data. */
export interface AssociateRequest {
  /** The code of the card to associate. Operations of one card are delivered in the order in which they were saved. */
  Card?: string | undefined
  /** The shop to associate it with. */
  Shop?: string | undefined
  /** The terminal to associate it with. */
  Terminal?: string | undefined
  /** The data of the card and of its holder. */
  CardData?: CardData | undefined
  /** Notes; personal data, erased when its retention ends. */
  Notes?: string | undefined
}

/** The body of `refund`: performs a refund on one or more cards, with a receipt. */
export interface RefundRequest {
  /** The cards of the refund; all of them count for the order of delivery. */
  StoredValueCardCodeCollection?: CardCodeItem[] | undefined
  /** The refund's receipt; its total, else the sum of its payments, counts against the limits. */
  StoredValueCardReceipt?: Receipt | undefined
  /** Notes; personal data, erased when its retention ends. They do not distinguish two refunds. */
  Notes?: string | undefined
}

/** The body of `migrate`: performs a migration of a card from an old card code, with a receipt. */
export interface MigrateRequest {
  /** The code of the new card. */
  StoredValueCardCode?: string | undefined
  /** The migration's receipt. */
  StoredValueCardReceipt?: Receipt | undefined
  /** The code of the old card. */
  OldCardCode?: string | undefined
  /** Notes; personal data, erased when its retention ends. */
  Notes?: string | undefined
}

/** The body of `updateReceipt`: updates the receipt recorded for a card transaction. */
export interface UpdateReceiptRequest {
  /** The code of the transaction's card. */
  CardCode?: string | undefined
  /** The transaction: a whole number. Leave it out if `transactionOf` names the entry whose reply will give it. */
  TransactionID?: number | undefined
  /** The new receipt, complete. */
  StoredValueCardReceipt?: Receipt | undefined
}

/** The body of `confirmOrder`: confirms a marketplace order, with its payments, promotions and buyers. */
export interface ConfirmOrderRequest {
  /** The order's id: a whole number. */
  OrderID?: number | undefined
  /** The order's payments. */
  Payments?: OrderPayment[] | undefined
  /** The promotions that the order uses. */
  Promotions?: Promotion[] | undefined
  /** The buyers. */
  Buyers?: Buyer[] | undefined
  /** The shop that confirms it. */
  Shop?: string | undefined
  /** The terminal that confirms it. */
  Terminal?: string | undefined
  /** The order's id outside of the service, if it has one. */
  ExternalOrderID?: string | undefined
}

/** The interface's own name of `AssociateRequest`. */
export type AssociateOperationViewModel = AssociateRequest
/** The interface's own name of `RefundRequest`. */
export type SVCAuthorizedOperationViewModel = RefundRequest
/** The interface's own name of `MigrateRequest`. */
export type SVCMigrationOperationViewModel = MigrateRequest
/** The interface's own name of `UpdateReceiptRequest`. */
export type SVCUpdateReceiptOperationViewModel = UpdateReceiptRequest
/** The interface's own name of `ConfirmOrderRequest`. */
export type MKTConfirmOrderRequestViewModel = ConfirmOrderRequest

/** The body of each operation. */
export interface Models {
  associate: AssociateRequest
  refund: RefundRequest
  migrate: MigrateRequest
  updateReceipt: UpdateReceiptRequest
  confirmOrder: ConfirmOrderRequest
}

/** The five operations, by the names of the till's methods. */
export type OperationKind = keyof Models
