import { afterEach, describe, expect, it, vi } from 'vitest'
import { addLanguage, createPlural, describeError } from '../../src/elements.js'
import { LimitReached, TillClosed } from '../../src/index.js'
import { clearShown, nowhere, openShown, partOf, show, textOf } from '../support/elements.js'
import { fullModels } from '../support/models.js'
import { entryOf, pretend } from '../support/pretend.js'

afterEach(clearShown)

const waiting = (count: number) => ({
  counts: { queued: count, sending: 0, settled: 0, parked: 0, voided: 0 },
})

it('an element speaks the page’s language, and follows it while it is shown', async () => {
  const till = await openShown(nowhere)
  const day = await show('counterfoil-day', { till })
  const attention = await show('counterfoil-attention', { till })
  const said = () => `${textOf(day)} ${textOf(attention)}`
  await vi.waitFor(() => {
    expect(said()).toMatch(/Download CSV.*Needs attention/)
  })
  document.documentElement.lang = 'it-IT'
  await vi.waitFor(() => {
    expect(said()).toMatch(/Scarica.*Da verificare/)
  })
  expect(said()).not.toContain('Download')
})

it('an element follows the `lang` of an element around it, and of a host of the shadow root it is in', async () => {
  const { till } = pretend({ entries: [] })
  const around = document.createElement('main')
  const host = document.createElement('div')
  const place = host.attachShadow({ mode: 'open' })
  document.body.append(around, host)
  const [one, other] = [
    await show('counterfoil-attention', { till }),
    await show('counterfoil-attention', { till }),
  ]
  around.append(one)
  place.append(other)
  for (const [lang, words] of Object.entries({
    it: 'Nulla da',
    de: 'Nichts zu klären',
    '': 'Nothing needs',
  })) {
    around.lang = lang
    await vi.waitFor(() => {
      expect(textOf(one)).toContain(words)
    })
    host.lang = lang
    await vi.waitFor(() => {
      expect(textOf(other)).toContain(words)
    })
  }
})

it('an element whose `lang` is taken away follows the page again', async () => {
  const element = await show('counterfoil-attention', { till: pretend({ entries: [] }).till, lang: 'it' })
  await vi.waitFor(() => {
    expect(textOf(element)).toContain('Nulla da')
  })
  element.removeAttribute('lang')
  await vi.waitFor(() => {
    expect(textOf(element)).toContain('Nothing needs')
  })
  document.documentElement.lang = 'de'
  await vi.waitFor(() => {
    expect(textOf(element)).toContain('Nichts zu klären')
  })
})

it('the slip in the journal follows the journal’s own language', async () => {
  const entry = entryOf('refund', fullModels.refund)
  const { till } = pretend({ entries: [entry] })
  const journal = await show('counterfoil-journal', { till, selected: entry.id, lang: 'it' })
  await vi.waitFor(() => {
    expect(textOf(partOf(journal, 'counterfoil-receipt'))).toContain('Totale')
  })
  journal.lang = 'de'
  await vi.waitFor(() => {
    expect(textOf(partOf(journal, 'counterfoil-receipt'))).toContain('Summe')
  })
})

it('the texts of an element may be `null`, as frameworks write it', async () => {
  const element = await show('counterfoil-status', { till: pretend({}).till, texts: null as never })
  await element.updateComplete
  expect(textOf(element)).toContain('0 waiting')
})

it('an element is not seen in English before its own language is loaded', async () => {
  const status = document.createElement('counterfoil-status')
  const seen: string[] = []
  const watch = new MutationObserver(() => seen.push(textOf(status)))
  status.lang = 'nl'
  status.till = pretend({ status: waiting(2) }).till
  document.body.append(status)
  if (status.shadowRoot) watch.observe(status.shadowRoot, { childList: true, subtree: true })
  await status.updateComplete
  watch.disconnect()
  expect(textOf(status)).toContain('2 wachten')
  expect(seen.join(' ')).not.toContain('waiting')
})

describe('a language of the host’s own', () => {
  it('is spoken by what is shown already, and English says what it leaves out', async () => {
    document.documentElement.lang = 'cs'
    const status = await show('counterfoil-status', { till: pretend({ status: waiting(2) }).till })
    await status.updateComplete
    expect(textOf(status)).toContain('2 waiting')
    const plural = createPlural<'one' | 'few' | 'other'>('cs', 'other')
    addLanguage('cs', {
      status: { waiting: plural({ one: '# čeká', few: '# čekají', other: '# čeká' }) },
      worker: { missing: { replay: (script) => `Odesílá se jen zde: ${script}` } },
    })
    await status.updateComplete
    expect(textOf(status)).toContain('2 čekají')
    expect(textOf(status)).toContain('Send now')
  })

  it('may be a region’s, laid over the language that comes with the package', async () => {
    addLanguage('de-AT', { list: { empty: 'Passt alles.' } })
    const { till } = pretend({ entries: [] })
    const vienna = await show('counterfoil-attention', { till, lang: 'de-AT' })
    const berlin = await show('counterfoil-attention', { till, lang: 'de-DE' })
    await vi.waitFor(() => {
      expect(textOf(vienna)).toContain('Passt alles.')
      expect(textOf(berlin)).toContain('Nichts zu klären.')
    })
    expect(textOf(vienna)).toContain('die Kasse nicht selbst abschließen kann')
  })
})

it('an error is told in the page’s language, or in the one that is asked for', async () => {
  const excess = new LimitReached('refund', { limit: 'total', max: 20, found: 30 })
  const plain = async (told: Promise<string>) => (await told).replaceAll(/\s/g, ' ')
  expect(await plain(describeError(excess))).toBe(
    'With it, €30.00 would wait on this till. The most is €20.00.',
  )
  expect(await plain(describeError(excess, { language: 'pl', currency: 'PLN' }))).toBe(
    'W tej kasie oczekiwałoby 30,00 zł. Najwyżej: 20,00 zł.',
  )
  expect(await describeError(new TillClosed('refund'), { language: 'pt-BR' })).toBe(
    'Esta caixa foi fechada. Volte a carregar a página.',
  )
  expect(await describeError(new DOMException('Bearer x', 'AbortError'), { language: 'xx' })).toContain(
    '(AbortError)',
  )
})
