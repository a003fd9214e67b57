import { sanitizeText } from '../elements/foreign.js'

/** What stands for a character that no code page of the printer has. */
const unknown = '?'

/** Typographic characters, in those that every printer has. */
const plain: Record<string, string> = {
  '•': '*',
  '·': '-',
  '×': 'x',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  '…': '...',
  '→': '->',
  '←': '<-',
}

/**
 * Code pages have these where other character sets have control codes: sent as text, `►¶☺☺☺` opens the drawer. An
 * encoder writes them so, even where the same code page has one a second time.
 */
const atControlCodes = /[☺☻♥♦♣♠•◘○◙♂♀♪♫☼►◄↕‼¶§▬↨↑↓→←∟↔▲▼⌂ẲẴẪỶỸỴ]/u

/** Those of them that the Latin code page has at a place of their own. */
const latinOnly = /([§¶]+)/u

/** In which code page a character may be written: any, the Latin one alone, or none. */
export function characterToPage(character: string): 'any' | 'latin' | 'none' {
  if (!atControlCodes.test(character)) return 'any'
  return latinOnly.test(character) ? 'latin' : 'none'
}

/** A text in parts, of which every second may be written in the Latin code page alone. */
export function splitByPage(text: string): string[] {
  return text.split(latinOnly)
}

/** Blanks that do not break stay whole until the line is laid out. */
const nonBreaking = /[\u00a0\u2007\u202f]/g
const blanks = /[\p{Zs}\t\n\u2028\u2029]/gu
const invisible = /[\p{Cc}\p{Cf}]/gu

/**
 * The text in characters that the printer has, one for each column. No control character is left: a name in a
 * receipt could otherwise command the printer, and open the drawer.
 */
export function toPrintable(text: string, isPrintable: (character: string) => boolean): string {
  const seen = sanitizeText(text)
    .normalize('NFC')
    .replace(nonBreaking, hold)
    .replace(blanks, (blank) => (blank === hold ? hold : ' '))
    .replace(invisible, '')
  return Array.from(seen, (character) => replaceCharacter(character, isPrintable)).join('')
}

/** The blank that does not break a line; the printer gets it as a plain one. */
const hold = '\u00a0'

/** Every blank as a plain one, for a line that is laid out. */
export function releaseBlanks(line: string): string {
  return line.replaceAll(hold, ' ')
}

function replaceCharacter(character: string, isPrintable: (character: string) => boolean): string {
  if (character === hold || /^[ -~]$/.test(character)) return character
  const known = plain[character]
  if (known !== undefined) return known
  if (isPrintable(character)) return character
  // An accent that is a character of its own, as the second one of a letter is, has no column.
  if (/\p{M}/u.test(character)) return ''
  // A letter loses its accent rather than be lost, and a wide form becomes the usual one.
  const simple = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return simple !== '' && Array.from(simple).every((part) => part !== unknown && isPrintable(part))
    ? simple
    : unknown
}
