import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Language } from '../../src/demo/languages.js'
import type { LooseDraft } from '../../src/demo/register/drafts.js'
import { formKinds } from '../../src/demo/register/forms.js'
import { createKeeper } from '../../src/demo/register/unfinished.js'
import type { Register } from '../../src/demo/register/register.js'
import type { OperationKind, Till } from '../../src/index.js'
import {
  choose,
  focusedId,
  kept,
  mount,
  newest,
  part,
  prepareCounter,
  refund,
  said,
  testPart,
  type,
  untilLeft,
} from '../support/counter.js'
import { nowhere, openShown } from '../support/elements.js'

prepareCounter()

const card = '9001000000000042'

/** What the till has of a form that was not rung up. */
async function readDraft(till: Till, kind: string): Promise<unknown> {
  return (await till.drafts.read(`register/${kind}`))?.draft
}

async function untilSaved(till: Till, kind: string, draft: object): Promise<void> {
  await vi.waitFor(async () => {
    expect(await readDraft(till, kind)).toMatchObject(draft)
  })
}

async function untilDropped(till: Till, kind: string): Promise<void> {
  await vi.waitFor(async () => {
    expect(await readDraft(till, kind)).toBeUndefined()
  })
}

/** Loads the page anew, as after a crash: nothing of the old one is there but what the till has. */
function reload(till: Till, register: Register, language: Language = 'en'): Register {
  register.stop()
  document.body.replaceChildren()
  return mount(till, language)
}

/** Loads the page anew on another view: the register is not in the page yet. */
function reloadElsewhere(till: Till, register: Register): Register {
  const next = reload(till, register)
  document.body.replaceChildren()
  return next
}

describe('what was typed and not rung up', () => {
  it.each<Language>(['en', 'it'])('is there after the page was lost, in %s', async (language) => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await type(`${card}{Tab}4711{Tab}Scarf{Tab}12.5`)
    await untilSaved(till, 'refund', { lines: [{ name: 'Scarf', price: '12.5' }] })
    reload(till, register, language)
    await vi.waitFor(() => {
      expect(part('#refund-card').value).toBe(card)
    })
    expect(part('#refund-lines-1-name').value).toBe('Scarf')
    expect(part('#refund-lines-1-price').value).toBe(language === 'en' ? '12.5' : '12,5')
    await vi.waitFor(() => {
      expect(said('scan-announcer')).toMatch(
        language === 'en' ? /^Not entered yet/ : /^Non ancora registrato/,
      )
    })
    part('#refund-lines-1-price').focus()
    await type('{Enter}')
    await kept(language)
    expect(await newest(till)).toMatchObject({ amount: 12.5 })
    await untilDropped(till, 'refund')
  })

  it('is there to the last key where the register is built anew in the same moment', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await type('900100000000')
    await untilSaved(till, 'refund', { fields: { card: '900100000000' } })
    part('#refund-card').value = card
    part('#refund-card').dispatchEvent(new InputEvent('input', { bubbles: true }))
    reload(till, register, 'it')
    await vi.waitFor(() => {
      expect(part('#refund-card').value).toBe(card)
    })
  })

  it('is left alone by a register that was stopped', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await type(card)
    await untilSaved(till, 'refund', { fields: { card } })
    const field = part('#refund-card')
    register.stop()
    await untilLeft(till)
    field.value = ''
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    reload(till, register)
    await vi.waitFor(() => {
      expect(part('#refund-card').value).toBe(card)
    })
  })

  it('is shown on its own tab, with its cursor where something is missing', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await choose('migrate')
    await type('9001000000000058')
    await untilSaved(till, 'migrate', { fields: { oldCard: '9001000000000058' } })
    reload(till, register)
    await vi.waitFor(() => {
      expect(focusedId()).toBe('migrate-newCard')
    })
    expect(testPart('ring-up').textContent).toBe('Replace card')
  })

  it('never holds a secret, and a secret alone is nothing', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await choose('associate')
    part('#associate-pin').focus()
    await type('471')
    await untilSaved(till, 'associate', { fields: {} })
    expect(JSON.stringify(await readDraft(till, 'associate'))).not.toContain('471')
    reload(till, register)
    await untilDropped(till, 'associate')
    expect(part('#associate-pin').value).toBe('')
  })

  it('goes with Clear, and after it came back too', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await type(card)
    await untilSaved(till, 'refund', { fields: { card } })
    testPart('clear').click()
    await untilDropped(till, 'refund')
    await type(card)
    await untilSaved(till, 'refund', { fields: { card } })
    reload(till, register)
    await vi.waitFor(() => {
      expect(part('#refund-card').value).toBe(card)
    })
    testPart('clear').click()
    await untilDropped(till, 'refund')
    expect(part('#refund-card').value).toBe('')
  })

  it('is not offered again if the page ended right after it was saved', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await refund(card)
    await kept()
    const { id } = await newest(till)
    register.stop()
    await untilLeft(till)
    const line = { name: 'Scarf', price: '12.50', quantity: '1' }
    await till.drafts.save('register/refund', { id, fields: { card }, lines: [line], payments: [] })
    reload(till, register)
    await kept()
    expect(part('#refund-card').value).toBe('')
    expect(await till.entries()).toHaveLength(1)
    await untilDropped(till, 'refund')
  })

  it('is there, with Example disabled, where the page was loaded on another view', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await choose('migrate')
    await type('9001000000000058')
    await untilSaved(till, 'migrate', { fields: { oldCard: '9001000000000058' } })
    const { element } = reloadElsewhere(till, register)
    const field = element.querySelector<HTMLInputElement>('#migrate-oldCard')
    await vi.waitFor(() => {
      expect(field?.value).toBe('9001000000000058')
    })
    document.body.append(element)
    await vi.waitFor(() => {
      expect(said('scan-announcer')).toMatch(/^Not entered yet/)
    })
    expect(part('#tab-migrate').ariaSelected).toBe('true')
    expect(testPart('example')).toHaveProperty('disabled', true)
  })

  it('is told as saved where the page was loaded on another view right after it was saved', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await refund(card)
    await kept()
    const { id } = await newest(till)
    register.stop()
    await untilLeft(till)
    const line = { name: 'Scarf', price: '12.50', quantity: '1' }
    await till.drafts.save('register/refund', { id, fields: { card }, lines: [line], payments: [] })
    const { element } = reloadElsewhere(till, register)
    await untilDropped(till, 'refund')
    document.body.append(element)
    await kept()
  })

  it('keeps the id of its operation, so that two windows make one entry', async () => {
    const till = await openShown(nowhere)
    const register = mount(till)
    await type(`${card}{Enter}5`)
    await untilSaved(till, 'refund', { lines: [{ price: '5' }] })
    const draft = (await readDraft(till, 'refund')) as { id: string }
    reload(till, register)
    await vi.waitFor(() => {
      expect(part('#refund-lines-1-price').value).toBe('5')
    })
    testPart('ring-up').click()
    await kept()
    expect((await newest(till)).id).toBe(draft.id)
  })

  it('that nobody can read leaves the register as it is', async () => {
    const till = await openShown(nowhere)
    await till.drafts.save('register/refund', { of: 'another release' })
    mount(till)
    await refund(card)
    await kept()
    expect(await till.entries()).toHaveLength(1)
  })
})

describe('the example', () => {
  it('erases nothing that a person has typed, and gives way to another example', async () => {
    mount(await openShown(nowhere))
    await type(`${card}{Tab}{Tab}Scarf{Tab}12.5`)
    testPart('example').click()
    expect(part('#refund-card').value).toBe(card)
    expect(testPart('example')).toHaveProperty('disabled', true)
    testPart('clear').click()
    const seen = new Set<string>()
    await vi.waitFor(() => {
      testPart('example').click()
      seen.add(part('#refund-card').value)
      expect(seen.size).toBeGreaterThan(2)
    })
    part('#refund-card').focus()
    await type('9')
    expect(testPart('example')).toHaveProperty('disabled', true)
  })
})

/** A window of the till, with forms that hold what a test puts into them. */
function openWindow(till: Till, session?: string) {
  const name = `counterfoil-demo:slot:${till.name}`
  // Each window has a session storage of its own.
  if (session === undefined) sessionStorage.removeItem(name)
  else sessionStorage.setItem(name, session)
  const drafts = new Map<OperationKind, LooseDraft>()
  const ids = new Map<OperationKind, string>()
  const blank: LooseDraft = { fields: {}, lines: [], payments: [] }
  const desks = Object.fromEntries(
    formKinds.map((kind) => {
      ids.set(kind, crypto.randomUUID())
      const form = {
        kind,
        isBlank: () => !drafts.has(kind),
        read: () => drafts.get(kind) ?? blank,
        fill: (draft: LooseDraft) => Promise.resolve(void drafts.set(kind, draft)),
      }
      return [kind, { form, attempt: { id: () => ids.get(kind), resume: (id: string) => ids.set(kind, id) } }]
    }),
  ) as unknown as Parameters<typeof createKeeper>[1]
  const keeper = createKeeper(till, desks)
  windows.push(keeper)
  let number: string | undefined
  return {
    async begin() {
      const restored = await keeper.restore()
      number = sessionStorage.getItem(name) ?? undefined
      return restored
    },
    async close() {
      keeper.stop()
      // The browser lets go of what a window held in its own time.
      await navigator.locks.request(`${name}:${number ?? ''}`, () => undefined)
    },
    id: () => ids.get('refund'),
    card: () => drafts.get('refund')?.fields.card,
    /** The card field of the refund; without a card the form is cleared. */
    async type(typed?: string) {
      if (typed === undefined) drafts.delete('refund')
      else drafts.set('refund', { ...blank, fields: { card: typed } })
      keeper.note()
      await vi.waitFor(async () => {
        const saved = await Promise.all(places.map((place) => till.drafts.read(place)))
        const ours = saved.map((one) => one?.draft as { id: string; fields: object } | undefined)
        expect(ours.find((one) => one?.id === ids.get('refund'))?.fields).toEqual(
          typed === undefined ? undefined : { card: typed },
        )
      })
    },
    session: () => number,
  }
}

const places = ['register/refund', 'register/1/refund', 'register/2/refund', 'register/3/refund']
const windows: { stop(): void }[] = []
afterEach(() => {
  for (const window of windows.splice(0)) window.stop()
})

describe('two windows of one till', () => {
  it('keep their drafts apart, through a reload and where one of them is cleared', async () => {
    const till = await openShown(nowhere)
    const one = openWindow(till)
    await one.begin()
    const two = openWindow(till)
    expect(await two.begin()).toBeUndefined()
    await one.type('D')
    await two.type('C')
    await one.close()
    const again = openWindow(till, one.session())
    expect(await again.begin()).toMatchObject({ tag: 'draft', kind: 'refund' })
    expect([again.card(), again.id()]).toEqual(['D', one.id()])
    await again.type()
    await two.close()
    const after = openWindow(till)
    await after.begin()
    expect([after.card(), after.id()]).toEqual(['C', two.id()])
  })

  it('never share one draft, also if one window was duplicated from the other', async () => {
    const till = await openShown(nowhere)
    const one = openWindow(till)
    await one.begin()
    await one.type('D')
    const copy = openWindow(till, one.session())
    expect(await copy.begin()).toBeUndefined()
    expect(copy.card()).toBeUndefined()
    await copy.type('C')
    expect(copy.id()).not.toBe(one.id())
    await one.close()
    const next = openWindow(till)
    await next.begin()
    expect(next.card()).toBe('D')
  })
})
