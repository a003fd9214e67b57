const shownMax = 1_000

// Controls, and the marks by which a text could turn the words around it about; tabs and line ends stay.
// eslint-disable-next-line no-control-regex
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Text from outside in a safe form: limited in length, and without characters that turn text around. */
export function sanitizeText(text: string): string {
  const begun = text.slice(0, 2 * shownMax).replace(unseen, '')
  return begun.length > shownMax || text.length > 2 * shownMax ? `${begun.slice(0, shownMax)}…` : begun
}
