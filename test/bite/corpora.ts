import type { PlantedFault } from './fault.js'

/** What the suites of others notice. */
export const corpora: readonly PlantedFault[] = [
  {
    name: 'a comma too many is forgiven in a reply',
    file: 'src/decide/classify.ts',
    from: 'isCut ? undefined : JSON.parse(text)',
    to: "isCut ? undefined : JSON.parse(text.replace(/,\\s*([\\]}])/g, '$1'))",
    test: 'test/corpora/json.test.ts',
  },
  {
    name: 'a key is sent without its quotes',
    file: 'src/transport/send.ts',
    from: '[keyHeader]: `"${key}"`',
    to: '[keyHeader]: key',
    test: 'test/corpora/structured-fields.test.ts',
  },
  {
    name: 'a key may have a tab in it',
    file: 'src/service/keys.ts',
    from: '"((?:[\\x20\\x21',
    to: '"((?:[\\t\\x20\\x21',
    test: 'test/corpora/structured-fields.test.ts',
  },
  {
    name: 'a backslash stays in a key',
    file: 'src/sandbox/keys.ts',
    from: "quoted?.replace(/\\\\([\"\\\\])/g, '$1')",
    to: 'quoted',
    test: 'test/corpora/structured-fields.test.ts',
  },
  {
    name: 'a day of one digit is read in a date',
    file: 'src/domain/http-date.ts',
    from: '^${shortDay}, (?<day>\\\\d\\\\d) ',
    to: '^${shortDay}, (?<day>\\\\d\\\\d?) ',
    test: 'test/corpora/dates.test.ts',
  },
  {
    name: 'the sandbox reads whatever looks like a date',
    file: 'src/sandbox/conditions.ts',
    from: 'readDate(header)',
    to: 'Date.parse(header) || undefined',
    test: 'test/corpora/dates.test.ts',
  },
  {
    name: 'a misspelt weak tag counts as strong',
    file: 'src/service/conditions.ts',
    from: 'matches(ifMatch, version, listStrongTags)',
    to: 'matches(ifMatch, version, listTags)',
    test: 'test/corpora/conditions.test.ts',
  },
  {
    name: 'what is negative is rounded as if it were not',
    file: 'src/domain/decimal.ts',
    from: '(this.#units < 0n ? -step : step) / 2n',
    to: 'step / 2n',
    test: 'test/corpora/decimals.test.ts',
  },
  {
    name: 'a quote in a cell ends it',
    file: 'src/domain/day-csv.ts',
    from: `.replaceAll('"', '""')`,
    to: '',
    test: 'test/corpora/csv.test.ts',
  },
  {
    name: 'a name of pictures commands the printer',
    file: 'src/escpos/characters.ts',
    from: "if (!atControlCodes.test(character)) return 'any'",
    to: "if (character !== '') return 'any'",
    test: 'test/corpora/naughty.test.ts',
  },
  {
    name: 'letters are made alike before they are saved',
    file: 'src/journal/queue/append.ts',
    from: 'const text = JSON.stringify(draft.request)',
    to: "const text = JSON.stringify(draft.request).normalize('NFKC')",
    test: 'test/corpora/naughty.test.ts',
  },
]
