import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Till } from '../../src/index.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'
import { freshName, raze } from '../support/journals.js'
import { refundOf } from '../support/models.js'

afterEach(clearShown)

const open = (name: string) => openShown(nowhere, {}, {}, name)

async function takeNumber(till: Till): Promise<number> {
  const { SenderData } = await till.receipt({ Payments: [{ Amount: 1 }] })
  return SenderData?.Number ?? -1
}

/** A till that was closed once its witness knew of so many operations, and whose database is gone then. */
async function loseTill(count = 2): Promise<{ name: string; number: number }> {
  const name = freshName()
  const till = await open(name)
  const number = await takeNumber(till)
  for (let index = 0; index < count; index += 1) await till.refund(refundOf(`card-${index}`))
  await vi.waitFor(async () => {
    const found = await createWitnessStore(name).read()
    expect(found.length).toBeGreaterThan(1)
    for (const { unresolved } of found) expect(unresolved).toBe(count)
  })
  till.close()
  await raze(name)
  return { name, number }
}

const places = {
  file: async () => {
    const root = await navigator.storage.getDirectory()
    await root.removeEntry('counterfoil-witness', { recursive: true })
  },
  cache: async () => {
    await caches.delete('counterfoil-witness')
  },
  local: () => {
    localStorage.clear()
    return Promise.resolve()
  },
}

const damages = {
  file: async (name: string) => {
    const root = await navigator.storage.getDirectory()
    const folder = await root.getDirectoryHandle('counterfoil-witness')
    const stream = await (await folder.getFileHandle(`${name}.json`)).createWritable()
    await stream.write('{"v":1,"birth":"tor')
    await stream.close()
  },
  cache: async (name: string) => {
    const cache = await caches.open('counterfoil-witness')
    await cache.put(`/counterfoil-witness/${name}.json`, new Response(''))
  },
  local: (name: string) => {
    localStorage.setItem(`/counterfoil-witness/${name}.json`, 'null')
    return Promise.resolve()
  },
}

describe('a till whose database the browser lost', () => {
  it('says what is missing, and goes on behind the numbers that were given out', async () => {
    const { name, number } = await loseTill()
    const till = await open(name)
    expect(till.status.value.storage).toMatchObject({
      state: 'replaced',
      losses: [{ how: 'replaced', missing: 2 }],
    })
    expect(await takeNumber(till)).toBeGreaterThan(number)
  })

  it.each(['file', 'cache', 'local'] as const)(
    'notices it by the others if its %s is gone too',
    async (place) => {
      const { name, number } = await loseTill()
      await places[place]()
      const till = await open(name)
      expect(till.status.value.storage.losses).toMatchObject([{ how: 'replaced', missing: 2 }])
      expect(await takeNumber(till)).toBeGreaterThan(number)
    },
  )

  it.each(['file', 'cache', 'local'] as const)('mends a damaged %s from the others', async (place) => {
    const { name } = await loseTill()
    await damages[place](name)
    const till = await open(name)
    expect(till.status.value.storage.losses).toMatchObject([{ how: 'replaced', missing: 2 }])
    await vi.waitFor(async () => {
      expect(await createWitnessStore(name).read()).toHaveLength(3)
    })
  })

  it('gives out the same number again only if every witness is gone with the database', async () => {
    const { name, number } = await loseTill()
    for (const remove of Object.values(places)) await remove()
    const till = await open(name)
    expect(till.status.value.storage.losses).toBeUndefined()
    expect(await takeNumber(till)).toBe(number)
  })

  it('tells its listeners', async () => {
    const { name } = await loseTill()
    const till = await open(name)
    const states: string[] = []
    till.on('event', (event) => {
      if (event.type === 'storage') states.push(event.state)
    })
    await till.attention.acknowledgeLosses({ by: 'Ada', reason: 'support knows' })
    await vi.waitFor(() => {
      expect(states.at(-1)).toBe('open')
    })
  })

  it('refuses to be acknowledged without a name and a reason', async () => {
    const { name } = await loseTill()
    const till = await open(name)
    const given = { by: 'Ada', reason: ' ' }
    await expect(till.attention.acknowledgeLosses(given)).rejects.toMatchObject({ code: 'act-refused' })
    expect(till.status.value.storage.state).toBe('replaced')
  })

  it('stays as it was acknowledged when it is opened again', async () => {
    const { name } = await loseTill()
    const till = await open(name)
    await till.attention.acknowledgeLosses({ by: 'Ada', reason: 'support knows' })
    till.close()
    expect((await open(name)).status.value.storage.losses).toBeUndefined()
  })
})

describe('a till that is really new', () => {
  it('says nothing, and begins its numbers at one', async () => {
    const till = await open(freshName())
    expect(till.status.value.storage).not.toHaveProperty('losses')
    expect(till.status.value.storage.state).toBe('open')
    expect(await takeNumber(till)).toBe(1)
  })

  it('gives out its numbers without a gap, however many', async () => {
    const till = await open(freshName())
    const numbers = []
    for (let count = 0; count < 120; count += 1) numbers.push(await takeNumber(till))
    expect(numbers).toEqual(Array.from({ length: 120 }, (_, index) => index + 1))
  })

  it('has a number witnessed before it gives it out', async () => {
    const name = freshName()
    const till = await open(name)
    for (let count = 0; count < 120; count += 1) {
      const number = await takeNumber(till)
      const ceilings = (await createWitnessStore(name).read()).flatMap((one) => Object.values(one.ceilings))
      expect(Math.max(...ceilings)).toBeGreaterThan(number)
    }
  })

  it('opens where the browser has no place for a witness', async () => {
    const refuse = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    const cacheless = vi.spyOn(caches, 'open').mockRejectedValue(new DOMException('denied', 'SecurityError'))
    const fileless = vi
      .spyOn(navigator.storage, 'getDirectory')
      .mockRejectedValue(new DOMException('denied', 'SecurityError'))
    const till = await open(freshName())
    expect(await takeNumber(till)).toBe(1)
    expect((await till.refund(refundOf('A'))).state).toBe('queued')
    for (const spy of [refuse, cacheless, fileless]) spy.mockRestore()
  })
})

describe('what people see of a loss', () => {
  it('stands on the status, and is ended in the list of what needs attention', async () => {
    const { name } = await loseTill()
    const mirror = createMirrorStore(name)
    await mirror.alone(async () => mirror.remove((await mirror.list()).segments.map(({ name }) => name)))
    const till = await open(name)
    const status = await show('counterfoil-status', { till })
    const attention = await show('counterfoil-attention', { till })
    await vi.waitFor(() => {
      const words = textOf(partOf(status, '[part~=storage]'))
      expect(words).toContain('The browser lost this till’s data.')
      expect(words).toContain('2 operations that had not been confirmed are missing.')
    })
    const losses = partOf(attention, '[part~=losses]')
    expect(textOf(losses)).toContain('Receipt numbers continue after a gap.')

    const submit = () => {
      partOf(attention, '[part~=act-acknowledge-losses]').click()
    }
    submit()
    await vi.waitFor(() => {
      expect(textOf(partOf(attention, '[part~=losses] [role=alert]'))).toContain('Enter your name.')
    })
    Object.assign(partOf(attention, '[part~=losses] [name=by]'), { value: 'Ada' })
    Object.assign(partOf(attention, '[part~=losses] [name=reason]'), { value: 'support knows' })
    submit()
    await vi.waitFor(() => {
      expect(till.status.value.storage.state).toBe('open')
      expect(attention.shadowRoot?.querySelector('[part~=losses]')).toBeNull()
      expect(status.shadowRoot?.querySelector('[part~=storage]')).toBeNull()
      expect(textOf(attention)).toContain('Recorded.')
    })
  })
})
