import { describe, expect, it } from 'vitest'
import { languages, textToLanguage } from '../../../src/demo/languages.js'
import { shellTexts } from '../../../src/demo/shell/texts.js'

/** Every text of a table under its path; functions are asked with marks that must come back. */
function listTexts(table: object, path = ''): [path: string, text: string][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const place = `${path}.${name}`
    if (typeof value === 'string') return [[place, value]]
    if (typeof value === 'function')
      return [[place, (value as (...marks: string[]) => string)('<1>', '<2>', '<3>')]]
    return listTexts(value as object, place)
  })
}

describe('the words of the frame', () => {
  it('are there in each language, and differ', () => {
    const [english, italian] = languages.map((language) => listTexts(shellTexts[language]))
    expect(english?.map(([path]) => path)).toEqual(italian?.map(([path]) => path))
    const names = ['.title', '.office.languages.en', '.office.languages.it', '.office.file']
    const same = english?.filter(
      ([path, text], index) => !names.includes(path) && italian?.[index]?.[1] === text,
    )
    expect(same).toEqual([])
  })

  it('say whatever they are told', () => {
    for (const language of languages) {
      const told = listTexts(shellTexts[language]).filter(([, text]) => text.includes('<'))
      expect(told.length).toBeGreaterThan(8)
      expect(told.filter(([, text]) => /\b(undefined|null)\b/.test(text))).toEqual([])
    }
  })

  it('are in the language nearest to the one asked for', () => {
    expect(['it', 'it-CH', 'IT', 'en-GB', 'de', ''].map(textToLanguage)).toEqual([
      'it',
      'it',
      'it',
      'en',
      'en',
      'en',
    ])
  })
})
