import { english } from './english.js'
import { italian } from './italian.js'
import type { Texts, TextsChange } from './texts.js'

const builtIn: Record<string, Texts> = { en: english, it: italian }

/** The texts of a language, with the host's own laid over them; English where there is none. */
export function findTexts(language: string, change: TextsChange = {}): Texts {
  const texts = builtIn[language.toLowerCase().split('-')[0] ?? ''] ?? english
  const groups = Object.entries(texts).map(([name, group]: [string, object]) => [
    name,
    { ...group, ...change[name as keyof Texts] },
  ])
  return Object.fromEntries(groups) as Texts
}
