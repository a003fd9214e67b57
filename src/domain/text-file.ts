/** The bytes of a file that can be written as text, such as a Buffer of Node. */
interface TextBytes {
  readonly [index: number]: number
  toString: (encoding: 'utf8' | 'utf16le') => string
}

/** The text of a file in UTF-8, or in UTF-16 behind the mark FF FE, as PowerShell writes it. */
export function decodeText(bytes: TextBytes): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  return dropMark(bytes.toString(isUtf16 ? 'utf16le' : 'utf8'))
}

/** The text without the mark that editors and shells of Windows put in front. */
export function dropMark(text: string): string {
  return text.replace(/^\uFEFF/, '')
}
