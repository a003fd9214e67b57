import type { ListedEntry, Models, OperationKind } from '../../src/index.js'

/** An entry as the till lists it, without a till. */
export function slipEntry<Kind extends OperationKind>(
  kind: Kind,
  request: Models[Kind],
  changes: Partial<ListedEntry> = {},
): ListedEntry {
  const facts = {
    id: 'slip-1',
    kind,
    state: 'queued',
    shop: 'S01',
    terminal: 'T1',
    cards: ['••••0025'],
    createdAt: new Date('2026-11-21T10:05:00Z'),
    revision: 1,
    request,
    history: [],
  }
  return { ...facts, ...changes } as ListedEntry
}

/** The issue date is in no form that a browser reads, so that no time zone changes it. */
const issued = { IssueDate: '21/11/2026 h 10.05' }

/** A receipt with everything that can stand on a slip. */
export const fullReceipt = {
  ...issued,
  IssuerData: {
    Name: 'Profumeria Aurora',
    Address: 'Via Roma 12, 20121 Milano',
    Telephone: '02 555 0199',
    VATNumber: 'IT01234567890',
  },
  Products: [
    { Name: 'Scarf', Price: 10.1, Quantity: 2 },
    { Name: 'Eau de parfum “Città d’estate”, edizione limitata, 100 ml', Price: 1249.995, Quantity: 3 },
    { Name: 'Discount', Price: -5, Quantity: 1 },
  ],
  Payments: [
    { Method: { Name: 'Gift card' }, CardCode: '9001000000000025', Amount: 3700 },
    { Method: { Name: 'Cash' }, Amount: 65.185 },
  ],
  Total: 3765.185,
  SenderData: { Shop: 'S01', Terminal: 'T1', Number: 1042, CashDrawer: 1, Operator: 'Ada' },
}

/** Slips that show every mark, width, currency and alphabet. */
export const slips: Record<string, { entry: ListedEntry; options: object; columns: number }> = {
  'refund, provisional, 80 mm': {
    entry: slipEntry('refund', { StoredValueCardReceipt: fullReceipt }),
    options: { columns: 42 },
    columns: 42,
  },
  'refund, reprint, 58 mm, Italian': {
    entry: slipEntry('refund', { StoredValueCardReceipt: fullReceipt }, { state: 'settled' }),
    options: { columns: 32, language: 'it', isReprint: true, cut: 'partial' },
    columns: 32,
  },
  'migration, void, 48 columns': {
    entry: slipEntry(
      'migrate',
      {
        OldCardCode: '9001000000000058',
        StoredValueCardCode: '9001000000000041',
        StoredValueCardReceipt: { ...issued, Total: 5, SenderData: { Number: 43 } },
      },
      { state: 'voided', cards: ['••••0058', '••••0041'] },
    ),
    options: { columns: 48, texts: { slip: { notice: 'Training. Not a receipt.' } } },
    columns: 48,
  },
  'order in yen': {
    entry: slipEntry(
      'confirmOrder',
      {
        OrderID: 856024,
        Payments: [
          { PaymentType: { Name: 'Bank card' }, Value: 12000 },
          { PaymentCode: 'VOUCHER', Value: 345 },
        ],
      },
      { state: 'settled', cards: [], createdAt: undefined as never },
    ),
    options: { columns: 32, currency: 'JPY' },
    columns: 32,
  },
  'dinars, and names in Polish, Greek and Cyrillic': {
    entry: slipEntry('refund', {
      StoredValueCardReceipt: {
        ...issued,
        Products: [
          { Name: 'Żółta łódź', Price: 1.25, Quantity: 1 },
          { Name: 'Ελληνικό λάδι', Price: 0.005, Quantity: 1 },
          { Name: 'Борщ 🍲 東京', Price: 2, Quantity: 1 },
        ],
        Total: 3.255,
        SenderData: { Number: 7 },
      },
    }),
    options: { columns: 42, currency: 'KWD' },
    columns: 42,
  },
}
