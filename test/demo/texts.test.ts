import { describe, expect, it } from 'vitest'
import { languageNames, languages, locales, textToLanguage, type Language } from '../../src/demo/languages.js'
import { createFormats } from '../../src/demo/register/formats.js'
import { demoTexts } from '../support/demo-texts.js'
import { findAlike, findUnsaid, listTexts } from '../support/texts.js'

const others = languages.filter((language): language is Exclude<Language, 'en'> => language !== 'en')

/** Words that are spelt as in English. */
const alike: Record<Exclude<Language, 'en'>, readonly string[]> = {
  de: ['shell.views.journal', 'shell.office.passphrase', 'shell.people.name', 'shell.people.pin'],
  fr: ['shell.views.journal', 'register.total'],
  es: ['register.total'],
  it: ['shell.office.file', 'register.fields.email', 'register.fields.pin'],
  nl: [],
  pl: [],
  pt: ['register.total'],
}

describe.each(others)('the demo’s words in %s', (language) => {
  it('are there for each English text, and differ from it', () => {
    const places = (texts: object) =>
      listTexts(texts)
        .map(([path]) => path)
        .sort()
    expect(places(demoTexts[language])).toEqual(places(demoTexts.en))
    const same = findAlike(demoTexts[language], demoTexts.en)
    expect(same.filter((path) => !alike[language].includes(path))).toEqual([])
  })

  it('say whatever they are told', () => {
    expect(findUnsaid(demoTexts[language], demoTexts.en)).toEqual([])
  })
})

it('are in the language nearest to the one asked for', () => {
  const asked = ['it', 'it-CH', 'IT', 'en-GB', 'de-AT', 'pt-BR', 'sv', '']
  expect(asked.map(textToLanguage)).toEqual(['it', 'it', 'it', 'en', 'de', 'pt', 'en', 'en'])
})

it('each language is listed by its own name', () => {
  const named = languages.map((language) =>
    new Intl.DisplayNames(locales[language], { type: 'language' }).of(language)?.toLowerCase(),
  )
  expect(languages.map((language) => languageNames[language].toLowerCase())).toEqual(named)
})

it('writes amounts and typed numbers as the language does', () => {
  const written = languages.map((language) => {
    const formats = createFormats(language)
    return [language, formats.money('12.5').replaceAll(/\s/g, ' '), formats.typed('0.125')]
  })
  expect(written).toEqual([
    ['en', '€12.50', '0.125'],
    ['de', '12,50 €', '0,125'],
    ['fr', '12,50 €', '0,125'],
    ['es', '12,50 €', '0,125'],
    ['it', '12,50 €', '0,125'],
    ['nl', '€ 12,50', '0,125'],
    ['pl', '12,50 €', '0,125'],
    ['pt', '12,50 €', '0,125'],
  ])
})
