import { textToLanguage, type Language } from '../languages.js'

/** What the demo remembers of whoever uses it; nothing of the till itself. */
export interface Preferences {
  language: Language
  /** Who is at the till, for as long as the tab is open. */
  operator: string
  /** Training ends with the tab, so that nobody comes back to a till that only pretends. */
  isTraining: boolean
}

const places = { language: 'localStorage', operator: 'sessionStorage', isTraining: 'sessionStorage' } as const
const prefix = 'counterfoil-demo:'

/** Reads what is remembered; where the browser remembers nothing, its own language counts. */
export function readPreferences(): Preferences {
  return {
    language: textToLanguage(read('language') ?? navigator.language),
    operator: read('operator') ?? '',
    isTraining: read('isTraining') === 'yes',
  }
}

/** Remembers one of them, if the browser lets the page remember anything. */
export function remember(name: keyof Preferences, value: string): void {
  try {
    globalThis[places[name]].setItem(`${prefix}${name}`, value)
  } catch {
    // Denied or full: it counts until the page is loaded again.
  }
}

function read(name: keyof Preferences): string | undefined {
  try {
    return globalThis[places[name]].getItem(`${prefix}${name}`) ?? undefined
  } catch {
    return undefined
  }
}
