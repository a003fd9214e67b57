import type { Models, OperationKind, Receipt } from '../domain/models.js'

/** What a body is made from. */
export interface Parts {
  shop: string
  terminal: string
  card: string
  /** The card that a migration gives up. */
  oldCard: string
  order: number
  transaction: number
  amount: number
  /** A text that no other operation carries, so that its effect can be found. */
  marker: string
  number: number
}

/** The least that a till sends, and the marker. */
export const minimalBodies: { readonly [Kind in OperationKind]: (parts: Parts) => Models[Kind] } = {
  associate: ({ card, shop, terminal, marker }) => ({
    Card: card,
    Shop: shop,
    Terminal: terminal,
    Notes: marker,
  }),
  refund: ({ card, amount, marker }) => ({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
    StoredValueCardReceipt: { Total: amount, Payments: [{ Amount: amount }], UserData: marker },
    Notes: marker,
  }),
  migrate: ({ card, oldCard, marker }) => ({
    StoredValueCardCode: card,
    OldCardCode: oldCard,
    Notes: marker,
  }),
  updateReceipt: ({ card, transaction, amount, marker }) => ({
    CardCode: card,
    TransactionID: transaction,
    StoredValueCardReceipt: { Total: amount, Payments: [{ Amount: amount }], UserData: marker },
  }),
  confirmOrder: ({ order, marker }) => ({ OrderID: order, ExternalOrderID: marker }),
}

/** Every field that the interface lists. */
export const fullBodies: { readonly [Kind in OperationKind]: (parts: Parts) => Models[Kind] } = {
  associate: ({ card, shop, terminal, marker }) => ({
    Card: card,
    Shop: shop,
    Terminal: terminal,
    CardData: {
      Password: 'a password',
      AuthorizationPin: '0000',
      Approvals: 'privacy',
      SecurityActivationToken: 'a token',
      NotificationType: 1,
      Holder: {
        FirstName: 'Ada',
        LastName: 'Rossi',
        CompanyName: 'Rossi Srl',
        Email: 'ada@till.example',
        BirthDate: '1980-02-29',
        BirthPlace: 'Torino',
        FiscalCode: 'RSSDAA80B69L219X',
        VATCode: 'IT01234567890',
        Gender: 2,
        Addresses: [
          {
            AddressType: 1,
            Direction: 'Via Po 1',
            Zip: '10100',
            District: 'TO',
            City: 'Torino',
            Country: 'IT',
          },
        ],
      },
      Partnerships: [{ CustomerBasePartnerID: 7, AssociationCode: 'CLUB' }],
      MobileDevices: [{ Token: 'a token', Os: 'iOS', DeviceIdiom: 'Phone', DeviceUniqueID: 'D-1' }],
    },
    Notes: marker,
  }),
  refund: (parts) => ({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: parts.card, AuthorizationCode: 'a code' }],
    StoredValueCardReceipt: fillReceipt(parts),
    Notes: parts.marker,
  }),
  migrate: (parts) => ({
    StoredValueCardCode: parts.card,
    StoredValueCardReceipt: fillReceipt(parts),
    OldCardCode: parts.oldCard,
    Notes: parts.marker,
  }),
  updateReceipt: (parts) => ({
    CardCode: parts.card,
    TransactionID: parts.transaction,
    StoredValueCardReceipt: fillReceipt(parts),
  }),
  confirmOrder: ({ order, amount, shop, terminal, marker }) => ({
    OrderID: order,
    Payments: [
      {
        OrderPaymentID: 1,
        PaymentType: { Name: 'card' },
        PaymentCode: 'X1',
        Value: amount,
        PayerEmail: 'payer@till.example',
      },
    ],
    Promotions: [{ PromotionCode: 'SALE' }],
    Buyers: [
      {
        FullName: 'Ugo Bianchi',
        VATCode: 'IT9',
        IsCompany: false,
        Email: 'ugo@till.example',
        BillingAddress: 'Via A 1',
        ShippingAddress: 'Via B 2',
        IPAddress: '192.0.2.1',
      },
    ],
    Shop: shop,
    Terminal: terminal,
    ExternalOrderID: marker,
  }),
}

function fillReceipt({ shop, terminal, card, amount, marker, number }: Parts): Receipt {
  return {
    IssuerData: {
      Name: 'Bottega',
      Address: 'Via Roma 2',
      Telephone: '011',
      EMail: 'b@till.example',
      VATNumber: 'IT1',
    },
    IssueDate: '2026-11-21T10:00:00Z',
    Products: [{ Code: 'P1', Name: 'Scarf', Price: amount, Quantity: 1, Mode: 'S', Family: 'F1' }],
    Payments: [{ Method: { Code: 'GIFT' }, CardCode: card, Amount: amount }],
    Total: amount,
    SenderData: {
      Shop: shop,
      Terminal: terminal,
      Type: 1,
      Number: number,
      CashDrawer: 1,
      Operator: 'Conform',
    },
    UserData: marker,
  }
}

/** Lays the fields of one object over another's, deep; lists are replaced. */
export function lay(under: unknown, over: unknown): unknown {
  if (!isRecord(under) || !isRecord(over)) return over
  const laid = Object.entries(over).map(([name, value]) => [name, lay(under[name], value)])
  return { ...under, ...(Object.fromEntries(laid) as object) }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
