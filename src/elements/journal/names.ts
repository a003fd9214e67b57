import type { NameTexts } from '../texts/names.js'

/** The label of a field; an unknown name is shown unchanged. */
export function nameToWords(name: string, names: NameTexts): string {
  return Object.hasOwn(names, name) ? names[name as keyof NameTexts] : name
}
