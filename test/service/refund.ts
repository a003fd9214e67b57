interface Refund {
  card: string
  key?: string | undefined
  /** In place of its own. */
  body?: string | undefined
}

/** A refund of 25 as it arrives at a service, with or without a key. */
export function createRefund({ card, key, body }: Refund): Request {
  return new Request('http://cards.example/v1.0/svc/refund', {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    },
    body:
      body ??
      JSON.stringify({
        StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
        StoredValueCardReceipt: { Total: 25 },
      }),
  })
}
