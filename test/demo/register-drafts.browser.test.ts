import { describe, expect, it, vi } from 'vitest'
import type { Language } from '../../src/demo/languages.js'
import type { Register } from '../../src/demo/register/register.js'
import type { Till } from '../../src/index.js'
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
    await untilDropped(till, 'refund')
    const line = { name: 'Scarf', price: '12.50', quantity: '1' }
    await till.drafts.save('register/refund', { id, fields: { card }, lines: [line], payments: [] })
    reload(till, register)
    await kept()
    expect(part('#refund-card').value).toBe('')
    expect(await till.entries()).toHaveLength(1)
    await untilDropped(till, 'refund')
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
    await new Promise((resolve) => setTimeout(resolve, 100))
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
