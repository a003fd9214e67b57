import { describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { createMirrorSeal, openMirrorKey } from '../../src/journal/seal/index.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { labelOfCopy, type SealedCopy } from '../../src/till/mirror-writer.js'
import { freshName, raze } from '../support/journals.js'
import {
  listSegments,
  loseTill,
  open,
  standInForFiles,
  untilCopied,
  untilKept,
  verdict,
} from '../support/lost-till.js'
import { refundOf } from '../support/models.js'
import { createShopKeys, type ShopKeys } from '../support/shop-keys.js'

standInForFiles()

/** A till whose shop changed its key while S-1 was unresolved; S-2 was saved since, and the database is gone. */
async function loseOverKeyChange(first: ShopKeys, second: ShopKeys): Promise<string> {
  const name = freshName()
  const before = await open(name, { mirror: { publicKey: first.publicKey } })
  await Promise.all(['S-1', 'S-0'].map((id) => before.refund(refundOf(`card of ${id}`), { id })))
  await untilCopied(name, 2)
  before.close()
  const since = await open(name, { mirror: { publicKey: second.publicKey } })
  await since.refund(refundOf('card of S-2'), { id: 'S-2' })
  await since.attention.void('S-0', verdict)
  await untilBeside(name, ['S-1', 'S-2'])
  since.close()
  await raze(name)
  return name
}

const listIds = async (name: string): Promise<string[]> =>
  (await listSegments(name)).flatMap(({ head }) => head.copies.map(({ id }) => id))

const untilBeside = (name: string, ids: readonly string[]) =>
  vi.waitFor(async () => {
    expect((await listIds(name)).sort()).toEqual(ids)
  })

const bringBackBy = (till: Till, { privateKey }: ShopKeys) =>
  till.attention.bringBack({ ...verdict, privateKey })

describe('copies under two keys that the shop had one after the other', () => {
  it('come back one key after the other, and the losses stay until all are back', async () => {
    const [first, second] = [await createShopKeys(), await createShopKeys()]
    const name = await loseOverKeyChange(first, second)
    const till = await open(name)
    await untilKept(till, 2)
    await expect(bringBackBy(till, await createShopKeys())).rejects.toMatchObject({
      code: 'act-refused',
      params: { reason: 'shop-key' },
    })
    const one = { operations: 1, known: 0, damaged: 0 }
    expect(await bringBackBy(till, second)).toEqual({ ...one, left: 1 })
    expect(till.status.value.storage.kept).toEqual({ operations: 1, needsKey: true })
    expect(till.status.value.storage.losses).toHaveLength(1)
    await expect(bringBackBy(till, second)).rejects.toMatchObject({ params: { reason: 'shop-key' } })
    expect(await bringBackBy(till, first)).toEqual(one)
    expect(till.status.value.storage.kept).toBeUndefined()
    expect(till.status.value.storage.losses).toBeUndefined()
    expect((await till.entries()).map(({ id }) => id).sort()).toEqual(['S-1', 'S-2'])
  })

  it('stay over a start in which one of them came back', async () => {
    const [first, second] = [await createShopKeys(), await createShopKeys()]
    const name = await loseOverKeyChange(first, second)
    const till = await open(name)
    await untilKept(till, 2)
    expect(await bringBackBy(till, first)).toMatchObject({ operations: 1, left: 1 })
    // And the operation that is back is copied as one of the present database.
    await untilBeside(name, ['S-1', 'S-2'])
    till.close()
    const again = await open(name)
    await untilKept(again, 1)
    expect(await bringBackBy(again, second)).toMatchObject({ operations: 1, known: 0 })
  })
})

/** Another page works on the mirror until the result is called: the till cannot look at it. */
async function occupyMirror(name: string): Promise<() => void> {
  let leave: () => void = () => undefined
  await new Promise<void>((begin) => {
    void createMirrorStore(name).alone(() => {
      begin()
      return new Promise<void>((resolve) => {
        leave = resolve
      })
    })
  })
  return leave
}

const notSafe = (code: string, count: number) => ({ safe: false, reasons: [{ code, count }] })

describe('a till whose lost operations can still be brought back', () => {
  it('is not safe to be wiped until a person has decided about them', async () => {
    const till = await open(await loseTill(['S-1', 'S-2']))
    await untilKept(till, 2)
    expect(await till.safeToClose()).toEqual(notSafe('kept', 2))
    await till.attention.bringBack(verdict)
    expect(await till.safeToClose()).toEqual(notSafe('parked', 2))
    const other = await open(await loseTill(['S-1', 'S-2']))
    await untilKept(other, 2)
    await other.attention.acknowledgeLosses(verdict)
    expect(await other.safeToClose()).toEqual({ safe: true, reasons: [] })
  })

  it('is not safe either while it is not known whether there are any', async () => {
    const name = await loseTill(['S-1', 'S-2'])
    const store = createMirrorStore(name)
    await store.alone(async () => store.remove((await store.list()).segments.map(({ name }) => name)))
    const leave = await occupyMirror(name)
    const till = await open(name)
    expect(till.status.value.storage.losses).toMatchObject([{ missing: 2 }])
    expect(await till.safeToClose()).toEqual(notSafe('kept', 2))
    leave()
    await vi.waitFor(async () => {
      expect(await till.safeToClose()).toEqual({ safe: true, reasons: [] })
    })
  })
})

/** Copies as an earlier release, or another clock, would have made them. */
async function rewriteCopies(name: string, change: (copy: SealedCopy) => SealedCopy): Promise<void> {
  const store = createMirrorStore(name)
  await store.alone(async () => {
    for (const segment of (await store.list()).segments) {
      const { epoch, keys, copies } = segment.head
      const sealed = await store.read(segment)
      const { name: key, key: held, seal } = await createMirrorSeal()
      const rewritten = await Promise.all(
        copies.map(async (facts) => {
          const open = await openMirrorKey(keys[facts.key] ?? { raw: '' })
          const label = labelOfCopy(epoch, facts.id)
          const text = (await open(label, sealed.get(facts.id) ?? new Uint8Array())) ?? ''
          return seal(label, JSON.stringify(change(JSON.parse(text) as SealedCopy)))
        }),
      )
      const facts = copies.map((facts, index) => ({ ...facts, key, length: rewritten[index]?.length ?? 0 }))
      const head = { ...segment.head, replaces: [segment.name], keys: { [key]: held }, copies: facts }
      await store.write({ head, copies: rewritten })
    }
  })
}

const production = { service: { baseUrl: 'http://127.0.0.1:9/production' } }
const foreign = { code: 'act-refused', params: { reason: 'other-service' } }
const hourMs = 3_600_000

describe('copies of a till that was for another card service or currency', () => {
  it.each([
    ['service', production],
    ['currency', { currency: 'JPY' }],
  ])('are refused by one with another %s, and stay until it is the former again', async (_, given) => {
    const name = await loseTill(['S-1'])
    const till = await open(name, given)
    await untilKept(till, 1)
    await expect(till.attention.bringBack(verdict)).rejects.toMatchObject(foreign)
    expect(await till.entries()).toEqual([])
    expect(till.status.value.storage).toMatchObject({ kept: { operations: 1 }, losses: [{ missing: 1 }] })
    till.close()
    const former = await open(name)
    await untilKept(former, 1)
    expect(await former.attention.bringBack(verdict)).toEqual({ operations: 1, known: 0, damaged: 0 })
  })

  it('stay beside those of the present one, which come back', async () => {
    const name = await loseTill(['S-1'])
    const till = await open(name, production)
    await till.refund(refundOf('card of S-2'), { id: 'S-2' })
    await untilBeside(name, ['S-1', 'S-2'])
    till.close()
    await raze(name)
    const next = await open(name, production)
    await untilKept(next, 2)
    expect(await next.attention.bringBack(verdict)).toEqual({ operations: 1, known: 0, damaged: 0, left: 1 })
    expect((await next.entries()).map(({ id }) => id)).toEqual(['S-2'])
    expect(next.status.value.storage).toMatchObject({ kept: { operations: 1 } })
    expect(next.status.value.storage.losses).not.toBeUndefined()
  })

  it('come back where an earlier release made them, which named no service', async () => {
    const name = await loseTill(['S-1'])
    await rewriteCopies(name, ({ entry, place }) => ({ entry, place }))
    const till = await open(name, production)
    await untilKept(till, 1)
    expect(await till.attention.bringBack(verdict)).toMatchObject({ operations: 1 })
  })
})

describe('copies of a till whose clock was ahead', () => {
  it.each([
    ['by what the service said', { clockOffsetMs: -48 * hourMs }, 'parked'],
    ['by the clock of today', { at: Date.now() + 48 * hourMs }, 'parked'],
    ['not at all', { clockOffsetMs: 48 * hourMs }, 'queued'],
  ])('%s are sent under no key that is older than it seems', async (_, told, state) => {
    const keys = { service: { idempotencyKey: true } }
    const name = freshName()
    const till = await open(name, keys)
    // Without a PIN, which no copy has.
    const sale = { ...refundOf('card'), StoredValueCardCodeCollection: [{ StoredValueCardCode: 'card' }] }
    await till.refund(sale, { id: 'S-1' })
    await untilCopied(name, 1)
    till.close()
    await raze(name)
    await rewriteCopies(name, (copy) => ({ ...copy, ...told }))
    const next = await open(name, keys)
    await untilKept(next, 1)
    await next.attention.bringBack(verdict)
    expect(await next.entry('S-1')).toMatchObject({ state })
  })
})
