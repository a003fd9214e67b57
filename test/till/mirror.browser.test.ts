import { afterEach, describe, expect, it, vi } from 'vitest'
import { countKept, findPosition, type Segment } from '../../src/decide/mirror.js'
import { type Models, openTill, type Till, type TillOptions } from '../../src/index.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { clearShown, nowhere, partOf, show, textOf } from '../support/elements.js'
import { freshName, raze } from '../support/journals.js'
import { fullModels, refundOf } from '../support/models.js'
import { createShopKeys } from '../support/shop-keys.js'

const tills: Till[] = []

afterEach(async () => {
  vi.restoreAllMocks()
  for (const till of tills.splice(0)) till.close()
  await clearShown()
})

type Given = Partial<Omit<TillOptions, 'service'>> & Pick<TillOptions, 'name'> & { service?: object }

async function open({ service, ...options }: Given): Promise<Till> {
  const till = await openTill({
    shop: 'S01',
    terminal: 'T1',
    worker: false,
    service: { baseUrl: nowhere, timeoutMs: 60_000, ...service },
    ...options,
  })
  tills.push(till)
  return till
}

/** While the till changes nothing of it. */
async function listSegments(name: string): Promise<Segment[]> {
  const store = createMirrorStore(name)
  return (await store.alone(store.list)).segments
}

async function countCopies(name: string): Promise<number> {
  return countKept(await listSegments(name))?.operations ?? 0
}

async function readMirrorEnd(name: string): Promise<{ place: number; n: number }> {
  const segments = await listSegments(name)
  return findPosition(segments) ?? { place: 0, n: 0 }
}

async function untilMirrored(name: string, count: number): Promise<void> {
  await vi.waitFor(async () => {
    expect(await countCopies(name)).toBe(count)
  })
}

async function untilWitnessed(name: string, unresolved: number): Promise<void> {
  await vi.waitFor(async () => {
    const found = await createWitnessStore(name).read()
    expect(found.map((witness) => witness.unresolved)).toContain(unresolved)
  })
}

/** A till that saved some refunds without a line, and whose database is gone since. */
async function loseTill(options: Partial<Given> = {}, count = 3): Promise<string> {
  const name = freshName()
  const till = await open({ name, ...options })
  for (let index = 0; index < count; index += 1) await till.refund(refundOf(`card-${index}`))
  await untilMirrored(name, count)
  await untilWitnessed(name, count)
  till.close()
  await raze(name)
  return name
}

async function untilKept(till: Till, operations: number, needsKey = false): Promise<void> {
  await vi.waitFor(() => {
    expect(till.status.value.storage.kept).toEqual({ operations, needsKey })
  })
}

/** A refund without a secret. */
function plainRefundOf(card: string): Models['refund'] {
  return { ...refundOf(card), StoredValueCardCodeCollection: [{ StoredValueCardCode: card }] }
}

const verdict = { by: 'Ada', reason: 'the browser lost them' }

describe('what a lost database held', () => {
  it('is brought back in order, in front of a person where it may have been sent', async () => {
    const name = await loseTill()
    const till = await open({ name })
    await untilKept(till, 3)
    expect(await till.attention.bringBack(verdict)).toEqual({ operations: 3, known: 0, damaged: 0 })
    const entries = await till.entries({})
    expect(entries.map(({ state, cards }) => [state, cards])).toHaveLength(3)
    for (const entry of entries) {
      expect(entry).toMatchObject({ state: 'parked', reason: 'unknown' })
      expect(entry.history.at(-1)).toMatchObject({ what: 'imported', ...verdict })
    }
    // A witness that was being written meanwhile still tells of the losses; the next one does not.
    await vi.waitFor(() => {
      expect(till.status.value.storage).toMatchObject({ state: 'open' })
      expect(till.status.value.storage.losses).toBeUndefined()
    })
    expect(till.status.value.storage.kept).toBeUndefined()
  })

  it('waits in line again where the service recognises the key of its first sending', async () => {
    const service = { idempotencyKey: true }
    const name = freshName()
    const before = await open({ name, service })
    const orders = ['order-1', 'order-2', 'order-3'].map(plainRefundOf)
    for (const order of orders) await before.refund(order)
    await untilMirrored(name, 3)
    await untilWitnessed(name, 3)
    before.close()
    await raze(name)
    const till = await open({ name, service })
    await untilKept(till, 3)
    await till.attention.bringBack(verdict)
    // The newest come first.
    const waiting = (await till.entries({ state: 'queued' })).reverse()
    expect(waiting.map(({ request }) => request)).toEqual(orders)
  })

  it('is copied anew for the present database, and leaves nothing of the former one', async () => {
    const name = await loseTill()
    const till = await open({ name })
    await untilKept(till, 3)
    await till.attention.bringBack(verdict)
    await untilMirrored(name, 3)
    const epochs = new Set((await listSegments(name)).map(({ head }) => head.epoch))
    expect(epochs.size).toBe(1)
    await untilWitnessed(name, 3)
    till.close()
    await raze(name)
    const third = await open({ name })
    await untilKept(third, 3)
  })

  it('is brought back once where two pages are asked at the same moment', async () => {
    const name = await loseTill()
    const [first, second] = await Promise.all([open({ name }), open({ name })])
    await Promise.all([untilKept(first, 3), untilKept(second, 3)])
    const brought = await Promise.all([first, second].map((till) => till.attention.bringBack(verdict)))
    expect(brought.reduce((sum, { operations }) => sum + operations, 0)).toBe(3)
    expect(brought.map(({ damaged }) => damaged)).toEqual([0, 0])
    expect(await first.entries({})).toHaveLength(3)
  })

  it('is brought back once, however often a person asks', async () => {
    const name = await loseTill()
    const till = await open({ name })
    await untilKept(till, 3)
    await till.attention.bringBack(verdict)
    expect(await till.attention.bringBack(verdict)).toEqual({ operations: 0, known: 0, damaged: 0 })
    expect(await till.entries({})).toHaveLength(3)
  })

  it('is deleted when a person goes on without it', async () => {
    const name = await loseTill()
    const till = await open({ name })
    await untilKept(till, 3)
    await till.attention.acknowledgeLosses(verdict)
    expect(await countCopies(name)).toBe(0)
    expect(till.status.value.storage.kept).toBeUndefined()
  })

  it('waits until a person has decided, over any number of starts', async () => {
    const name = await loseTill()
    for (const start of [1, 2]) {
      const till = await open({ name })
      await untilKept(till, 3)
      expect(await till.entries({}), `start ${start}`).toEqual([])
      till.close()
    }
  })

  it('is not brought back without a name and a reason', async () => {
    const name = await loseTill()
    const till = await open({ name })
    const refused = till.attention.bringBack({ by: 'Ada', reason: ' ' })
    await expect(refused).rejects.toMatchObject({ code: 'act-refused' })
    await untilKept(till, 3)
  })

  it('leaves out what was damaged, and says how much', async () => {
    const name = await loseTill()
    const root = await navigator.storage.getDirectory()
    const folder = await (await root.getDirectoryHandle('counterfoil-mirror')).getDirectoryHandle(name)
    let last = ''
    for await (const file of folder.keys()) last = file
    const handle = await folder.getFileHandle(last)
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer())
    bytes.fill(0, -20)
    const stream = await handle.createWritable()
    await stream.write(bytes)
    await stream.close()
    const till = await open({ name })
    await untilKept(till, 3)
    expect(await till.attention.bringBack(verdict)).toEqual({ operations: 2, known: 0, damaged: 1 })
  })
})

describe('the mirror', () => {
  it('holds what is unresolved, and nothing that has ended', async () => {
    const name = freshName()
    const till = await open({ name })
    const first = await till.refund(refundOf('card-1'))
    await till.refund(refundOf('card-2'))
    await untilMirrored(name, 2)
    await till.attention.void(first.id, verdict)
    await untilMirrored(name, 1)
    const [segment] = await listSegments(name)
    expect(segment?.head.copies.map(({ id }) => id)).not.toContain(first.id)
  })

  it('gathers small segments, so that many operations make a few files', async () => {
    const name = freshName()
    const till = await open({ name })
    for (let index = 0; index < 12; index += 1) {
      await till.refund(refundOf(`card-${index}`))
      await untilMirrored(name, index + 1)
    }
    expect((await listSegments(name)).length).toBeLessThan(6)
  })

  it('catches up when it was lost, and when it was written last long ago', async () => {
    const name = freshName()
    const first = await open({ name })
    await first.refund(refundOf('card-1'))
    await untilMirrored(name, 1)
    first.close()
    const store = createMirrorStore(name)
    await store.alone(async () => store.remove((await store.list()).segments.map(({ name }) => name)))
    await open({ name })
    await untilMirrored(name, 1)
  })

  it('looks at all that waits after a long time without it', async () => {
    const name = freshName()
    const first = await open({ name })
    const gone = await first.refund(refundOf('card-1'))
    await first.refund(refundOf('card-2'))
    await untilMirrored(name, 2)
    const end = await readMirrorEnd(name)
    first.close()
    const store = createMirrorStore(name)
    const { segments } = await store.list()
    const copies = await Promise.all(segments.map((segment) => store.read(segment)))
    await store.remove(segments.map((segment) => segment.name))
    for (const [index, { head }] of segments.entries())
      await store.write({
        head: { ...head, position: { place: end.place - 5_000, n: end.n - 5_000 } },
        copies: head.copies.flatMap(({ id }) => copies[index]?.get(id) ?? []),
      })
    const second = await open({ name })
    await second.attention.void(gone.id, verdict)
    await untilMirrored(name, 1)
  })

  it('is not kept where the host does not want it, and is cleared then', async () => {
    const name = freshName()
    const first = await open({ name })
    await first.refund(refundOf('card-1'))
    await untilMirrored(name, 1)
    first.close()
    const second = await open({ name, mirror: false })
    await untilMirrored(name, 0)
    await second.refund(refundOf('card-2'))
    await untilWitnessed(name, 2)
    expect(await countCopies(name)).toBe(0)
  })

  it('is tried again where the browser refuses to write it, and the status says why', async () => {
    const name = freshName()
    const refuse = vi
      .spyOn(FileSystemFileHandle.prototype, 'createWritable')
      .mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
    const till = await open({ name })
    await till.refund(refundOf('card-1'))
    await vi.waitFor(() => {
      expect(till.status.value.storage.fault).toContain('QuotaExceededError')
    })
    refuse.mockRestore()
    await till.refund(refundOf('card-2'))
    await untilMirrored(name, 2)
    await vi.waitFor(() => {
      expect(till.status.value.storage.fault).toBeUndefined()
    })
  })

  it('is kept by the Cache API in a browser that cannot write files', async () => {
    const kept = Object.getOwnPropertyDescriptor(FileSystemFileHandle.prototype, 'createWritable') ?? {}
    Reflect.deleteProperty(FileSystemFileHandle.prototype, 'createWritable')
    try {
      const name = await loseTill()
      const till = await open({ name })
      await untilKept(till, 3)
      expect(await till.attention.bringBack(verdict)).toMatchObject({ operations: 3 })
    } finally {
      Object.defineProperty(FileSystemFileHandle.prototype, 'createWritable', kept)
    }
  })
})

describe('copies that are sealed to a shop', () => {
  it('are brought back with its private key only', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const other = await createShopKeys()
    const name = await loseTill({ mirror: { publicKey } })
    const till = await open({ name, mirror: { publicKey } })
    await untilKept(till, 3, true)
    for (const given of [{}, { privateKey: other.privateKey }, { privateKey: publicKey }])
      await expect(till.attention.bringBack({ ...verdict, ...given })).rejects.toMatchObject({
        code: 'act-refused',
        params: { reason: 'shop-key' },
      })
    await untilKept(till, 3, true)
    expect(await till.attention.bringBack({ ...verdict, privateKey })).toMatchObject({ operations: 3 })
  })

  it('have the secrets, which other copies have not', async () => {
    const { publicKey, privateKey } = await createShopKeys()
    const secret = fullModels.associate
    for (const mirror of [{}, { publicKey }]) {
      const name = freshName()
      const service = { idempotencyKey: true }
      const before = await open({ name, mirror, service })
      await before.associate(secret)
      await untilMirrored(name, 1)
      await untilWitnessed(name, 1)
      before.close()
      await raze(name)
      const till = await open({ name, mirror, service })
      await untilKept(till, 1, 'publicKey' in mirror)
      await till.attention.bringBack({ ...verdict, privateKey })
      const [entry] = await till.entries({})
      if ('publicKey' in mirror) expect(entry).toMatchObject({ state: 'queued', request: secret })
      else {
        expect(entry).toMatchObject({ state: 'parked', reason: 'unknown' })
        expect(JSON.stringify(entry)).not.toContain('pin-4712')
        const again = till.attention.sendAgain(entry?.id ?? '', { by: 'Ada' })
        await expect(again).rejects.toMatchObject({ code: 'act-refused' })
      }
      till.close()
    }
  })

  it('need a key that is public', async () => {
    const { privateKey } = await createShopKeys()
    await expect(open({ name: freshName(), mirror: { publicKey: privateKey } })).rejects.toMatchObject({
      code: 'invalid-options',
    })
  })
})

describe('what people see', () => {
  it('is how many can be brought back, and that they are back', async () => {
    const name = await loseTill()
    const till = await open({ name })
    const attention = await show('counterfoil-attention', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(attention, '[part~=losses]'))).toContain('3 operations can be brought back.')
    })
    Object.assign(partOf(attention, '[part~=losses] [name=by]'), { value: 'Ada' })
    Object.assign(partOf(attention, '[part~=losses] [name=reason]'), { value: 'the browser lost them' })
    partOf(attention, '[part~=act-bring-back]').click()
    await vi.waitFor(() => {
      expect(textOf(attention)).toContain('3 operations are back.')
      expect(attention.shadowRoot?.querySelectorAll('[data-id]')).toHaveLength(3)
    })
  })

  it('is a warning before the copies are deleted', async () => {
    const name = await loseTill()
    const till = await open({ name })
    const attention = await show('counterfoil-attention', { till })
    await vi.waitFor(() => {
      expect(textOf(partOf(attention, '[part~=losses]'))).toContain('3 operations can be brought back.')
    })
    Object.assign(partOf(attention, '[part~=losses] [name=by]'), { value: 'Ada' })
    Object.assign(partOf(attention, '[part~=losses] [name=reason]'), { value: 'none of them counts' })
    partOf(attention, '[part~=act-acknowledge-losses]').click()
    await vi.waitFor(() => {
      expect(textOf(partOf(attention, '[part~=losses]'))).toContain('The copies are deleted for good.')
      expect(partOf(attention, '[part~=act-acknowledge-losses]').ariaDisabled).toBe('false')
    })
    expect(await countCopies(name)).toBe(3)
    partOf(attention, '[part~=act-acknowledge-losses]').click()
    await vi.waitFor(() => {
      expect(textOf(attention)).toContain('Recorded.')
    })
    expect(await countCopies(name)).toBe(0)
  })
})
