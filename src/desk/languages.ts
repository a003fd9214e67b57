import { languages as elementLanguages } from '../elements/texts/languages.js'
import { dutch } from './texts/dutch.js'
import { english } from './texts/english.js'
import { french } from './texts/french.js'
import { german } from './texts/german.js'
import { italian } from './texts/italian.js'
import { polish } from './texts/polish.js'
import { portuguese } from './texts/portuguese.js'
import { spanish } from './texts/spanish.js'
import type { PageTexts } from './texts/texts.js'

/** What the page says, by language; all of it is in the one file. */
export const pageTexts: Readonly<Record<string, PageTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
  it: italian,
  nl: dutch,
  pl: polish,
  pt: portuguese,
}

/** The languages that a person may choose. */
export const languages = elementLanguages

/** The texts of a language tag; English where there are none. */
export function findPageTexts(tag: string): PageTexts {
  return pageTexts[tagToLanguage(tag)] ?? english
}

/** The language of a tag, without its region. */
export function tagToLanguage(tag: string): string {
  return tag.toLowerCase().split('-')[0] ?? ''
}

/** The first wanted tag that the page speaks, with its region, by which times and amounts are written. */
export function pickTag(wanted: readonly string[]): string {
  return wanted.find((tag) => languages.includes(tagToLanguage(tag))) ?? 'en'
}

/** A language by its own name. */
export function nameLanguage(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language
  return `${name.charAt(0).toLocaleUpperCase(language)}${name.slice(1)}`
}
