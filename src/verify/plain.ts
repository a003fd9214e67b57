/** The text in one line, without the characters that a terminal obeys: a file could otherwise write what is read. */
export function toPlainLine(text: string): string {
  return text.replace(/[\t\n\r\p{Zl}\p{Zp}]+/gu, ' ').replace(/[\p{Cc}\p{Cf}]/gu, '')
}

/** JSON without the characters that a terminal obeys; JSON itself leaves some of them as they are. */
export function toPlainJson(value: unknown, indent = 0): string {
  const text = JSON.stringify(value, undefined, indent)
  return text.replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, escapeUnits)
}

function escapeUnits(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}
