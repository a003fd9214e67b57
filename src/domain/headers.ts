/** Whether a text is the name of a header, as `fetch` accepts it. */
export function isHeaderName(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~\dA-Za-z]+$/.test(text)
}

/** The names of headers are the same in any case; two that are missing are the same too. */
export function isSameHeader(one: string | undefined, other: string | undefined): boolean {
  return one?.toLowerCase() === other?.toLowerCase()
}

/** Characters that end a header's line, or its request. */
const breaks = ['\0', '\n', '\r']

/** Whether `fetch` accepts a value: surrounding blanks do not count, and each character is one byte. */
function isSendableValue(value: string): boolean {
  const inner = value.replace(/^[\t\n\r ]+|[\t\n\r ]+$/g, '')
  return Array.from(inner).every((character) => !breaks.includes(character) && character <= '\u00ff')
}

/** The name of the first header that cannot be sent; never its value, which may be secret. */
export function findUnsendable(headers: Readonly<Record<string, unknown>>): string | undefined {
  for (const [name, value] of Object.entries(headers)) {
    if (!isHeaderName(name)) return 'an invalid header name'
    if (!isSendableValue(String(value))) return name
  }
  return undefined
}
