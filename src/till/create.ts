import { findCardCodeFault } from '../domain/card-code.js'
import { readCard } from '../domain/cards.js'
import type { Entry } from '../domain/entry.js'
import { TillClosed } from '../domain/errors.js'
import type { Models, OperationKind, Receipt } from '../domain/models.js'
import type { FirstJournal } from '../journal/first.js'
import { clock } from '../platform/clock.js'
import type { Attention } from './attention.js'
import { createDrafts, type Drafts } from './drafts.js'
import type { Following } from './follow.js'
import type { TillSetup } from './options.js'
import type { Part } from './part.js'
import { issueReceipt } from './receipt.js'
import type { LaterCalls, Rest } from './rest.js'
import { ringUp, type Extra, type RingDeps } from './ring.js'
import { countsToSafety } from './safety.js'
import type { StatusStore } from './status.js'
import type { StorageCare } from './storage.js'
import type { Till } from './till.js'

interface TillParts {
  setup: TillSetup
  journal: FirstJournal
  status: StatusStore
  storage: StorageCare
  rest: Part<Rest>
  stop: () => void
}

/** The calls whose code is loaded after the first: each waits for it. */
const laterNames = [
  'entries',
  'receipts',
  'unusedNumbers',
  'day',
  'verifyJournal',
  'checkpoint',
  'exportJournal',
  'importJournal',
  'handOvers',
  'handOverFile',
  'acknowledgeHandOver',
  'takeBackHandOver',
  'settled',
  'replay',
  'pause',
  'resume',
  'setHeaders',
] as const satisfies readonly (keyof LaterCalls)[]

const attentionNames = [
  'sendAgain',
  'markApplied',
  'amend',
  'check',
  'void',
  'merge',
  'takeBack',
  'showCards',
  'acknowledgeLosses',
  'bringBack',
] as const satisfies readonly (keyof Attention)[]

/** Creates the till's public handle. Once closed, it refuses every call that needs the journal. */
export function createTill({ setup, journal, status, storage, rest, stop }: TillParts): Till {
  const closing = new AbortController()
  const deps: RingDeps = { setup, journal, clock, storage }
  const whileOpen = createGuard(journal, closing.signal)
  return {
    ...createOperations(deps, rest, whileOpen),
    ...identify(setup),
    status,
    on: createOn({ journal, status, rest }, closing.signal),
    ...createLater(rest, whileOpen, setup),
    drafts: guardDrafts(createDrafts(deps), whileOpen),
    entry: whileOpen('entry', (id: string) => journal.find(id)),
    receipt: whileOpen('receipt', (draft: Receipt) => issueReceipt(deps, draft)),
    safeToClose: whileOpen('safeToClose', async () =>
      countsToSafety(await journal.count(), storage.countRecoverable()),
    ),
    close() {
      if (closing.signal.aborted) return
      closing.abort(new TillClosed('settled'))
      stop()
    },
  }
}

function createOperations(deps: RingDeps, rest: Part<Rest>, whileOpen: Guard): Pick<Till, OperationKind> {
  const createOperation = <Kind extends OperationKind>(kind: Kind) =>
    whileOpen(kind, async (model: Models[Kind], extra: Extra = {}): Promise<Entry<Kind>> => {
      const entry = await ringUp(deps, kind, model, extra)
      // The rest, once it is loaded, looks for what waits.
      rest.content?.nudge('rung-up')
      return entry
    })
  return {
    associate: createOperation('associate'),
    refund: createOperation('refund'),
    migrate: createOperation('migrate'),
    updateReceipt: createOperation('updateReceipt'),
    confirmOrder: createOperation('confirmOrder'),
  }
}

type Identity = Pick<Till, 'name' | 'shop' | 'terminal' | 'currency' | 'cardFault'>

function identify({ name, shop, terminal, currency, rules }: TillSetup): Identity {
  const cardFault = (code: string) => findCardCodeFault(readCard(code, rules.card), rules.cardCode)
  return { name, shop, terminal, currency, cardFault }
}

type Call = (...args: never[]) => Promise<unknown>

/** Names of a group of calls; the ones that need a function of the host are missing without it. */
function createLater(
  rest: Part<Rest>,
  whileOpen: Guard,
  { balance, host }: TillSetup,
): LaterCalls & Pick<Till, 'attention'> {
  const defer = (names: readonly string[], prefix: string, find: (rest: Rest) => object) =>
    Object.fromEntries(
      names.map((name) => {
        const action = `${prefix}${name}`
        const perform = async (...args: never[]) =>
          (find(await rest.need(action)) as Record<string, Call>)[name]?.(...args)
        return [name, whileOpen(action, perform)]
      }),
    )
  const calls = defer(balance ? [...laterNames, 'balance'] : laterNames, '', (found) => found.calls)
  const looks = host.lookUp ? [...attentionNames, 'lookUp'] : attentionNames
  const attention = defer(looks, 'attention.', (found) => found.attention)
  // Each name is that of a call of the rest.
  return { ...calls, attention } as unknown as LaterCalls & Pick<Till, 'attention'>
}

interface OnDeps {
  journal: Pick<FirstJournal, 'readEnd'>
  status: StatusStore
  rest: Part<Rest>
}

/** A listener hears all that happens from now on, though the code that tells it may still be loading. */
function createOn({ journal, status, rest }: OnDeps, closed: AbortSignal): Till['on'] {
  return (_type, listener, { after } = {}) => {
    if (closed.aborted) throw new TillClosed('on')
    // The status says that the journal cannot be read.
    const end = rest.content ? undefined : journal.readEnd().catch(() => undefined)
    const begun = { status: status.value, end }
    let isOver = false
    let following: Following | undefined
    const start = (content: Rest) => {
      if (!isOver) following = content.follow(listener, after, begun)
    }
    if (rest.content) start(rest.content)
    else void rest.arrived.then(start)
    // Closing the till is the last event for its listeners.
    const close = () => {
      isOver = true
      following?.close()
    }
    closed.addEventListener('abort', close, { once: true })
    return () => {
      isOver = true
      closed.removeEventListener('abort', close)
      following?.stop()
    }
  }
}

type Guard = ReturnType<typeof createGuard>

/** Runs an action only while the till and its journal are open. */
function createGuard(journal: Pick<FirstJournal, 'assertOpen'>, closed: AbortSignal) {
  return <Args extends unknown[], Result>(action: string, perform: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      if (closed.aborted) throw new TillClosed(action)
      journal.assertOpen(action)
      return perform(...args)
    }
}

function guardDrafts({ save, read, drop }: Drafts, whileOpen: Guard): Drafts {
  return {
    save: whileOpen('drafts.save', save),
    read: whileOpen('drafts.read', read),
    drop: whileOpen('drafts.drop', drop),
  }
}
