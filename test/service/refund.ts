/** A refund of 25 as it arrives at a service, with or without a key. */
export function createRefund({ card, key }: { card: string; key?: string | undefined }): Request {
  return new Request('http://cards.example/v1.0/svc/refund', {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      ...(key !== undefined && { 'idempotency-key': `"${key}"` }),
    },
    body: JSON.stringify({
      StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
      StoredValueCardReceipt: { Total: 25 },
    }),
  })
}
