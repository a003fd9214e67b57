import { Dexie } from 'dexie'
import type { Policy } from '../../../src/decide/policy.js'
import type { Models, OperationKind } from '../../../src/domain/models.js'
import { openJournal, type TillJournal } from '../../../src/journal/journal.js'
import { clock as realClock, delay } from '../../../src/platform/clock.js'
import { createReplayer } from '../../../src/replay/replayer.js'
import { createTransport } from '../../../src/transport/transport.js'
import type { Random } from '../../simulation/random.js'
import { createDeps } from '../../support/deps.js'
import { lenient } from '../../support/journals.js'
import { createFakeLock } from '../../support/replay.js'

/** An operation of a till, with what the books must show of it. */
export interface Operation {
  key: string
  kind: OperationKind
  request: object
  /** The card whose balance it changes or whose receipt it is on. */
  card?: string
  cents: number
  /** The key of the operation whose transaction it revises. */
  transactionOf?: string
}

/** How a till's operations ended. */
export interface Ending {
  settled: number
  /** Parked because nobody knows whether they were done. */
  unknown: number
  /** Everything else, in words. */
  others: string[]
}

const hourMs = 3_600_000
const keyed: Policy = { replay: {}, key: { header: 'Idempotency-Key', lifetimeMs: 24 * hourMs } }

/** A wait of the till lasts no longer than this by the real clock; its own clock is put forward by the rest. */
const waitMsMax = 150

/** The day of a till: cards of its own, one that it shares with others, orders, and a card that is replaced. */
export function writeOperations(till: string, count: number, shared: string): Operation[] {
  return Array.from({ length: count }, (_, index) => writeOperation(till, index, shared))
}

function writeOperation(till: string, index: number, shared: string): Operation {
  const key = `${till}-${index}`
  const round = Math.floor(index / 10)
  const [card, replacement] = [`card ${till}/${round}`, `card ${till}/${round}+`]
  switch (index % 10) {
    case 0:
      return associate(key, card)
    case 1:
      return refund(key, card, 100 + index)
    case 2:
    case 7:
      return refund(key, shared, 100 + index)
    case 3:
      return updateReceipt(key, card, `${till}-${index - 2}`)
    case 4:
      return confirmOrder(key)
    case 5:
      return migrate(key, card, replacement)
    case 8:
      return associate(key, replacement)
    default:
      return refund(key, replacement, 100 + index)
  }
}

function associate(key: string, card: string): Operation {
  const request: Models['associate'] = { Card: card, Shop: 'S01', Notes: key }
  return { key, kind: 'associate', request, card, cents: 0 }
}

function refund(key: string, card: string, cents: number): Operation {
  const request: Models['refund'] = {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
    StoredValueCardReceipt: { Total: cents / 100 },
    Notes: key,
  }
  return { key, kind: 'refund', request, card, cents }
}

function updateReceipt(key: string, card: string, transactionOf: string): Operation {
  const request: Models['updateReceipt'] = { CardCode: card, StoredValueCardReceipt: { UserData: key } }
  return { key, kind: 'updateReceipt', request, card, cents: 0, transactionOf }
}

function migrate(key: string, card: string, replacement: string): Operation {
  const request: Models['migrate'] = { OldCardCode: card, StoredValueCardCode: replacement, Notes: key }
  return { key, kind: 'migrate', request, card: replacement, cents: 0 }
}

function confirmOrder(key: string): Operation {
  const request: Models['confirmOrder'] = { ExternalOrderID: key, Shop: 'S01' }
  return { key, kind: 'confirmOrder', request, cents: 0 }
}

interface TillTerms {
  name: string
  baseUrl: string
  operations: readonly Operation[]
  random: Random
  onAnswer: () => void
}

/** One till from its first operation until nothing of it waits: the package's own journal, rules, loop and sender. */
export async function liveTill({ name, baseUrl, operations, random, onAnswer }: TillTerms): Promise<Ending> {
  const journal = await openJournal(name)
  try {
    for (const { key, kind, request, transactionOf } of operations)
      await journal.append(
        {
          id: key,
          key,
          kind,
          request,
          shop: 'S01',
          terminal: name,
          createdAt: Date.now(),
          ...(transactionOf !== undefined && { transactionOf }),
        },
        lenient,
      )
    await deliver(journal, baseUrl, random, onAnswer)
    return await readEnding(journal, operations.length)
  } finally {
    journal.close()
    await Dexie.delete(name)
  }
}

async function deliver(
  journal: TillJournal,
  baseUrl: string,
  random: Random,
  onAnswer: () => void,
): Promise<void> {
  let skippedMs = 0
  const clock = { ...realClock, now: () => Date.now() + skippedMs, random: random.next }
  const transport = createTransport({
    baseUrl,
    headers: {},
    headersAt: 0,
    credentials: 'omit',
    timeoutMs: 30_000,
    probe: false,
  })
  const deps = createDeps({
    journal,
    clock,
    policy: keyed,
    transport: {
      ...transport,
      async send(...claim) {
        const sent = await transport.send(...claim)
        onAnswer()
        return sent
      },
    },
  })
  const replayer = createReplayer(() => Promise.resolve(deps), createFakeLock())
  for (;;) {
    const { nextDueAt, paused } = await replayer.wake()
    const dueAt = paused?.until ?? nextDueAt
    if (dueAt === undefined) return
    await delay(Math.min(dueAt - clock.now(), waitMsMax))
    skippedMs += Math.max(0, dueAt - clock.now())
  }
}

async function readEnding(journal: TillJournal, count: number): Promise<Ending> {
  const entries = await journal.list({ limit: count + 1 })
  const ending: Ending = { settled: 0, unknown: 0, others: [] }
  for (const entry of entries) {
    if (entry.state === 'settled') ending.settled += 1
    else if (entry.state === 'parked' && entry.reason === 'unknown') ending.unknown += 1
    else ending.others.push(`${entry.id} is ${entry.state}${'reason' in entry ? `/${entry.reason}` : ''}`)
  }
  if (entries.length !== count)
    ending.others.push(`${entries.length} entries instead of ${count} in the journal`)
  return ending
}
