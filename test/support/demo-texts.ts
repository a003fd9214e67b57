import { languages, type Language } from '../../src/demo/languages.js'
import { loadTexts } from '../../src/demo/texts.js'
import type { DemoTexts } from '../../src/demo/texts/texts.js'

/** The demo’s texts in each language. */
export const demoTexts = Object.fromEntries(
  await Promise.all(languages.map(async (language) => [language, await loadTexts(language)] as const)),
) as Record<Language, DemoTexts>
