import { resolveConfig, format } from 'prettier'
import type { Declaration, Surface } from './declarations.js'
import { stripComments } from './print.js'

/** Everything an entry promises in types, without a word of comment: it changes when the promise does. */
export function surfaceToReport({ entry, exports, reached, borrowed }: Surface): string {
  return [
    `# The types of \`${entry.specifier}\``,
    'Made by `npm run api -- --write`. When it changes, so does what a host may rely on: see ARCHITECTURE.md.',
    '## Exports',
    ...exports.flatMap(declarationToSection),
    ...(reached.length > 0 ? ['## Part of them', ...reached.flatMap(declarationToSection)] : []),
    ...(borrowed.length > 0
      ? [
          '## Exported elsewhere',
          borrowed.map(({ name, specifier }) => `- \`${name}\`: \`${specifier}\``).join('\n'),
        ]
      : []),
  ].join('\n\n')
}

function declarationToSection({ name, text }: Declaration): string[] {
  return [`### ${name}`, toCode(stripComments(text))]
}

/** A block of code in a page. */
export function toCode(text: string): string {
  return `\`\`\`ts\n${text.trim()}\n\`\`\``
}

/** The text as the house writes all its pages. */
export async function tidy(text: string, path: string): Promise<string> {
  return format(text, { ...(await resolveConfig('package.json')), filepath: path })
}
