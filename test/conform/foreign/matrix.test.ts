import { readFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, it } from 'vitest'
import { listFindings, tryService } from '../support.js'
import { columns } from './columns.js'
import { drawMatrix } from './matrix.js'

/** The table of a guide that begins with this word. */
function findTable(text: string, word: string): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${word} `))
  const until = lines.findIndex((line, index) => index > from && !line.startsWith('|'))
  return lines.slice(from, until).join('\n')
}

it('the guide shows what each service passes and fails', async () => {
  const tried = await Promise.all(
    columns.map(async ({ name, start, config }) => ({
      name,
      outcome: await tryService(await start(), config),
    })),
  )
  const matrix = (await format(drawMatrix(tried), { parser: 'markdown', printWidth: 110 })).trim()
  for (const { name, outcome } of tried)
    console.log(`${name}: ${listFindings(outcome).join(', ') || 'nothing'}`)
  console.log(matrix)
  expect(tried.map(({ outcome }) => outcome.broken)).toEqual(columns.map(() => undefined))
  expect(findTable(readFileSync('docs/conform.md', 'utf8'), 'check')).toBe(matrix)
})
