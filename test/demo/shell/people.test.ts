import { describe, expect, it } from 'vitest'
import { createPeople, isPin } from '../../../src/demo/shell/people.js'

const eva = { name: 'Eva', role: 'supervisor' } as const

/** People in a store that a reload keeps, with a clock that a test moves. */
function openPeople() {
  const kept = new Map<string, string>()
  const clock = { now: 1_000_000 }
  const room = { writes: Infinity }
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, value: string) {
      room.writes -= 1
      if (room.writes < 0) throw new DOMException('no room', 'QuotaExceededError')
      kept.set(name, value)
    },
  }
  const tabs = new Set<(name: string | null) => void>()
  const watch = (listener: (name: string | null) => void) => void tabs.add(listener)
  const open = () => createPeople({ storage, now: () => clock.now, rounds: 10, watch })
  /** The browser tells the other tabs what was changed in the store. */
  const tellTabs = (name: string | null = [...kept.keys()][0] ?? null) => {
    for (const tab of tabs) tab(name)
  }
  return { people: open(), reload: open, kept, clock, room, tellTabs }
}

describe('the people of the till', () => {
  it('sign in with their own PIN, and no other', async () => {
    const { people, reload } = openPeople()
    await people.add(eva, '4711')
    await people.add({ name: 'Ugo', role: 'cashier' }, '0815')
    expect(reload().list()).toEqual([eva, { name: 'Ugo', role: 'cashier' }])
    expect(await reload().check('Eva', '4711')).toEqual({ tag: 'right' })
    expect(await reload().check('Eva', '0815')).toEqual({ tag: 'wrong', left: 2 })
    expect(await people.check('nobody', '4711')).toMatchObject({ tag: 'wrong' })
  })

  it('are kept with salted hashes alone: no PIN stands in the store, and equal ones look different', async () => {
    const { people, kept } = openPeople()
    await people.add(eva, '47114711')
    await people.add({ name: 'Ugo', role: 'cashier' }, '47114711')
    const text = [...kept.values()].join()
    expect(text).not.toContain('47114711')
    const stored = JSON.parse(text) as { salt: string; hash: string }[]
    expect(new Set(stored.map(({ salt }) => salt)).size).toBe(2)
    expect(new Set(stored.map(({ hash }) => hash)).size).toBe(2)
  })

  it('wait after three wrong tries, longer after three more, and a reload gains nothing', async () => {
    const { people, reload, clock } = openPeople()
    await people.add(eva, '4711')
    expect(await people.check('Eva', '1111')).toEqual({ tag: 'wrong', left: 2 })
    expect(await reload().check('Eva', '1111')).toEqual({ tag: 'wrong', left: 1 })
    const until = clock.now + 30_000
    expect(await reload().check('Eva', '1111')).toEqual({ tag: 'wait', until })
    expect(await reload().check('Eva', '4711')).toEqual({ tag: 'wait', until })
    clock.now = until
    for (const left of [2, 1]) expect(await people.check('Eva', '1111')).toEqual({ tag: 'wrong', left })
    expect(await people.check('Eva', '1111')).toEqual({ tag: 'wait', until: clock.now + 60_000 })
    clock.now += 60_000
    expect(await people.check('Eva', '4711')).toEqual({ tag: 'right' })
    expect(await people.check('Eva', '1111')).toEqual({ tag: 'wrong', left: 2 })
  })

  it('wait no longer than the longest wait, although the clock was ahead', async () => {
    const { people, clock } = openPeople()
    await people.add(eva, '4711')
    const days = 3 * 86_400_000
    clock.now += days
    for (const left of [2, 1]) expect(await people.check('Eva', '1111')).toEqual({ tag: 'wrong', left })
    expect(await people.check('Eva', '1111')).toMatchObject({ tag: 'wait' })
    clock.now -= days
    expect(await people.check('Eva', '4711')).toEqual({ tag: 'right' })
  })

  it('are known to a tab that was open before, and each change is told once', async () => {
    const { people, reload, tellTabs } = openPeople()
    const changes: number[] = []
    const other = reload()
    other.subscribe(() => changes.push(other.list().length))
    await people.add(eva, '4711')
    tellTabs('something-else')
    expect(changes).toEqual([])
    tellTabs()
    tellTabs()
    expect(changes).toEqual([1])
    await people.check('Eva', '1111')
    tellTabs()
    expect(changes).toEqual([1])
    people.remove('Eva')
    tellTabs(null)
    expect(changes).toEqual([1, 0])
  })

  it('gain no try by asking many times at once', async () => {
    const { people } = openPeople()
    await people.add(eva, '4711')
    const tries = Array.from({ length: 10 }, (_, index) => people.check('Eva', `000${index}`))
    const answers = await Promise.all(tries)
    expect(answers.filter(({ tag }) => tag === 'wrong')).toHaveLength(2)
    expect(await people.check('Eva', '4711')).toMatchObject({ tag: 'wait' })
  })

  it('have no PIN compared where the try cannot be noted, and are let in where only its success cannot', async () => {
    const { people, room } = openPeople()
    await people.add(eva, '4711')
    room.writes = 0
    expect(await people.check('Eva', '4711')).toEqual({ tag: 'not-noted' })
    room.writes = 1
    expect(await people.check('Eva', '4711')).toEqual({ tag: 'right' })
  })

  it('are nobody where the store is denied or damaged, so that names are asked for as before', () => {
    const now = () => 0
    const denied = {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError')
      },
      setItem: () => undefined,
    }
    expect(createPeople({ storage: denied, now }).list()).toEqual([])
    const damaged = { getItem: () => '[{"name":"Eva"},7]', setItem: () => undefined }
    expect(createPeople({ storage: damaged, now }).list()).toEqual([])
  })

  it('have PINs of four to eight digits', () => {
    expect(['4711', '12345678'].every(isPin)).toBe(true)
    expect(['471', '123456789', '47 1', 'abcd', ''].some(isPin)).toBe(false)
  })
})
