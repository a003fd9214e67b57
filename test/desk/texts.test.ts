import { describe, expect, it } from 'vitest'
import { nameLanguage, languages, pageTexts, pickTag } from '../../src/desk/languages.js'
import { findAlike, findUnsaid, listTexts } from '../support/texts.js'

const { en: english = {}, ...others } = pageTexts

it('the page speaks the languages of the elements', () => {
  expect(Object.keys(pageTexts).sort()).toEqual([...languages].sort())
  expect(languages.map(nameLanguage)).toContain('Français')
})

it('the page takes the first language of the browser that it speaks, with its region', () => {
  expect(pickTag(['ja', 'pt-BR', 'en'])).toBe('pt-BR')
  expect(pickTag(['ja'])).toBe('en')
})

describe.each(Object.entries(others))('the words of the page in %s', (_language, texts) => {
  it('are there for each English text, and differ from it', () => {
    const places = (table: object) => listTexts(table).map(([path]) => path)
    expect(places(texts).sort()).toEqual(places(english).sort())
    expect(findAlike(texts, english)).toEqual([])
  })

  it('say all they are told, for every number', () => {
    expect(findUnsaid(texts, english)).toEqual([])
  })

  it('are short sentences, without a semicolon or a dash between two', () => {
    expect(listTexts(texts).filter(([, text]) => /;| [–—] /.test(text))).toEqual([])
  })
})
