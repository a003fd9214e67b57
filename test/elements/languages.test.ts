import { describe, expect, it } from 'vitest'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { failureToKind } from '../../src/elements/failure-words.js'
import { findTexts, languages, loadLanguage } from '../../src/elements/texts/languages.js'
import { findAlike, findUnsaid, listTexts } from '../support/texts.js'

await Promise.all(languages.map(loadLanguage))

const others = languages.filter((language) => language !== 'en')
const english = findTexts('en')

/** Words that are spelt as in English. */
const alike: Record<string, readonly string[]> = {
  de: ['names.Token', 'status.pause', 'status.details'],
  fr: ['slip.date', 'slip.total'],
  es: ['csv.no', 'journal.no', 'fields.Total', 'names.Token', 'names.Total', 'slip.total'],
  it: [
    'csv.no',
    'fields.Password',
    'journal.no',
    'names.AuthorizationPin',
    'names.CustomerBasePartnerID',
    'names.EMail',
    'names.Email',
    'names.Password',
    'names.Token',
  ],
  nl: ['fields.Code', 'names.Code', 'names.Token', 'names.Zip'],
  pl: ['names.Token'],
  pt: ['fields.Total', 'names.Token', 'names.Total', 'slip.total'],
}

const wrongBodies = [
  { StoredValueCardCodeCollection: [{ StoredValueCardCode: 7 }], StoredValueCardReceipt: { Total: 'five' } },
  { Strange: 1 },
  {
    StoredValueCardCodeCollection: [{ StoredValueCardCode: 'A' }],
    StoredValueCardReceipt: { Total: 7, Payments: [{ Amount: 5 }] },
  },
]

describe.each(others)('the words in %s', (language) => {
  const texts = findTexts(language)

  it('are there for each English text, and differ from it', () => {
    const places = (table: object) =>
      listTexts(table)
        .map(([path]) => path)
        .sort()
    expect(places(texts)).toEqual(places(english))
    expect(findAlike(texts, english).filter((path) => !alike[language]?.includes(path))).toEqual([])
  })

  it('say whatever they are told, for every number', () => {
    expect(findUnsaid(texts, english)).toEqual([])
  })

  it('of a loss name its time behind a colon, as it may be of another day', () => {
    for (const { what } of [texts.loss.replaced, texts.loss['set-back']]) expect(what('§')).toMatch(/:\s§\.$/)
  })

  it('are short sentences, without a semicolon or a dash between two', () => {
    const long = listTexts(texts).filter(([, text]) => /;| [–—] /.test(text))
    expect(long).toEqual([])
  })

  it('say what is wrong with a field without the till’s English', () => {
    const wrong = wrongBodies.flatMap((body) => findFailures('refund', body, createRules()))
    expect(wrong.length).toBeGreaterThan(4)
    for (const failure of wrong) {
      const said = texts.failures[failureToKind(failure)](failure.expected, failure.found)
      expect(said).not.toContain(failure.expected)
      expect(said).not.toContain(failure.found)
    }
  })
})

it('counts in Polish as Poles do', () => {
  const { count } = findTexts('pl').journal
  expect([0, 1, 2, 5, 22].map((number) => count(number, String(number)))).toEqual([
    '0 operacji',
    '1 operacja',
    '2 operacje',
    '5 operacji',
    '22 operacje',
  ])
})
