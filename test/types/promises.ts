import {
  CounterfoilError,
  dayToCsv,
  openTill,
  type Entry,
  type ListedEntry,
  type Models,
  type ReplayRule,
  type Resolution,
  type ServiceOptions,
  type Till,
  type TillOptions,
} from 'counterfoil'

// What the interface promises in types: this file is compiled and never run. Every mistake marked as expected must be
// one, or it does not compile. What types cannot say (a card that is missing, an id that is no whole number, a receipt
// that does not add up) is refused at run time: test/domain/validate.test.ts.

type Equal<Left, Right> = [Left] extends [Right] ? ([Right] extends [Left] ? true : false) : false
const same = <Left, Right>(_: Equal<Left, Right>): void => undefined
same<Entry<'refund'>['request'], Models['refund']>(true)
same<ReturnType<Till['refund']>, Promise<Entry<'refund'>>>(true)

const verdict = { by: 'Ada', reason: 'the balance shows it' }

/** Bodies have the service's own names and types, and no others. */
export async function ringsUp(till: Till): Promise<void> {
  const entry = await till.refund(
    {
      StoredValueCardCodeCollection: [{ StoredValueCardCode: '9001000000000017' }],
      StoredValueCardReceipt: { Total: 25, Payments: [{ Amount: 25, Method: { Type: 'cash' } }] },
    },
    { id: 'sale-1', operator: 'Ada', conditions: 'latest', override: verdict, allowDuplicate: verdict },
  )
  entry satisfies Entry<'refund'>
  entry.request.StoredValueCardReceipt?.Total satisfies number | undefined
  // Every field is optional, as the interface lists none as required.
  await till.refund({})
  // A number is a number to the compiler, whole or not.
  await till.updateReceipt({ CardCode: '9001000000000017', TransactionID: 4.5 })

  // @ts-expect-error -- there is no such field
  await till.refund({ Card: '9001000000000017' })
  // @ts-expect-error -- names are case-sensitive
  await till.refund({ StoredValueCardReceipt: { total: 25 } })
  // @ts-expect-error -- nor is there such a field deeper down
  await till.associate({ CardData: { MobileDevices: [{ OS: 'iOS' }] } })
  // @ts-expect-error -- an integer is a number
  await till.updateReceipt({ TransactionID: '45' })
  // @ts-expect-error -- a decimal is a number
  await till.refund({ StoredValueCardReceipt: { Total: '25.00' } })
  // @ts-expect-error -- a list is no object
  await till.confirmOrder({ Buyers: { FullName: 'Ada' } })
  // @ts-expect-error -- null is no field left out
  await till.migrate({ OldCardCode: null })
  // @ts-expect-error -- a payment's method is JSON, and a date is not
  await till.refund({ StoredValueCardReceipt: { Payments: [{ Method: { at: new Date() } }] } })
  // @ts-expect-error -- each operation has its own model
  await till.confirmOrder({ StoredValueCardCode: '9001000000000017' })
}

/** What is said beside a body. */
export async function saysMore(till: Till): Promise<void> {
  await till.updateReceipt({}, { conditions: { ifMatch: '"7"' }, transactionOf: 'sale-1' })
  // @ts-expect-error -- an override needs a reason
  await till.refund({}, { override: { by: 'Ada' } })
  // @ts-expect-error -- only the latest can be asked for by name
  await till.refund({}, { conditions: 'newest' })
  // @ts-expect-error -- there is no such condition
  await till.refund({}, { conditions: { ifModifiedSince: 'Sun, 06 Nov 1994 08:49:37 GMT' } })
  // @ts-expect-error -- there is no such word
  await till.refund({}, { priority: 1 })
}

/** Options are known by name, and so are their values. */
export function opens(): TillOptions[] {
  const service = { baseUrl: 'https://cards.example/api' } satisfies ServiceOptions
  void openTill({ shop: 'S01', terminal: 'T3', service })
  // @ts-expect-error -- a till has a terminal
  void openTill({ shop: 'S01', service })
  return [
    {
      shop: 'S01',
      terminal: 'T3',
      service: { ...service, headers: async () => Promise.resolve({ a: 'b' }) },
    },
    {
      shop: 'S01',
      terminal: 'T3',
      service,
      worker: false,
      limits: { total: 500 },
      retention: { settledDays: 1 },
    },
    // @ts-expect-error -- a service has an address
    { shop: 'S01', terminal: 'T3', service: {} },
    // @ts-expect-error -- there is no such option
    { shop: 'S01', terminal: 'T3', service, retries: 3 },
    // @ts-expect-error -- a worker is a script or false
    { shop: 'S01', terminal: 'T3', service, worker: true },
    // @ts-expect-error -- there is no such rule
    { shop: 'S01', terminal: 'T3', service: { ...service, replay: { refund: 'always' } } },
    // @ts-expect-error -- there is no such operation
    { shop: 'S01', terminal: 'T3', service: { ...service, replay: { cancel: 'once' as ReplayRule } } },
    // @ts-expect-error -- a rule names operations
    { shop: 'S01', terminal: 'T3', service, rules: { needs: { cancel: [] } } },
  ]
}

/** A conflict ends in one of four ways. */
export const resolutions: Resolution[] = [
  { action: 'accept' },
  { action: 'resend' },
  { action: 'resend', conditions: { ifMatch: '"7"' } },
  { action: 'amend', model: {} },
  { action: 'park' },
  // @ts-expect-error -- nothing is dropped
  { action: 'drop' },
  // @ts-expect-error -- an amendment has a body
  { action: 'amend' },
  // @ts-expect-error -- what is accepted is not sent, so no condition holds for it
  { action: 'accept', conditions: { ifMatch: '"7"' } },
]

/** What a host tells about its service. */
export const hosts: Omit<ServiceOptions, 'baseUrl'>[] = [
  { onConflict: ({ merge }) => (merge?.tag === 'clash' ? { action: 'park' } : { action: 'accept' }) },
  { lookUp: () => Promise.resolve('absent') },
  { readReply: { transactionId: ({ body }) => (typeof body === 'number' ? body : undefined) } },
  // @ts-expect-error -- a conflict is always resolved
  { onConflict: () => undefined },
  // @ts-expect-error -- nobody can answer otherwise
  { lookUp: () => Promise.resolve('maybe') },
  // @ts-expect-error -- the body of a reply is not known until it is looked at
  { readReply: { transactionId: ({ body }) => body satisfies number } },
]

/** Each state has what belongs to it, and no other has. */
export async function looks(till: Till, entry: Entry, listed: ListedEntry): Promise<void> {
  await till.entries({ kind: 'refund', state: 'parked', since: new Date(), limit: 10, after: 'sale-1' })
  // @ts-expect-error -- there is no such operation
  await till.entries({ kind: 'cancel' })
  // @ts-expect-error -- there is no such state
  await till.entries({ state: 'failed' })
  // @ts-expect-error -- a time is a Date
  await till.entries({ since: '2026-11-21' })
  // @ts-expect-error -- a receipt's number is a number
  await till.receipts({ number: '12' })

  if (entry.state === 'settled') entry.settledAt satisfies Date
  if (entry.state === 'parked') entry.reason satisfies string
  // @ts-expect-error -- only what is settled was settled at some time
  entry.settledAt satisfies Date | undefined
  // @ts-expect-error -- what cannot be read has no revision
  listed.revision satisfies number
  if (entry.kind === 'migrate') entry.request.OldCardCode satisfies string | undefined
  // @ts-expect-error -- not every operation has a field of this name
  entry.request.OldCardCode satisfies string | undefined
}

/** Nobody decides anything without a name, and hardly anything without a reason. */
export async function decides({ attention, ...till }: Till): Promise<void> {
  await attention.sendAgain('sale-1', { by: 'Ada' })
  await attention.markApplied('sale-1', { ...verdict, revision: 3 })
  await attention.amend('sale-1', { Notes: 'corrected' }, verdict)
  await till.exportJournal('a passphrase', { handOver: { ...verdict, to: 'T4' } })
  // @ts-expect-error -- somebody must be named
  await attention.sendAgain('sale-1', {})
  // @ts-expect-error -- a reason must be given
  await attention.void('sale-1', { by: 'Ada' })
  // @ts-expect-error -- a correction has a body
  await attention.amend('sale-1', verdict)
  // @ts-expect-error -- a hand-over is somebody's decision
  await till.exportJournal('a passphrase', { handOver: { to: 'T4' } })
  // @ts-expect-error -- a file is no text
  await till.importJournal('{}', 'a passphrase')
}

/** The status never lets a count that is not known pass for zero. */
export async function tells(till: Till): Promise<string> {
  const { counts, worker } = till.status.value
  counts.queued satisfies number | undefined
  // @ts-expect-error -- it may not be known
  counts.queued satisfies number
  // @ts-expect-error -- the status is told, not set
  till.status.value = { ...till.status.value }
  if (worker.state === 'failed') worker.detail satisfies string
  // @ts-expect-error -- an active worker needs no words
  if (worker.state === 'active') worker.detail satisfies string
  await till.settled('sale-1', { signal: AbortSignal.timeout(1000) })
  // @ts-expect-error -- a span has an end
  await till.day({ from: new Date() })
  // @ts-expect-error -- a span is of Dates
  await till.day({ from: 0, to: 1 })
  return dayToCsv(await till.day({ from: new Date(0), to: new Date() }), 'en-GB')
}

/** Codes are known by name. */
export function branches(error: unknown): string | undefined {
  if (!(error instanceof CounterfoilError)) return undefined
  // @ts-expect-error -- there is no such code
  if (error.code === 'full') return 'never'
  return error.code === 'storage-refused' ? error.help : error.message
}
