import { describe, expect, it } from 'vitest'
import { createRules } from '../../src/domain/rules.js'
import { findFailures } from '../../src/domain/validate.js'
import { failureToKind } from '../../src/elements/failure-words.js'
import {
  addLanguage,
  findTexts,
  isLoaded,
  languages,
  loadLanguage,
} from '../../src/elements/texts/languages.js'
import { findAlike, listTexts } from '../support/texts.js'

await Promise.all(languages.map(loadLanguage))

/** Words that are spelt as in English, by the part of their path that tells them. */
const alike: Record<string, readonly string[]> = {
  it: ['slip.notice', 'journal.no', 'csv.no', 'names.AuthorizationPin', 'names.CustomerBasePartnerID'],
}
const everywhere = ['slip.notice', 'status.pauseOf', 'form.item', 'day.missingAmount', 'names.Token']

describe.each(languages.filter((language) => language !== 'en'))('the words in %s', (language) => {
  const texts = findTexts(language)

  it('are there for each English text, and differ from it', () => {
    expect(listTexts(texts).map(([path]) => path)).toEqual(listTexts(findTexts('en')).map(([path]) => path))
    const allowed = [...everywhere, ...(alike[language] ?? [])]
    expect(findAlike(texts, findTexts('en')).filter((path) => !allowed.includes(path))).toEqual([])
  })
})
