/** Marks that a text is given for what it has to say; each must come back. */
const marks = ['«1»', '«2»', '«3»'] as const

type Speak = (...given: unknown[]) => string

/** Whether a text of a language takes a number: its second argument is the number as it is shown. */
function speak(text: Speak): string {
  return text(...marks)
}

/** Every text of a table under its path; functions are given marks. */
export function listTexts(table: object, path = ''): [path: string, text: string][] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]) => {
    const place = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string') return [[place, value]]
    if (typeof value === 'function') return [[place, speak(value as Speak)]]
    return listTexts(value as object, place)
  })
}

/** The paths whose text is the same in two tables. */
export function findAlike(one: object, other: object): string[] {
  const known = new Map(listTexts(other))
  return listTexts(one)
    .filter(([path, text]) => known.get(path) === text)
    .map(([path]) => path)
}
