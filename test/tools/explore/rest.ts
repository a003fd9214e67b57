import type { Page } from 'playwright'
import type { ListedEntry, Till } from '../../../src/index.js'
import { findAxeFaults } from '../../support/axe-page.js'
import type { Eyes } from './look.js'
import { compareBooks, type KeptEntry, withoutSecrets } from './books.js'
import { checkSecrets, checkTruth, type Memory } from './checks.js'
import type { Arrival } from '../../../src/sandbox/index.js'
import type { Branch, Site } from './site.js'
import type { Tale } from './tale.js'

declare const counterfoilTill: Till
declare const strangerEyes: Eyes

export interface Rest {
  page: Page
  site: Site
  tale: Tale
  secrets: ReadonlySet<string>
  memory: Memory
}

const restMsMax = 90_000

/** More than arrive from one rest to the next. */
const arrivalsLooked = 1_000

/** Everything is well again: until nothing waits that could be sent. */
export async function settle(rest: Rest): Promise<void> {
  await shutDialogs(rest)
  await rest.page.evaluate(() => counterfoilTill.resume())
  await drain(rest)
}

/** Page, journal and books side by side. */
export async function compareAll(rest: Rest): Promise<void> {
  const { page, site, tale } = rest
  await compare(rest, site.branchOf(await page.evaluate(() => counterfoilTill.name)))
  await checkTruth(page, tale, rest.memory)
  await checkSecrets(page, rest.secrets, tale)
  for (const fault of await findAxeFaults(page)) await tale.find(`axe: ${fault}`, page)
}

/** A dialog may be left by Escape. */
async function shutDialogs({ page, tale }: Rest): Promise<void> {
  // It ends the tour too, which enters operations of its own.
  await page.keyboard.press('Escape')
  for (let left = 4; (await page.evaluate(() => strangerEyes.countModals())) > 0; left -= 1) {
    if (left === 0) {
      await tale.find('Escape does not shut a dialog', page)
      await page.reload()
      return
    }
    await page.keyboard.press('Escape')
  }
}

/** Until nothing waits but what stands behind an operation that needs attention. */
async function drain({ page, tale }: Rest): Promise<void> {
  const until = performance.now() + restMsMax
  let free: string[]
  do {
    await page.evaluate(async () => {
      await counterfoilTill.replay()
    })
    free = await page.evaluate(listFree)
    if (free.length === 0) return
    await page.waitForTimeout(200)
  } while (performance.now() < until)
  const status = await page.evaluate(() => JSON.stringify(counterfoilTill.status.value))
  await tale.find(
    `${free.length} still wait ${restMsMax / 1_000} s after all is well: ${free[0]}, ${status}`,
    page,
  )
}

/** The waiting entries that no parked one holds back, by the rows as they lie on disk; runs in the page. */
async function listFree(): Promise<string[]> {
  interface Row {
    id: string
    place: number
    state: string
    lanes?: string[]
    transactionOf?: string
  }
  const { settle } = strangerEyes
  const database = await settle(indexedDB.open(counterfoilTill.name))
  const rows = (await settle(database.transaction('entries').objectStore('entries').getAll())) as Row[]
  database.close()
  const stuck = new Set(rows.filter(({ state }) => state === 'parked'))
  const held = new Set([...stuck].flatMap(({ lanes = [] }) => lanes))
  const stuckIds = new Set([...stuck].map(({ id }) => id))
  const free: string[] = []
  for (const { id, state, lanes = [], transactionOf } of rows.sort((a, b) => a.place - b.place)) {
    if (state === 'sending') free.push(id)
    if (state !== 'queued') continue
    const isHeld = lanes.some((lane) => held.has(lane)) || stuckIds.has(transactionOf ?? '')
    if (!isHeld) {
      free.push(id)
      continue
    }
    for (const lane of lanes) held.add(lane)
    stuckIds.add(id)
  }
  return free
}

/** Journal and books of one moment: what is still being entered, by the tour for one, would stand in one of them alone. */
async function readAtOnce(page: Page, { arrivals, listEffects }: Branch) {
  for (;;) {
    const count = () => `${arrivals.length} ${listEffects().length}`
    const before = count()
    const kept = await readJournal(page)
    const again = await readJournal(page)
    const isStill =
      kept.length === again.length && kept.every(({ state }, index) => state === again[index]?.state)
    if (isStill && before === count()) return { kept, effects: listEffects() }
  }
}

async function compare({ page, tale, secrets }: Rest, branch: Branch): Promise<void> {
  const { arrivals } = branch
  const { kept, effects } = await readAtOnce(page, branch)
  const operations = arrivals.flatMap(({ operation, bodyText, status, faults }) =>
    operation
      ? [{ kind: operation, bodyText, isCut: status === null, isDoubled: faults.includes('resent') }]
      : [],
  )
  const applied = effects.map(({ operation, body }) => ({ kind: operation, body }))
  tale.note(`compares ${kept.length} entries with ${applied.length} effects`)
  for (const fault of compareBooks({ kept, applied, arrived: operations })) await tale.find(fault, page)
  const verification = await page.evaluate(() => counterfoilTill.verifyJournal())
  if (!verification.isIntact) await tale.find(`the journal is altered: ${JSON.stringify(verification)}`, page)
  await checkRequests({ page, tale, secrets }, arrivals)
}

/** Nothing that was typed as a secret leaves the till, but in the fields that are for it. */
async function checkRequests(
  { page, tale, secrets }: Pick<Rest, 'page' | 'tale' | 'secrets'>,
  arrivals: readonly Arrival[],
): Promise<void> {
  for (const { operation, bodyText, path, headers } of arrivals.slice(-arrivalsLooked)) {
    const open = operation
      ? JSON.stringify(withoutSecrets(operation, JSON.parse(bodyText) as object))
      : bodyText
    const told = [path, JSON.stringify(headers), open].join('\n')
    for (const secret of secrets)
      if (told.includes(secret))
        await tale.find(`a request tells the secret ${secret}: ${path} ${open}`, page)
  }
}

/** The journal, whole, in order of place. */
async function readJournal(page: Page): Promise<KeptEntry[]> {
  const found: ListedEntry[] = []
  for (;;) {
    const next = await page.evaluate(
      (after) => counterfoilTill.entries({ limit: 500, ...(after !== '' && { after }) }),
      found.at(-1)?.id ?? '',
    )
    if (next.length === 0) break
    found.push(...next)
  }
  return found
    .reverse()
    .flatMap(({ id, kind, state, request, history }) =>
      kind === 'unknown'
        ? []
        : [{ id, kind, state, request, history: history.map(({ what, outcome }) => ({ what, outcome })) }],
    )
}

/** A supervisor looks each parked operation up in the books, and decides: so that not all of it ends up parked. */
export async function supervise({ page, site, tale }: Rest): Promise<void> {
  const branch = site.branchOf(await page.evaluate(() => counterfoilTill.name))
  const applied = branch.listEffects().map(({ body }) => JSON.stringify(body))
  const parked = await page.evaluate(async () =>
    (await counterfoilTill.entries({ state: 'parked', limit: 500 })).map((entry) => ({
      id: entry.id,
      reason: 'reason' in entry ? entry.reason : '',
      body: JSON.stringify(entry.request),
    })),
  )
  for (const { id, reason, body } of parked) {
    if (reason === 'moved') continue
    const act = applied.includes(body) ? 'markApplied' : reason === 'unknown' ? 'sendAgain' : 'void'
    await page.evaluate(
      async ({ id, act }) => {
        // Another tab, or the worker, may have decided meanwhile.
        await counterfoilTill.attention[act](id, { by: 'Supervisor', reason: 'looked up' }).catch(
          () => undefined,
        )
      },
      { id, act } as const,
    )
    tale.count(`supervised: ${act}`)
  }
}
