import { readFileSync, writeFileSync } from 'node:fs'
import { format } from 'prettier'
import { expect, it } from 'vitest'
import { isPostgresMissing } from '../../service/postgres-server.js'
import { listFindings, tryService } from '../support.js'
import { columns } from './columns.js'
import { drawMatrix } from './matrix.js'

const guide = 'docs/conform.md'

/** The table of a guide that begins with this word. */
function findTable(text: string, word: string): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(`| ${word} `))
  const until = lines.findIndex((line, index) => index > from && !line.startsWith('|'))
  return lines.slice(from, until).join('\n')
}

function writeMatrix(matrix: string): void {
  const text = readFileSync(guide, 'utf8')
  const dated = text.replace(/(?<=Of )\d{4}-\d\d-\d\d(?=:)/, new Date().toISOString().slice(0, 10))
  writeFileSync(
    guide,
    dated.replace(findTable(text, 'check'), () => matrix),
  )
}

it.skipIf(isPostgresMissing())('the guide shows what each service passes and fails', async () => {
  const tried = await Promise.all(
    columns.map(async ({ name, start }) => {
      const { url, config } = await start()
      return { name, outcome: await tryService(url, config) }
    }),
  )
  const matrix = (await format(drawMatrix(tried), { parser: 'markdown', printWidth: 110 })).trim()
  for (const { name, outcome } of tried)
    console.log(`${name}: ${listFindings(outcome).join(', ') || 'nothing'}`)
  console.log(matrix)
  expect(tried.map(({ outcome }) => outcome.broken)).toEqual(columns.map(() => undefined))
  if (process.env.WRITE) writeMatrix(matrix)
  expect(findTable(readFileSync(guide, 'utf8'), 'check')).toBe(matrix)
})
