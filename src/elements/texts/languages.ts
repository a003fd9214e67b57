import { english } from './english.js'
import type { Texts, TextsChange } from './texts.js'

/** The languages beside English; each is loaded when it is first needed. */
const loaders: Readonly<Record<string, () => Promise<Texts>>> = {
  de: async () => (await import('./german/german.js')).german,
  es: async () => (await import('./spanish/spanish.js')).spanish,
  fr: async () => (await import('./french/french.js')).french,
  it: async () => (await import('./italian/italian.js')).italian,
  nl: async () => (await import('./dutch/dutch.js')).dutch,
  pl: async () => (await import('./polish/polish.js')).polish,
  pt: async () => (await import('./portuguese/portuguese.js')).portuguese,
}

const loaded = new Map<string, Texts>([['en', english]])
const loading = new Map<string, Promise<void>>()
const added = new Map<string, TextsChange>()
const watchers = new Set<() => void>()

/** The languages that come with the package. */
export const languages: readonly string[] = ['en', ...Object.keys(loaders)]

/** Whether nothing has to be loaded to show a language. */
export function isLoaded(language: string): boolean {
  const base = tagToBase(language)
  return loaded.has(base) || !Object.hasOwn(loaders, base)
}

/** Loads the texts of a language; a language that does not come with the package needs no loading. */
export function loadLanguage(language: string): Promise<void> {
  const base = tagToBase(language)
  const load = loaders[base]
  if (!load || isLoaded(base)) return Promise.resolve()
  const running = loading.get(base)
  if (running) return running
  const started = load()
    .then((texts) => {
      loaded.set(base, texts)
    })
    .finally(() => {
      loading.delete(base)
    })
  loading.set(base, started)
  return started
}

/**
 * Adds a language, or changes texts of one that is there, for all elements of the page. Texts that are not given are
 * those of the package's own language of this name, otherwise English.
 */
export function addLanguage(language: string, texts: TextsChange): void {
  added.set(language.toLowerCase(), texts)
  for (const notify of watchers) notify()
}

/** Calls back whenever a language is added. */
export function watchLanguages(notify: () => void): () => void {
  watchers.add(notify)
  return () => {
    watchers.delete(notify)
  }
}

/** The texts of a loaded language, with the host's own laid over them; English where there is none. */
export function findTexts(language: string, change?: TextsChange): Texts {
  const base = tagToBase(language)
  const tag = language.toLowerCase()
  const changes = [added.get(base), tag === base ? undefined : added.get(tag), change]
  return changes.reduce<Texts>(layTexts, loaded.get(base) ?? english)
}

function tagToBase(language: string): string {
  return language.toLowerCase().split('-')[0] ?? ''
}

/** Lays a change over a table, at every depth; a text that is not given stays. */
function layTexts<Table extends object>(table: Table, change: object | undefined): Table {
  if (!change) return table
  const given = change as Readonly<Record<string, unknown>>
  const lines = Object.entries(table).map(([name, text]: [string, unknown]) => {
    const other = Object.hasOwn(given, name) ? given[name] : undefined
    return [name, isTable(text) && isTable(other) ? layTexts(text, other) : (other ?? text)]
  })
  return Object.fromEntries(lines) as Table
}

function isTable(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
