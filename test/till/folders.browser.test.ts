import { afterEach, expect, it, vi } from 'vitest'
import { countKept } from '../../src/decide/mirror.js'
import { createMirrorStore } from '../../src/platform/mirror-store.js'
import { createWitnessStore } from '../../src/platform/witness-store.js'
import { clearShown, nowhere, openShown } from '../support/elements.js'
import { freshName } from '../support/journals.js'
import { refundOf } from '../support/models.js'

afterEach(clearShown)

async function untilKept(name: string, count: number): Promise<void> {
  const store = createMirrorStore(name)
  await vi.waitFor(async () => {
    const { segments } = await store.alone(store.list)
    expect(countKept(segments)?.operations).toBe(count)
    const witnesses = await createWitnessStore(name).read()
    expect(witnesses.map(({ unresolved }) => unresolved)).toEqual([count, count, count])
  })
}

it('folders that were removed under an open till stayed empty, or lacked what had been in them', async () => {
  const name = freshName()
  const till = await openShown(nowhere, {}, {}, name)
  await till.refund(refundOf('card-1'))
  await untilKept(name, 1)
  const root = await navigator.storage.getDirectory()
  for (const folder of ['counterfoil-mirror', 'counterfoil-witness'])
    await root.removeEntry(folder, { recursive: true })
  await till.refund(refundOf('card-2'))
  await untilKept(name, 2)
})
