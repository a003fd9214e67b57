import type { Bodies } from '../../src/sandbox/reading.js'

const receipt = {
  IssuerData: { Name: 'Shop', Address: 'Via Roma 1', Telephone: '1', EMail: 'a@b.example', VATNumber: 'IT1' },
  IssueDate: '2026-03-02',
  Products: [{ Code: 'P1', Name: 'Pen', Price: 1.5, Quantity: 2, Mode: 'M', Family: 'F' }],
  Payments: [{ Method: { anything: [1, null, {}] }, CardCode: 'C1', Amount: 3 }],
  Total: 3,
  SenderData: { Shop: 'S01', Terminal: 'T3', Type: 1, Number: 7, CashDrawer: 1, Operator: 'Ada' },
  UserData: 'u',
}

/** A body of each operation with every field of the interface. */
export const whole: Bodies = {
  associate: {
    Card: 'C1',
    Shop: 'S01',
    Terminal: 'T3',
    Notes: '',
    CardData: {
      Password: 'p',
      AuthorizationPin: '1234',
      Approvals: 'a',
      SecurityActivationToken: 't',
      NotificationType: 1,
      Holder: {
        FirstName: 'Ada',
        LastName: 'Rossi',
        CompanyName: 'C',
        Email: 'e',
        BirthDate: 'd',
        BirthPlace: 'b',
        FiscalCode: 'f',
        VATCode: 'v',
        Gender: 2,
        Addresses: [{ AddressType: 1, Direction: 'd', Zip: 'z', District: 'd', City: 'c', Country: 'c' }],
      },
      Partnerships: [{ CustomerBasePartnerID: 4, AssociationCode: 'x' }],
      MobileDevices: [{ Token: 't', Os: 'o', DeviceIdiom: 'i', DeviceUniqueID: 'u' }],
    },
  },
  refund: {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: 'C1', AuthorizationCode: 'A' }],
    StoredValueCardReceipt: receipt,
    Notes: '',
  },
  migrate: { StoredValueCardCode: 'C2', OldCardCode: 'C1', StoredValueCardReceipt: receipt, Notes: '' },
  updateReceipt: { CardCode: 'C1', TransactionID: 1001, StoredValueCardReceipt: receipt },
  confirmOrder: {
    OrderID: 5,
    ExternalOrderID: 'E5',
    Shop: 'S01',
    Terminal: 'T3',
    Payments: [{ OrderPaymentID: 1, PaymentType: {}, PaymentCode: 'p', Value: 1.25, PayerEmail: 'e' }],
    Promotions: [{ PromotionCode: 'x' }],
    Buyers: [
      {
        FullName: 'Ada',
        VATCode: 'v',
        IsCompany: false,
        Email: 'e',
        BillingAddress: 'b',
        ShippingAddress: 's',
        IPAddress: '::1',
      },
    ],
  },
}
