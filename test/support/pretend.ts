import { mergeByChoice } from '../../src/decide/resolve.js'
import { createDayCount } from '../../src/domain/day.js'
import { maskCard } from '../../src/domain/lanes.js'
import type { Entry, EntryReply, ListedEntry, ParkReason } from '../../src/domain/entry.js'
import { parkReasons } from '../../src/domain/entry.js'
import type { Models, OperationKind } from '../../src/domain/models.js'
import type { Till, TillStatus } from '../../src/index.js'
import { fullModels, refundOf } from './models.js'

/** A till that stands as a test wants it. */
export interface PretendedTill {
  till: Till
  change: (facts: Partial<TillStatus>) => void
  /** What has been asked of it. */
  asked: string[]
}

/** What a pretended till shows. */
export interface Pretended {
  status?: Partial<TillStatus>
  entries?: readonly ListedEntry[]
}

const calm: TillStatus = {
  reach: 'online',
  pauses: [],
  counts: { queued: 0, sending: 0, settled: 12, parked: 0, voided: 1 },
  oldestQueuedAt: undefined,
  hints: [],
  clockOffsetMs: undefined,
  replay: { running: false, done: 0 },
  storage: { state: 'open', isPersistent: true, usageBytes: 4_200_000, quotaBytes: 2_000_000_000 },
  worker: { state: 'active' },
  parts: { state: 'loaded' },
}

/** A till for what is shown; whatever it is asked to do, it does nothing. */
export function pretend({ status = {}, entries = [] }: Pretended): PretendedTill {
  const parked = entries.filter(({ state }) => state === 'parked').length
  let value: TillStatus = { ...calm, counts: { ...calm.counts, parked }, ...status }
  const listeners = new Set<(status: TillStatus) => void>()
  const asked: string[] = []
  const note = (what: string) => () => {
    asked.push(what)
    return Promise.resolve()
  }
  const till: Partial<Till> = {
    status: {
      get value() {
        return value
      },
      subscribe(listener) {
        listeners.add(listener)
        listener(value)
        return () => listeners.delete(listener)
      },
    },
    pause: ({ by } = {}) => note(`pause ${by ?? ''}`)(),
    resume: note('resume'),
    entry: (id) => Promise.resolve(entries.find((entry) => entry.id === id)),
    entries: ({ after, limit = 100 } = {}) => {
      const from = after === undefined ? 0 : entries.findIndex(({ id }) => id === after) + 1
      return Promise.resolve(entries.slice(from, from + limit))
    },
    day: (span) => Promise.resolve(countDay(span, entries)),
    attention: {
      check: () => Promise.resolve([]),
      showCards: () => Promise.resolve([]),
      merge: (id, theirs) => merge(entries, id, theirs),
      ...createActs((act, { by, reason = '', transactionId }) =>
        asked.push(
          `${act} ${by}: ${reason}${transactionId === undefined ? '' : ` (transaction ${transactionId})`}`,
        ),
      ),
    },
  }
  const change = (facts: Partial<TillStatus>) => {
    value = { ...value, ...facts }
    for (const listener of listeners) listener(value)
  }
  return { till: till as Till, change, asked }
}

type Acts = Omit<Till['attention'], 'merge' | 'check' | 'showCards' | 'lookUp'>

const actNames = ['sendAgain', 'markApplied', 'amend', 'void', 'takeBack'] as const

interface Verdict {
  by: string
  reason?: string
  transactionId?: number
}

/** Deps that take note of who decides what, and why. */
function createActs(note: (act: string, verdict: Verdict) => void): Acts {
  const deps = actNames.map((act) => {
    const door = (...words: unknown[]) => {
      note(act, words.at(-1) as Verdict)
      return Promise.resolve(undefined)
    }
    return [act, door] as const
  })
  return Object.fromEntries(deps) as unknown as Acts
}

function merge(entries: readonly ListedEntry[], id: string, theirs: readonly string[] = []) {
  const entry = entries.find((one) => one.id === id)
  if (!entry || !('reply' in entry)) return Promise.resolve(undefined)
  const versions = { request: entry.request, base: undefined }
  return Promise.resolve(mergeByChoice(entry.kind, entry.reply.body, versions, theirs))
}

function countDay({ from, to }: { from: Date; to: Date }, entries: readonly ListedEntry[]) {
  const count = createDayCount()
  for (const entry of entries) {
    const { kind, state, createdAt } = entry
    const amount = 'amount' in entry ? { amount: entry.amount } : {}
    const reason = 'reason' in entry ? { reason: entry.reason } : {}
    if (createdAt && createdAt >= from && createdAt < to)
      count.add({ kind, state, createdAt: createdAt.getTime(), ...amount, ...reason })
  }
  return count.toReport({ from, to, at: new Date() }, [
    { shop: 'S01', terminal: 'T1', drawer: 1, number: 44, takenAt: from },
  ])
}

let numbers = 0

/** An entry as a till would list it. */
export function entryOf<Kind extends OperationKind>(
  kind: Kind,
  request: Models[Kind],
  more: object = { state: 'settled', settledAt: new Date() },
): Entry {
  numbers += 1
  const createdAt = new Date(Date.now() - numbers * 60_000)
  const cards = listCards(request).map(maskCard)
  return {
    id: `01a1fe7e-6867-7a16-aea2-${String(numbers).padStart(12, '0')}`,
    kind,
    shop: 'S01',
    terminal: 'T1',
    operator: 'Ugo',
    cards,
    createdAt,
    revision: 2,
    request,
    history: [
      { at: createdAt, what: 'rung-up' },
      { at: new Date(createdAt.getTime() + 900), what: 'attempt', status: 422, outcome: 'rejected' },
    ],
    ...more,
  } as unknown as Entry
}

function listCards(request: object): string[] {
  const text = JSON.stringify(request)
  return [
    ...new Set(
      [...text.matchAll(/"(?:Card|CardCode|StoredValueCardCode)":"([^"]+)"/g)].map(([, code]) => code ?? ''),
    ),
  ]
}

const replyOf = (status: number, body: unknown, problem?: EntryReply['problem']): EntryReply => ({
  status,
  headers: {},
  body,
  at: new Date(),
  ...(problem && { problem }),
})

const longDetail =
  'The card 9001••••0025 was blocked by its issuer on 20 November 2026 at 18:02 after three refunds in a row from the same terminal. Ask the holder for the original voucher, or call the issuer on +39 011 000 0000 and name the reference SVC-2026-11-20-000815-LONGREFERENCEWITHOUTANYSPACE.'

const ourUpdate: Models['updateReceipt'] = {
  ...fullModels.updateReceipt,
  StoredValueCardReceipt: {
    Total: 19.99,
    UserData: 'till 2',
    Products: [{ Code: 'P9', Name: 'Scarf', Price: 19.99, Quantity: 1 }],
    Payments: [{ Amount: 19.99 }],
  },
}

const theirReceipt = {
  Total: 12,
  UserData: 'written by the service',
  SenderData: { Operator: 'Hub' },
  Products: [{ Code: 'P9', Name: 'Scarf', Price: 12, Quantity: 1 }],
  Payments: [{ Amount: 10 }, { Amount: 2, CardCode: '9001000000000066' }],
}

const parkedAs: Record<ParkReason, () => ListedEntry> = {
  unknown: () =>
    entryOf('refund', fullModels.refund, {
      state: 'parked',
      reason: 'unknown',
      operator: 'Maria Antonietta Bonaccorsi-Castelnuovo della Rovere',
    }),
  conflict: () =>
    entryOf('updateReceipt', ourUpdate, {
      state: 'parked',
      reason: 'conflict',
      reply: replyOf(409, { StoredValueCardReceipt: theirReceipt }, { title: 'Changed meanwhile' }),
    }),
  precondition: () =>
    entryOf('migrate', fullModels.migrate, {
      state: 'parked',
      reason: 'precondition',
      reply: replyOf(412, {}),
    }),
  rejected: () =>
    entryOf('refund', refundOf('9001000000000123', 1234.5), {
      state: 'parked',
      reason: 'rejected',
      reply: replyOf(422, {}, { title: 'Card is blocked', detail: longDetail }),
    }),
  refused: () =>
    entryOf('associate', fullModels.associate, {
      state: 'parked',
      reason: 'refused',
      reply: replyOf(403, {}),
    }),
  reference: () =>
    entryOf('updateReceipt', fullModels.updateReceipt, { state: 'parked', reason: 'reference' }),
  expired: () =>
    entryOf('refund', refundOf('9001000000000456', 8), { state: 'parked', reason: 'expired', isBare: true }),
  moved: () => entryOf('confirmOrder', fullModels.confirmOrder, { state: 'parked', reason: 'moved' }),
  invalid: () => entryOf('refund', {}, { state: 'parked', reason: 'invalid' }),
  unreadable: () => ({
    id: '01a1fe7e-6867-7a16-aea2-ffffffffffff',
    kind: 'unknown',
    state: 'parked',
    reason: 'unreadable',
    cards: [],
    request: {},
    history: [],
  }),
}

/** One parked entry of each reason. */
export function listParked(): ListedEntry[] {
  return parkReasons.map((reason) => parkedAs[reason]())
}

/** A parked entry. */
export function parkedOf(reason: ParkReason): ListedEntry {
  return parkedAs[reason]()
}
