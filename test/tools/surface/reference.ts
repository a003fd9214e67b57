import type { Declaration, Surface } from './declarations.js'
import { toCode } from './report.js'

const groups: Record<Declaration['kind'], string> = {
  function: 'Functions',
  class: 'Classes',
  constant: 'Constants',
  type: 'Types',
}

/** Every public export with its signature and what is said of it, for people. */
export function surfacesToReference(surfaces: readonly Surface[]): string {
  return [
    '# Reference',
    'Every export of every entry, made from the types by `npm run api -- --write`. The README tells how they work together.',
    surfaces
      .map(
        ({ entry, exports }) =>
          `- \`${entry.specifier}\`: ${exports.map(({ name }) => `\`${name}\``).join(', ')}`,
      )
      .join('\n'),
    ...surfaces.flatMap(surfaceToChapter),
  ].join('\n\n')
}

function surfaceToChapter({ entry, exports, reached, borrowed }: Surface): string[] {
  const kinds = Object.keys(groups) as Declaration['kind'][]
  const lenders = [...new Set(borrowed.map(({ specifier }) => specifier))].map((lender) => {
    const names = borrowed.filter(({ specifier }) => specifier === lender).map(({ name }) => `\`${name}\``)
    return `From \`${lender}\`: ${names.join(', ')}.`
  })
  return [
    `## ${entry.specifier}`,
    ...lenders,
    ...kinds.flatMap((kind) =>
      tellAll(
        groups[kind],
        exports.filter((one) => one.kind === kind),
      ),
    ),
    ...tellAll('Not exported, but part of the above', reached),
  ]
}

function tellAll(title: string, declarations: readonly Declaration[]): string[] {
  if (declarations.length === 0) return []
  return [
    `### ${title}`,
    ...declarations.flatMap(({ name, comment, text }) => [
      `#### ${name}`,
      ...(comment === '' ? [] : [comment]),
      toCode(text),
    ]),
  ]
}
