import type { Models, OperationKind } from '../../src/domain/models.js'

/** A body of each kind that uses every field the interface lists for it. */
export const fullModels: Models = {
  associate: {
    Card: '9001000000000017',
    Shop: 'S01',
    Terminal: 'T1',
    CardData: {
      Password: 'pass-4711',
      AuthorizationPin: 'pin-4712',
      Approvals: 'privacy,marketing',
      SecurityActivationToken: 'token-4713',
      NotificationType: 1,
      Holder: {
        FirstName: 'Ada',
        LastName: 'Rossi',
        CompanyName: 'Rossi Srl',
        Email: 'ada@example.test',
        BirthDate: '1980-02-29',
        BirthPlace: 'Torino',
        FiscalCode: 'RSSDAA80B69L219X',
        VATCode: 'IT01234567890',
        Gender: 2,
        Addresses: [
          {
            AddressType: 1,
            Direction: 'Via Po 1',
            Zip: 'I-10100',
            District: 'TO',
            City: 'Torino',
            Country: 'IT',
          },
        ],
      },
      Partnerships: [{ CustomerBasePartnerID: 7, AssociationCode: 'CLUB' }],
      MobileDevices: [{ Token: 'device-4714', Os: 'iOS', DeviceIdiom: 'Phone', DeviceUniqueID: 'D-1' }],
    },
    Notes: 'new card',
  },
  refund: {
    StoredValueCardCodeCollection: [
      { StoredValueCardCode: '9001000000000025', AuthorizationCode: 'auth-4715' },
      { StoredValueCardCode: '9001000000000033', AuthorizationCode: 'auth-4716' },
    ],
    StoredValueCardReceipt: {
      IssuerData: {
        Name: 'Bottega',
        Address: 'Via Roma 2',
        Telephone: '011',
        EMail: 'b@example.test',
        VATNumber: 'IT1',
      },
      IssueDate: '2026-11-21T10:00:00Z',
      Products: [
        { Code: 'P1', Name: 'Scarf', Price: 10.1, Quantity: 2, Mode: 'S', Family: 'F1' },
        { Code: 'P2', Name: 'Glove', Price: 0.1, Quantity: 3, Mode: 'S', Family: 'F1' },
      ],
      Payments: [
        {
          Method: { Code: 'GIFT', Nested: { Depth: [1, null, true] } },
          CardCode: '9001000000000025',
          Amount: 20.5,
        },
      ],
      Total: 20.5,
      SenderData: { Shop: 'S01', Terminal: 'T1', Type: 1, Number: 42, CashDrawer: 1, Operator: 'Ada' },
      UserData: 'gate 7',
    },
    Notes: 'wrong size',
  },
  migrate: {
    StoredValueCardCode: '9001000000000041',
    StoredValueCardReceipt: {
      Total: 5,
      SenderData: { Shop: 'S01', Terminal: 'T1', Number: 43 },
      UserData: 'till 2',
    },
    OldCardCode: '9001000000000058',
    Notes: 'scratched',
  },
  updateReceipt: {
    CardCode: '9001000000000066',
    TransactionID: 1001,
    StoredValueCardReceipt: {
      Total: 19.99,
      SenderData: { Shop: 'S01', Terminal: 'T1', Number: 44 },
      UserData: 'till 2',
    },
  },
  confirmOrder: {
    OrderID: 555,
    Payments: [
      {
        OrderPaymentID: 1,
        PaymentType: { Name: 'card' },
        PaymentCode: 'X1',
        Value: 33.3,
        PayerEmail: 'p@example.test',
      },
    ],
    Promotions: [{ PromotionCode: 'XMAS' }],
    Buyers: [
      {
        FullName: 'Ugo Bianchi',
        VATCode: 'IT9',
        IsCompany: false,
        Email: 'u@example.test',
        BillingAddress: 'Via A 1',
        ShippingAddress: 'Via B 2',
        IPAddress: '192.0.2.1',
      },
    ],
    Shop: 'S01',
    Terminal: 'T1',
    ExternalOrderID: 'EXT-9',
  },
}

export const secretsPlanted = ['pass-4711', 'pin-4712', 'token-4713', 'device-4714', 'auth-4715', 'auth-4716']

/** A refund of one card, the smallest that can be delivered. */
export function refundOf(card: string, total = 10): Models['refund'] {
  return {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: card, AuthorizationCode: `auth-${card}` }],
    StoredValueCardReceipt: { Total: total },
  }
}

export const kinds = Object.keys(fullModels) as OperationKind[]

/** The same as release 0.1 wrote it into test/samples: without its country in front of the post code. */
export const fullModelsOfRelease01 = JSON.parse(
  JSON.stringify(fullModels).replaceAll('I-10100', '10100'),
) as Models
