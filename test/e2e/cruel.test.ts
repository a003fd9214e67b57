import { afterEach, expect, it } from 'vitest'
import type { Till } from '../../src/index.js'
import type { OperationKind } from '../../src/domain/models.js'
import { cruelties, type Cruelty, type CrueltyName } from '../cruel/cruelties.js'
import { createCruelProxy, type CruelProxy, type ProxiedRequest } from '../cruel/proxy.js'
import type { Tab } from '../drivers/driver.js'
import { compareBooks, type Books } from '../tools/endurance/compare.js'
import { mark, markerOf } from '../simulation/bodies.js'
import { untilStatus } from '../support/page.js'
import { readLedger } from '../support/sandbox.js'
import { describeEngine, prepareStage } from '../support/stage.js'

declare const counterfoilTill: Till

const stage = prepareStage()

/** Operations that are never sent again by themselves, each on a card or an order of its own. */
const kinds = ['refund', 'associate', 'confirmOrder'] as const
const bodies = {
  refund: (index: number) => ({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: String(9_001_000_000_000_000 + index) }],
    StoredValueCardReceipt: { Total: 12.5 },
  }),
  associate: (index: number) => ({ Card: String(9_001_000_000_000_000 + index), Shop: 'S01', CardData: {} }),
  confirmOrder: (index: number) => ({ OrderID: index, Shop: 'S01' }),
}

interface Rung {
  till: string
  marker: string
  kind: OperationKind
  request: object
}

function createOperation(index: number): Rung {
  const kind = kinds[index % kinds.length] ?? 'refund'
  const marker = `cruel-${index}`
  return { till: 'one', marker, kind, request: mark(kind, marker, bodies[kind](index)) }
}

async function ringUp(tab: Tab, operations: readonly Rung[]): Promise<void> {
  await tab.evaluate(async (operations) => {
    await Promise.all(
      operations.map(({ kind, marker, request }) =>
        counterfoilTill[kind as 'refund'](request, { id: marker }),
      ),
    )
  }, operations)
}

/** A person asks for it again and again, so that no pause is waited out. */
async function drain(tab: Tab): Promise<void> {
  const countWaiting = () =>
    tab.evaluate(async () => {
      void counterfoilTill.replay().catch(() => undefined)
      // Of the journal: the status counts what was just rung up a moment later.
      const read = (state: 'queued' | 'sending') => counterfoilTill.entries({ state, limit: 1_000 })
      return (await Promise.all([read('queued'), read('sending')])).flat().length
    })
  await expect.poll(countWaiting, { interval: 200 }).toBe(0)
}

async function readJournal(tab: Tab) {
  const entries = await tab.evaluate(async () =>
    (await counterfoilTill.entries({ limit: 1_000 })).map(
      ({ id, kind, state, request, history, ...rest }) => ({
        till: 'one',
        marker: id,
        kind,
        state,
        reason: 'reason' in rest ? rest.reason : undefined,
        request,
        attempts: history.filter(({ what }) => what === 'attempt' || what === 'recovery').length,
      }),
    ),
  )
  return entries.reverse().map((entry) => ({ ...entry, kind: entry.kind as OperationKind }))
}

async function readBooks(tab: Tab, confirmed: readonly Rung[]) {
  const { effects, arrivals } = await readLedger(stage.server.url)
  const operations = arrivals.filter(({ path }) => path.startsWith('/v1.0'))
  return {
    confirmed,
    kept: await readJournal(tab),
    effects: effects.map(({ operation, body }) => ({
      marker: markerOf(operation as OperationKind, body),
      body,
    })),
    arrivals: operations.map(({ bodyText }) => ({ marker: textToMarker(bodyText), bodyText })),
    isRepeatable: () => false,
  } satisfies Books
}

function textToMarker(text: string): string {
  return /cruel-\d+/.exec(text)?.[0] ?? 'unmarked'
}

async function reconcile(
  tab: Tab,
  { kept, effects }: Pick<Books, 'effects'> & { kept: Kept[] },
): Promise<void> {
  const applied = effects.map(({ marker }) => marker)
  for (const { marker } of kept.filter(({ state }) => state === 'parked')) {
    await tab.evaluate(
      async (id, isApplied) => {
        const act = isApplied ? 'markApplied' : 'sendAgain'
        await counterfoilTill.attention[act](id, { by: 'Supervisor', reason: 'looked up' })
      },
      marker,
      applied.includes(marker),
    )
  }
  await drain(tab)
}

type Kept = Awaited<ReturnType<typeof readJournal>>[number]

/** A second status line reads as a header without a name; who passes over it has heard the reply, and is right. */
const passedOver: readonly CrueltyName[] = ['status line twice']

const proxies: CruelProxy[] = []
afterEach(async () => {
  for (const proxy of proxies.splice(0)) await proxy.stop()
})

/** Opens a till behind a cruel proxy, and collects the cruelties of each operation in order. */
async function openCruelTill(choose: (request: ProxiedRequest) => Cruelty | undefined) {
  const struck = new Map<string, Cruelty[]>()
  const proxy = await createCruelProxy({
    target: stage.server.url,
    choose,
    onApplied: (cruelty, _, body) => {
      const marker = textToMarker(body)
      struck.set(marker, [...(struck.get(marker) ?? []), cruelty])
    },
  })
  proxies.push(proxy)
  const tab = await stage.openTill(undefined, proxy.url)
  return { tab, proxy, struck }
}

describeEngine('a till behind a cruel line', () => {
  it('suffers every cruelty, knows of each operation whether it knows, and applies none twice of its own', async () => {
    const remaining = [
      ...cruelties.filter(({ leaves }) => leaves === 'silence'),
      ...cruelties.filter(({ leaves }) => leaves !== 'silence'),
    ]
    const { tab, proxy, struck } = await openCruelTill(({ isProbe }) =>
      isProbe ? undefined : remaining.shift(),
    )
    await tab.evaluate(() => counterfoilTill.pause())
    const confirmed = Array.from({ length: cruelties.length + 4 }, (_, index) => createOperation(index))
    await ringUp(tab, confirmed)
    await drain(tab)
    const listMissing = () => cruelties.filter(({ name }) => !proxy.counts[name])
    while (listMissing().length > 0 && confirmed.length <= 100) {
      // A connection that was to die at its next request may have been closed before it: another one is to.
      remaining.splice(0, remaining.length, ...listMissing())
      const more = Array.from({ length: 4 }, (_, index) => createOperation(confirmed.length + index))
      confirmed.push(...more)
      await ringUp(tab, more)
      await drain(tab)
    }
    expect(listMissing().map(({ name }) => name)).toEqual([])

    const before = await readBooks(tab, confirmed)
    const rows = before.kept.map((entry) => describe(entry, struck.get(entry.marker) ?? [], before))
    expect(rows.filter(({ found, expected }) => !expected.includes(found))).toEqual([])

    await reconcile(tab, before)
    await untilStatus(tab, { counts: { queued: 0, sending: 0, parked: 0, settled: confirmed.length } })
    const { differences, resends } = compareBooks(await readBooks(tab, confirmed))
    expect(differences).toEqual([])
    for (const { marker } of resends) expect(struck.get(marker) ?? []).not.toEqual([])
  })
})

/**
 * What became of an operation, and what may. Where the browser itself sent the bytes again, which nobody in the page
 * can see, either answer may have counted. The service confirms an order once: of the browser's own repeat the till
 * hears "already confirmed", which reads as refused.
 */
function describe(
  { marker, kind, state, reason, attempts }: Kept,
  struck: readonly Cruelty[],
  { effects, arrivals }: Pick<Books, 'effects' | 'arrivals'>,
) {
  const count = (items: readonly { marker: string }[]) =>
    items.filter((item) => item.marker === marker).length
  const lost = struck.filter(({ reaches }) => reaches !== 'always').length
  const resent = count(arrivals) + lost - attempts
  const found = `${state}${reason === undefined ? '' : `/${reason}`}, applied ${count(effects)} times`
  const times = struck.some(({ reaches }) => reaches !== 'always') ? 0 : 1
  const isHeard = struck.every(({ leaves }) => leaves === 'the reply')
  const plain = `${isHeard ? 'settled' : 'parked/unknown'}, applied ${times} times`
  const either =
    kind === 'confirmOrder' && count(arrivals) > 1
      ? ['settled', 'parked/unknown', 'parked/rejected'].map((end) => `${end}, applied 1 times`)
      : ['settled', 'parked/unknown'].map((end) => `${end}, applied ${count(arrivals)} times`)
  const names = struck.map(({ name }) => name).join(', ')
  const isOpen = resent > 0 || struck.some(({ name }) => passedOver.includes(name))
  return { marker, names, attempts, resent, found, expected: isOpen ? either : [plain] }
}
