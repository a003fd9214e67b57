import { textToLanguage, type Language } from '../languages.js'

/** What the demo stores about its user. */
export interface Preferences {
  language: Language
  /** The operator, stored until the tab is closed. */
  operator: string
  /** Stored until the tab is closed, so that training does not go on unnoticed the next day. */
  isTraining: boolean
}

const places = { language: 'localStorage', operator: 'sessionStorage', isTraining: 'sessionStorage' } as const
const prefix = 'counterfoil-demo:'

/** Reads the preferences; the default language is the browser's own. */
export function readPreferences(): Preferences {
  return {
    language: textToLanguage(read('language') ?? navigator.language),
    operator: read('operator') ?? '',
    isTraining: read('isTraining') === 'yes',
  }
}

/** Stores one preference; returns whether the browser allowed it. */
export function remember(name: keyof Preferences, value: string): boolean {
  try {
    globalThis[places[name]].setItem(`${prefix}${name}`, value)
    return true
  } catch {
    // If storage is denied or full, the preference lasts until the page is reloaded.
    return false
  }
}

function read(name: keyof Preferences): string | undefined {
  try {
    return globalThis[places[name]].getItem(`${prefix}${name}`) ?? undefined
  } catch {
    return undefined
  }
}
