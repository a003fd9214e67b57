import { beforeAll, expect, it, vi } from 'vitest'
import { openTill, type Receipt, type ServiceOptions, type Till } from '../../src/index.js'
import type { Witness } from '../../src/decide/witness.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { nowhere } from '../support/elements.js'
import { copyRows, freshName, raze, type Rows, setBack, untilClosed } from '../support/journals.js'
import { createRandom } from '../support/random.js'
import { readLedger } from '../support/sandbox.js'
import { control } from '../support/service.js'

// The database of a till is deleted, or an older state of it put back, at a random moment of its work.

/** `VITE_RAZES=500 npx vitest run test/till/razes.browser.test.ts` plays five hundred. */
const rounds = Number(import.meta.env.VITE_RAZES ?? 6)
const seed = Number(import.meta.env.VITE_SEED ?? Date.now() % 1_000_000)

/** Who tells the till that the service knows keys is believed: what is brought back goes again under the same key. */
beforeAll(() => control('settings', 'POST', { keys: true }))

type Service = Pick<ServiceOptions, 'baseUrl' | 'idempotencyKey'>

const open = (service: Service, name: string) =>
  openTill({ shop: 'S01', terminal: 'T1', worker: false, name, service: { ...service, timeoutMs: 60_000 } })

interface Told {
  card: string
  number: number
}

async function takeReceipt(till: Till, told: Told[]): Promise<Receipt> {
  const receipt = await till.receipt({ Payments: [{ Amount: 1 }] })
  told.push({ card: '', number: receipt.SenderData?.Number ?? -1 })
  return receipt
}

async function ringUp(till: Till, card: string, receipt: Receipt, told: Told[]): Promise<string> {
  const { id } = await till.refund({
    StoredValueCardCodeCollection: [{ StoredValueCardCode: card }],
    StoredValueCardReceipt: receipt,
  })
  told.push({ card, number: -1 })
  return id
}

/** Rings up one after the other until the till refuses; what is told is told on. */
async function keepRinging(till: Till, prefix: string, told: Told[]): Promise<void> {
  for (let index = 0; ; index += 1)
    await ringUp(till, `${prefix}-${index}`, await takeReceipt(till, told), told)
}

/** Rings up more than is copied in one step, while another page has the copies, and voids some of it meanwhile. */
async function ringBurst(till: Till, name: string, count: number, told: Told[]): Promise<void> {
  const ringAll = async (prefix: string, count: number) => {
    const receipts = await Promise.all(Array.from({ length: count }, () => takeReceipt(till, told)))
    return Promise.all(receipts.map((receipt, index) => ringUp(till, `${prefix}-${index}`, receipt, told)))
  }
  // What was copied before is followed; without it all is looked through.
  await ringAll(`${name}-before`, 1)
  await vi.waitFor(async () => {
    expect((await listMirrored(name)).size).toBe(1)
  })
  await createMirrorStore(name).alone(async () => {
    const ids = await ringAll(`${name}-burst`, count)
    const voiding = ids
      .filter((_, index) => index % 10 === 0)
      .map((id) => till.attention.void(id, { by: 'Ada', reason: 'a mistake' }))
    // What is being sent is not voided.
    await Promise.all(voiding.map((one) => one.catch(expectActRefused)))
  })
  await vi.waitFor(async () => {
    expect(await listMirrored(name)).toEqual(await listUnresolved(till))
  })
}

function expectActRefused(error: unknown): void {
  expect(error).toMatchObject({ code: 'act-refused' })
}

async function readWitness(name: string): Promise<Witness | undefined> {
  const found = await createWitnessStore(name).read()
  return found.sort((left, right) => right.turn - left.turn)[0]
}

/** Of a till whose database is gone: what it was writing as it was closed stands in every place by then. */
async function readLastWitness(name: string): Promise<Witness | undefined> {
  return vi.waitFor(async () => {
    const found = await createWitnessStore(name).read()
    expect(new Set(found.map(({ turn }) => turn)).size).toBe(1)
    return found[0]
  })
}

const pathOf = (name: string) => `/counterfoil-witness/${name}.json`

/** What a person, a site's own worker or a full disk may take away beside the database. */
const thefts: readonly ((name: string) => Promise<unknown> | undefined)[] = [
  () => undefined,
  async (name) => (await caches.open('counterfoil-witness')).delete(pathOf(name)),
  async (name) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('counterfoil-witness')
    await folder.removeEntry(`${name}.json`)
  },
  (name) => {
    localStorage.removeItem(pathOf(name))
    return undefined
  },
]

/** The operations of which there is a copy outside the database. */
async function listMirrored(name: string): Promise<Set<string>> {
  const store = createMirrorStore(name)
  const { segments } = await store.alone(store.list)
  return new Set(segments.flatMap(({ head }) => head.copies.map(({ id }) => id)))
}

/** All that had a copy is in the journal again, and nothing is left of the copies. */
async function expectBack(till: Till, name: string, mirrored: ReadonlySet<string>): Promise<void> {
  await vi.waitFor(() => {
    expect(till.status.value.storage.kept?.operations ?? 0).toBe(mirrored.size)
  })
  const { damaged } = await till.attention.bringBack({ by: 'Ada', reason: 'the browser lost them' })
  expect(damaged).toBe(0)
  const found = await Promise.all([...mirrored].map((id) => till.entry(id)))
  expect(found.filter((entry) => entry === undefined)).toEqual([])
  expect(till.status.value.storage).not.toHaveProperty('kept')
  // What is delivered meanwhile leaves the copies a moment later.
  await vi.waitFor(async () => {
    const copied = await listMirrored(name)
    const unresolved = await listUnresolved(till)
    expect([...copied].filter((id) => !unresolved.has(id))).toEqual([])
  })
}

async function listUnresolved(till: Till): Promise<Set<string>> {
  const states = ['queued', 'sending', 'parked'] as const
  const found = await Promise.all(states.map((state) => till.entries({ state, limit: 2_000 })))
  return new Set(found.flat().map(({ id }) => id))
}

async function countByCard(): Promise<Map<string, number>> {
  const { effects } = await readLedger('')
  const counts = new Map<string, number>()
  for (const { body } of effects) {
    const text = JSON.stringify(body)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return counts
}

it(`is recognised each time, and neither a number nor an operation goes twice: seed ${seed}`, async () => {
  const random = createRandom(seed)
  for (let round = 0; round < rounds; round += 1) {
    const name = freshName()
    const isSetBack = random() < 0.5
    const baseUrl = random() < 0.5 ? nowhere : '/api'
    const service = { baseUrl, idempotencyKey: random() < 0.5 }
    const told: Told[] = []
    const till = await open(service, name)
    // What is delivered meanwhile would make a burst smaller.
    if (baseUrl === nowhere && random() < 0.5)
      await ringBurst(till, name, 220 + Math.floor(random() * 250), told)
    const ringing = expect(keepRinging(till, name, told)).rejects.toMatchObject({
      code: expect.stringMatching(/^(till-closed|storage-refused|outcome-unknown)$/) as unknown,
    })
    const wanted = 1 + Math.floor(random() * 60)
    const untilTold = (count: number) =>
      vi.waitFor(
        () => {
          expect(told.length).toBeGreaterThanOrEqual(count)
        },
        { interval: 2 },
      )
    await untilTold(told.length + wanted)
    let copy: Rows | undefined
    if (isSetBack) {
      copy = await copyRows(name)
      const { turn = 0 } = (await readWitness(name)) ?? {}
      // What came in less than a second may go unnoticed.
      await vi.waitFor(
        async () => {
          expect((await readWitness(name))?.turn ?? 0).toBeGreaterThan(turn + 1)
        },
        { interval: 20 },
      )
      await untilTold(told.length + Math.floor(random() * 20))
    }
    const closed = untilClosed(name)
    till.close()
    await Promise.all([ringing, closed])
    const mirrored = await listMirrored(name)
    await (copy ? setBack(name, copy) : raze(name))
    const witness = copy ? undefined : await readLastWitness(name)
    await thefts[Math.floor(random() * thefts.length)]?.(name)

    const after = await open(service, name)
    const how = isSetBack ? 'set-back' : 'replaced'
    const { losses } = after.status.value.storage
    expect(losses, `round ${round}`).toMatchObject([{ how }])
    if (!isSetBack) expect(losses?.[0]?.missing).toBe(witness?.unresolved)
    const numbers = told.map(({ number }) => number).filter((number) => number >= 0)
    const { SenderData } = await after.receipt({ Payments: [{ Amount: 1 }] })
    expect(SenderData?.Number, `round ${round}`).toBeGreaterThan(Math.max(...numbers))
    await expectBack(after, name, mirrored)
    if (baseUrl === '/api') {
      await vi.waitFor(() => {
        expect(after.status.value.counts).toMatchObject({ queued: 0, sending: 0 })
      })
      expect(Math.max(0, ...(await countByCard()).values())).toBeLessThanOrEqual(1)
    }
    after.close()
  }
}, 3_600_000)
