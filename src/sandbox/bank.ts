import { createBooks, type Books, type Card, type Transaction, type Validators } from './books.js'
import { findFailedCondition, type Conditions, type FailedCondition } from './conditions.js'
import { findUsedKey, fingerprint, isRemembered, parseKey, tellLifetime, type StoredReply } from './keys.js'
import { problemToReply, type Reply } from './problems.js'
import type { Bodies, Operation } from './reading.js'
import { planOperation, type CardPolicy, type Plan } from './rules.js'

/** The settings of a bank, which can be changed while it runs. */
export interface BankSettings extends CardPolicy {
  /** Honour `Idempotency-Key`. Off: a repeat is applied twice, and the ledger shows both. */
  keys: boolean
  /** How long after its operation a key is forgotten, by the bank's clock; then a repeat is applied again. */
  keyLifetimeHours: number
  /** Honour `If-Match`, `If-None-Match` and `If-Unmodified-Since`. Off: they are ignored. */
  conditions: boolean
  /** Let a 412 carry the current validators and the current receipt. */
  revealValidators: boolean
}

/** Settings, and the cards with their balances that the bank knows from the start. */
export interface BankOptions extends Partial<BankSettings> {
  cards?: Readonly<Record<string, number>>
}

/** One operation that was applied; tests compare the till's journal with these. */
export interface Effect {
  sequence: number
  operation: Operation
  cards: string[]
  body: Bodies[Operation]
  /** The key from the request, honoured or not. */
  key?: string
  at: string
  status: 200
  transactionId?: number
  /** The cards that this effect opened, and the balance they opened with. */
  opened?: Record<string, number>
}

/** Where effects are stored. `append` returns once the effect is stored; if it throws, nothing was applied. */
export interface Ledger {
  readonly effects: readonly Effect[]
  append: (effect: Effect) => void
  clear: () => void
}

/** The time of a request, and the headers that decide whether its operation is applied. */
export interface ApplyContext extends Conditions {
  now: Date
  /** The `Idempotency-Key` header, quotes included. */
  key?: string
  /** How long the reply is delayed: until then a repeat with the same key gets a 409. */
  busyMs?: number
}

/** Applies operations as the service would, and holds the cards, transactions and effects. */
export interface Bank {
  readonly settings: Readonly<BankSettings>
  readonly effects: readonly Effect[]
  change: (settings: Partial<BankSettings>) => void
  apply: <Kind extends Operation>(operation: Kind, body: Bodies[Kind], context: ApplyContext) => Reply
  /** The current state of a card. */
  card: (code: string) => Readonly<Card> | undefined
  /** The current state of a transaction. */
  transaction: (id: number) => Readonly<Transaction> | undefined
  /** Forgets every effect, also on disk. */
  reset: () => void
}

const defaults: BankSettings = {
  keys: false,
  keyLifetimeHours: 24,
  conditions: false,
  revealValidators: true,
  knownCardsOnly: false,
  openingBalance: 0,
  unknownStatus: 400,
}

/** Creates a ledger in memory. */
export function createMemoryLedger(): Ledger {
  const effects: Effect[] = []
  return {
    effects,
    append: (effect) => void effects.push(effect),
    clear: () => void effects.splice(0),
  }
}

/** Opens a bank: empty, or rebuilt from the effects that the ledger holds. */
export function createBank(options: BankOptions = {}, ledger: Ledger = createMemoryLedger()): Bank {
  const { cards, ...given } = options
  const settings = { ...defaults, ...given }
  const replies = new Map<string, StoredReply>()
  let books = createBooks(cards)
  for (const effect of ledger.effects) rebuild(books, replies, effect, settings.keyLifetimeHours)

  function perform<Kind extends Operation>(
    operation: Kind,
    body: Bodies[Kind],
    context: ApplyContext,
  ): Reply {
    const plan = planOperation(books, operation, body, settings)
    if (!plan.ok) return problemToReply(plan.problem)
    const failed =
      settings.conditions && operation !== 'confirmOrder' && findFailedCondition(context, validatorsOf(plan))
    if (failed) return replyToFailedCondition(failed, plan, settings.revealValidators)
    const effect = describeEffect(books, plan, operation, body, context, ledger.effects.length + 1)
    ledger.append(effect)
    const reply = commit(plan, effect)
    const nowMs = context.now.getTime()
    const stored = { reply, storedAtMs: nowMs, readyAtMs: nowMs + (context.busyMs ?? 0) }
    rememberReply(replies, effect, stored, settings.keyLifetimeHours)
    return reply
  }

  return {
    settings,
    effects: ledger.effects,
    change: (changes) => void Object.assign(settings, changes),
    apply: (operation, body, context) => {
      const header = settings.keys ? context.key : undefined
      const terms = { now: context.now, lifetimeHours: settings.keyLifetimeHours }
      const reply =
        findUsedKey(replies, header, { operation, body }, terms) ?? perform(operation, body, context)
      const isTold = header !== undefined && reply.status === 200
      return isTold ? tellLifetime(reply, terms.lifetimeHours) : reply
    },
    card: (code) => copy(books.cards.get(code)),
    transaction: (id) => copy(books.transactions.get(id)),
    reset: () => {
      ledger.clear()
      replies.clear()
      books = createBooks(cards)
    },
  }
}

function copy<Row extends object>(row: Row | undefined): Row | undefined {
  return row && { ...row }
}

function validatorsOf(plan: Plan): Validators | undefined {
  return plan.record?.validators
}

function describeEffect<Kind extends Operation>(
  books: Books,
  plan: Plan,
  operation: Kind,
  body: Bodies[Kind],
  { key, now }: ApplyContext,
  sequence: number,
): Effect {
  const opened = plan.cards
    .filter(({ code }) => !books.cards.has(code))
    .map(({ code, balance }) => [code, balance])
  return {
    sequence,
    operation,
    cards: plan.cards.map(({ code }) => code),
    body,
    ...(key === undefined ? {} : { key: parseKey(key) ?? key }),
    at: now.toISOString(),
    status: 200,
    ...(plan.transactionId === undefined ? {} : { transactionId: plan.transactionId }),
    ...(opened.length === 0 ? {} : { opened: Object.fromEntries(opened) as Record<string, number> }),
  }
}

// The ETag is the number of the effect that last wrote a record, so one ETag serves the card and its receipt.
function commit(plan: Plan, { sequence, at }: Effect): Reply {
  const validators = { etag: `"${sequence}"`, lastModified: new Date(at) }
  const body = plan.commit(validators)
  const headers = plan.cards.length === 0 ? {} : validatorsToHeaders(validators)
  return { status: 200, headers: { 'content-type': 'application/json', ...headers }, body }
}

function validatorsToHeaders({ etag, lastModified }: Validators): Record<string, string> {
  return {
    etag,
    'last-modified': lastModified.toUTCString(),
  }
}

function replyToFailedCondition(failed: FailedCondition, { record }: Plan, reveal: boolean): Reply {
  return problemToReply({
    name: 'condition-failed',
    status: 412,
    title: 'A condition of the request failed',
    detail: `${failed} does not hold for the current record.`,
    ...(reveal && record
      ? {
          headers: validatorsToHeaders(record.validators),
          extensions: record.receipt ? { StoredValueCardReceipt: record.receipt } : {},
        }
      : {}),
  })
}

function rememberReply(
  replies: Map<string, StoredReply>,
  { key, operation, body }: Effect,
  stored: Omit<StoredReply, 'fingerprint'>,
  lifetimeHours: number,
): void {
  if (key === undefined) return
  const before = replies.get(key)
  if (before && isRemembered(before, lifetimeHours, stored.storedAtMs)) return
  replies.set(key, { ...stored, fingerprint: fingerprint({ operation, body }) })
}

// Effects of the ledger were applied under earlier settings, so today's settings do not refuse their cards.
function rebuild(
  books: Books,
  replies: Map<string, StoredReply>,
  effect: Effect,
  lifetimeHours: number,
): void {
  for (const [code, balance] of Object.entries(effect.opened ?? {})) books.cards.set(code, { code, balance })
  const plan = planOperation(books, effect.operation, effect.body, {
    knownCardsOnly: false,
    openingBalance: 0,
    unknownStatus: 400,
  })
  if (!plan.ok) {
    throw new Error(
      `Cannot rebuild the bank: effect ${effect.sequence} (${effect.operation}) is refused now: ${plan.problem.title}`,
    )
  }
  const storedAtMs = Date.parse(effect.at)
  rememberReply(replies, effect, { reply: commit(plan, effect), storedAtMs, readyAtMs: 0 }, lifetimeHours)
}
