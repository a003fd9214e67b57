/** A configuration to begin with: it fits the sandbox with its keys and conditions on. */
export const exampleConfig = {
  baseUrl: 'http://127.0.0.1:4711',
  shop: 'S01',
  terminal: 'T1',
  endpoints: ['associate', 'refund', 'migrate', 'updateReceipt', 'confirmOrder'],
  cards: { pattern: '9900{number}' },
  keys: { header: 'Idempotency-Key', lifetimeHours: 24 },
  conditions: true,
  origin: 'http://localhost:5173',
  readBack: { url: '/_sandbox/ledger', gives: 'ledger', at: 'effects', match: '{marker}' },
  hooks: {
    failBefore: { url: '/_sandbox/faults', body: [{ kind: 'status', status: 500 }] },
    failAfter: { url: '/_sandbox/faults', body: [{ kind: 'status', status: 500, afterEffect: true }] },
    busy: { url: '/_sandbox/faults', body: [{ kind: 'status', status: 503, retryAfterSeconds: 1 }] },
  },
}
