type Speak = (...given: unknown[]) => string

/** What a text is given to say; a text that takes facts by name finds each of them in the first. */
const marks = [
  Object.assign(Object('<1>') as object, {
    kind: '<kind>',
    amount: '<amount>',
    cards: '<cards>',
    subject: '<subject>',
    steps: '<steps>',
    arrived: '<arrived>',
    applied: '<applied>',
    twice: '<twice>',
    lost: '<lost>',
  }),
  '<2>',
  '<3>',
]

/** Numbers that English always writes, with forms of their own in other languages. */
const numbers = [0, 5, 22, 1_000_000]

type Line = readonly [path: string, text: string | Speak]

function listLines(table: object, path = ''): Line[] {
  return Object.entries(table).flatMap(([name, value]: [string, unknown]): Line[] => {
    const place = path === '' ? name : `${path}.${name}`
    if (typeof value === 'string' || typeof value === 'function') return [[place, value as string | Speak]]
    return listLines(value as object, place)
  })
}

/** Every text of a table under its path; functions are given marks. */
export function listTexts(table: object): (readonly [path: string, text: string])[] {
  return listLines(table).map(([path, text]) => [path, typeof text === 'string' ? text : text(...marks)])
}

/** The paths whose words are the same in two tables. */
export function findAlike(one: object, other: object): string[] {
  const known = new Map(listTexts(other))
  const hasWords = (text: string) => /\p{L}/u.test(text.replaceAll(/<\w+>/g, ''))
  return listTexts(one)
    .filter(([path, text]) => known.get(path) === text && hasWords(text))
    .map(([path]) => path)
}

/** The paths whose text leaves out, for some number too, what the text of the other table says. */
export function findUnsaid(one: object, other: object): string[] {
  const models = new Map(listLines(other))
  const isLeftOut = (said: string, model: string) =>
    (model.match(/<\w+>/g) ?? []).some((mark) => !said.includes(mark)) ||
    /\b(undefined|null|NaN)\b|# /.test(said)
  return listLines(one)
    .filter(([path, text]) => {
      const model = models.get(path)
      if (typeof text !== 'function' || typeof model !== 'function') return false
      const given = [marks, ...numbers.map((number) => [number, '<2>', '<3>'])]
      return given.some((words) => !takesFacts(words, model) && isLeftOut(text(...words), model(...words)))
    })
    .map(([path]) => path)
}

/** Whether a text takes facts by name, and not these words. */
function takesFacts(words: readonly unknown[], text: Speak): boolean {
  return typeof words[0] === 'number' && /<[a-z]+>/.test(text(...marks))
}
