/** Normalises a card's code: codes with the same result are one card. */
export type CardReader = (code: string) => string

/** The default reading of a card's code: without surrounding blanks, with composed characters. */
export function readPlainly(code: string): string {
  return code.trim().normalize('NFC')
}

/** The host's reading of a card's code; the default reading if the host's function fails. */
export function readCard(code: string, reader: CardReader = readPlainly): string {
  const plain = readPlainly(code)
  if (plain === '' || reader === readPlainly) return plain
  try {
    const read: unknown = reader(code)
    return typeof read === 'string' && read.trim() !== '' ? read : plain
  } catch {
    // The check of the operation has named the card that the function could not read.
    return plain
  }
}

/** Whether the host's function returns a code. */
export function isReadable(code: string, reader: CardReader): boolean {
  if (readPlainly(code) === '') return true
  try {
    const read: unknown = reader(code)
    return typeof read === 'string' && read.trim() !== ''
  } catch {
    // The caller names the card that the function could not read.
    return false
  }
}
